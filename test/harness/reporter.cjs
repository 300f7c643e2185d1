'use strict';
const { writeFileSync } = require('node:fs');
const { reporters, Runner } = require('mocha');

/** Prints as mocha's own `spec` does, and leaves the figures in the file that GATEHOUSE_REPORT names. */
module.exports = class Reporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const tests = [];
    const record = (state) => (test, error) =>
      tests.push({
        title: test.fullTitle(),
        state,
        duration: test.duration,
        error: error && String(error.stack ?? error),
      });
    runner.on(Runner.constants.EVENT_TEST_PASS, record('passed'));
    runner.on(Runner.constants.EVENT_TEST_FAIL, record('failed'));
    runner.on(Runner.constants.EVENT_TEST_PENDING, record('skipped'));
    const write = () => {
      const file = process.env.GATEHOUSE_REPORT;
      if (file) writeFileSync(file, JSON.stringify({ stats: runner.stats, tests }, null, 1));
    };
    runner.once(Runner.constants.EVENT_RUN_END, write);
    let running;
    runner.on(Runner.constants.EVENT_TEST_BEGIN, (test) => {
      running = test;
    });
    // Whoever ends the run early still learns how far it came, and where it stood.
    process.once('SIGTERM', () => {
      runner.stats.failures += 1;
      record('failed')(running ?? runner.suite, 'the run was ended here');
      write();
      process.exit(143);
    });
  }
};
