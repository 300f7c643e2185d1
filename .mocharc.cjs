const { timeLimit } = require('./scripts/time-limits.mjs');

module.exports = { 'node-option': ['import=tsx'], extension: ['ts'], timeout: timeLimit('test'), 'forbid-only': true };
