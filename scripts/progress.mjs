import { stripVTControlCharacters } from 'node:util';

const tty = process.stdout.isTTY === true && process.env.TERM !== 'dumb';

const colours = { red: 31, green: 32, yellow: 33, cyan: 36 };
const paint = (colour, text) => (tty ? `\x1b[${colours[colour]}m${text}\x1b[0m` : text);

export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** One line for each step: on a terminal a live one while it runs, everywhere one when it has ended. */
export class Progress {
  #active = new Map();
  #timer;
  #drawn = 0;

  start(name) {
    this.#active.set(name, { since: Date.now(), line: '' });
    if (tty) this.#timer ??= setInterval(() => this.#redraw(), 200);
  }

  /** Remembers what the step last said. */
  line(name, text) {
    const step = this.#active.get(name);
    if (step !== undefined && text.trim() !== '' && !text.startsWith('npm warn'))
      step.line = stripVTControlCharacters(text).trim();
  }

  /** Prints above the live lines. */
  print(text) {
    this.#clear();
    console.log(text);
    this.#draw();
  }

  end(name, outcome, note) {
    const step = this.#active.get(name);
    this.#active.delete(name);
    const marks = { passed: paint('green', 'ok  '), failed: paint('red', 'FAIL'), skipped: paint('yellow', 'skip') };
    const took = step === undefined ? '' : seconds(Date.now() - step.since);
    this.print(`${marks[outcome]} ${name.padEnd(14)} ${took.padStart(8)}${note ? `  ${note}` : ''}`);
    if (this.#active.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #redraw() {
    this.#clear();
    this.#draw();
  }

  #draw() {
    if (!tty) return;
    const width = (process.stdout.columns ?? 80) - 1;
    for (const [name, { since, line }] of this.#active) {
      const text = `${name.padEnd(14)} ${seconds(Date.now() - since).padStart(8)}  ${line}`;
      process.stdout.write(`${paint('cyan', '>   ')} ${text.slice(0, width - 5)}\n`);
    }
    this.#drawn = this.#active.size;
  }

  #clear() {
    if (this.#drawn > 0) process.stdout.write(`\x1b[${this.#drawn}A\x1b[J`);
    this.#drawn = 0;
  }
}
