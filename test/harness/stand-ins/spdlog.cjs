'use strict';
// Takes the place of @vscode/spdlog, which is a native module: the calls that VS Code makes, with plain appends.
const { appendFileSync, mkdirSync } = require('node:fs');
const path = require('node:path');

const severities = ['trace', 'debug', 'info', 'warn', 'error', 'critical'];

class Logger {
  #file;
  #level = 2;
  #plain = false;

  constructor(_kind, _name, file) {
    this.#file = file;
    mkdirSync(path.dirname(file), { recursive: true });
    severities.forEach((severity, level) => {
      this[severity] = (message) => this.#append(level, severity, message);
    });
  }

  #append(level, severity, message) {
    if (level < this.#level) return;
    try {
      appendFileSync(this.#file, this.#plain ? message : `${new Date().toISOString()} [${severity}] ${message}\n`);
    } catch {
      // The run's folder is removed while the server is still ending.
    }
  }

  getLevel() {
    return this.#level;
  }
  setLevel(level) {
    this.#level = level;
  }
  clearFormatters() {
    this.#plain = true;
  }
  setPattern() {}
  flush() {}
  drop() {}
}

const create = (name, file) => Promise.resolve(new Logger('rotating', name, file));

// Assigned one by one: that is how an ES module that imports this file finds the names.
exports.version = 0;
exports.Logger = Logger;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
