#!/usr/bin/env node
// What @vscode/test-electron and @vscode/test-cli start in place of desktop VS Code.
require('tsx/cjs');
require('./code.ts');
