import { stripVTControlCharacters } from 'node:util';

const tty = process.stdout.isTTY === true && process.env.TERM !== 'dumb';
const heartbeatMs = 15_000;

const colours = { red: 31, green: 32, yellow: 33, cyan: 36 };
const paint = (colour, text) => (tty ? `\x1b[${colours[colour]}m${text}\x1b[0m` : text);

export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** The steps under way: on a terminal one line that updates, elsewhere plain lines with a sign of life now and then. */
export class Progress {
  #active = new Map();
  #timer;

  start(name, title) {
    const now = Date.now();
    this.#active.set(name, { title, since: now, spoken: now, line: '' });
    if (!tty) console.log(`> ${name}: ${title}`);
    this.#timer ??= setInterval(() => this.#tick(), tty ? 200 : 1000);
  }

  /** Remembers what the step last said. */
  line(name, text) {
    const step = this.#active.get(name);
    if (step !== undefined && text.trim() !== '' && !text.startsWith('npm warn'))
      step.line = stripVTControlCharacters(text).trim();
  }

  /** Prints above the updating line. */
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
    if (this.#active.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }

  #tick() {
    if (tty) return this.#draw();
    const now = Date.now();
    for (const [name, step] of this.#active) {
      if (now - step.spoken < heartbeatMs) continue;
      step.spoken = now;
      console.log(`  ${name}: ${seconds(now - step.since)} ${step.line.slice(0, 120)}`);
    }
  }

  #draw() {
    if (!tty || this.#active.size === 0) return;
    const text = [...this.#active]
      .map(([name, step]) => `${name} ${seconds(Date.now() - step.since)} ${step.line}`)
      .join(' | ');
    process.stdout.write(`\r\x1b[2K${paint('cyan', '>')} ${text.slice(0, (process.stdout.columns ?? 80) - 3)}`);
  }

  #clear() {
    if (tty) process.stdout.write('\r\x1b[2K');
  }
}
