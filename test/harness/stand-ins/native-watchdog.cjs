'use strict';
// Takes the place of VS Code's native watchdog: ends the process within a second of its parent's end.
module.exports = {
  start(parent) {
    setInterval(() => {
      try {
        process.kill(parent, 0);
      } catch {
        process.exit(87);
      }
    }, 1000).unref();
  },
  exit(code) {
    process.exit(code ?? 0);
  },
};
