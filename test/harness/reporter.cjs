'use strict';
const { writeFileSync } = require('node:fs');
const { reporters, Runner } = require('mocha');

/** A stack does not repeat a message that was changed after the error was made. */
function textOf({ message = '', stack = '', ...rest }) {
  if (stack === '') return message || JSON.stringify(rest);
  return stack.includes(message) ? stack : `${message}\n${stack}`;
}

/** Prints as mocha's own `spec` does, and leaves the figures in the file that GATEHOUSE_REPORT names. */
module.exports = class Reporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const tests = [];
    const record = (state) => (test, error) =>
      tests.push({
        title: test.fullTitle(),
        name: test.title,
        file: test.file,
        state,
        duration: test.duration,
        error: error && textOf(error),
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
    // A run that is ended early still says how far it came, and where it stood.
    process.once('SIGTERM', () => {
      runner.stats.failures += 1;
      record('failed')(running ?? runner.suite, { message: 'the run was ended here' });
      write();
      process.exit(143);
    });
  }
};
