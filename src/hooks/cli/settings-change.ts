import path from 'node:path';
import { realpathSync } from 'node:fs';
import type { Node } from 'jsonc-parser';
import { otherClient, otherClients, scopesOf, type OtherClient } from '../install/client-settings';
import { isScope, scopes, type Scope } from '../install/scope';
import type { Change } from '../install/settings-file';
import { readDocument, splitMark, valueOf, withEdits, type Edit } from '../install/document';
import { exitCodes, saysYes, type Terminal } from './command';
import { didYouMean, UsageError } from './words';

/** What a command that changes the agent's settings is asked. */
export interface Asked {
  readonly scope: Scope;
  /** Another client than Claude Code. */
  readonly client?: OtherClient | undefined;
  readonly flags: ReadonlySet<string>;
}

/** Reads `--scope`, `--agent` and plain flags. */
export function readAsked(args: readonly string[], known: readonly string[]): Asked {
  let scope: Scope | undefined;
  let client: OtherClient | undefined;
  const flags = new Set<string>();
  for (let index = 0; index < args.length; index += 1) {
    const [word = '', inline] = (args[index] ?? '').split('=', 2);
    if (word === '--scope') {
      const value = inline ?? args[(index += 1)] ?? '';
      if (!isScope(value)) throw new UsageError(`--scope is one of ${scopes.join(', ')}, not '${value}'`);
      scope = value;
    } else if (word === '--agent') {
      const value = inline ?? args[(index += 1)] ?? '';
      client = otherClient(value);
      const names = ['claude', ...otherClients.map(({ name }) => name)];
      if (!names.includes(value)) throw new UsageError(`--agent is one of ${names.join(', ')}, not '${value}'`);
    } else if (known.includes(word) && inline === undefined) flags.add(word);
    else {
      const meant = didYouMean(word, ['--scope', ...known, '--help']);
      throw new UsageError(`there is no option '${args[index] ?? ''}'${meant}`);
    }
  }
  return { scope: scope ?? (client === undefined ? 'local' : (scopesOf(client)[0] ?? 'project')), client, flags };
}

/**
 * Shows the change, asks if a person can be asked, does it, and says what was done. `needsYes`: without a person to
 * ask only `--yes` writes.
 */
export async function confirmAndApply(
  { scope, flags }: Asked,
  terminal: Terminal,
  change: Change & { readonly file: string },
  act: () => Promise<Change & { readonly backup?: string }>,
  { needsYes = false, ...more }: { readonly needsYes?: boolean; readonly [key: string]: unknown } = {},
): Promise<number> {
  const { file } = change;
  const json = flags.has('--json');
  const diff = unifiedDiff(file, maskedText(change.before), maskedText(change.after));
  const answerJson = (result: object) => terminal.out(`${JSON.stringify({ scope, file, ...result, ...more })}\n`);
  if (flags.has('--dry-run')) {
    if (json) answerJson({ changed: false, wouldChange: diff !== '', diff });
    else terminal.out(diff === '' ? `${file} would not change.\n` : diff);
    return exitCodes.ok;
  }
  if (diff !== '' && needsYes && (!terminal.isTTY || json) && !flags.has('--yes')) {
    if (json) answerJson({ changed: false, wouldChange: true, diff });
    else terminal.out(diff);
    terminal.err(
      'Nothing was changed: there is no terminal to ask for confirmation. Use --yes to write without asking.\n',
    );
    return exitCodes.no;
  }
  if (diff !== '' && terminal.isTTY && !json && !flags.has('--yes')) {
    terminal.out(diff);
    if (!(await saysYes(terminal, 'Write this?'))) {
      terminal.out('Nothing was changed.\n');
      return exitCodes.no;
    }
  }
  const done = await act();
  const changed = done.before !== done.after;
  if (json) answerJson({ changed, backup: done.backup });
  else terminal.out(doneText(file, changed, done.backup));
  return exitCodes.ok;
}

function doneText(file: string, changed: boolean, backup: string | undefined): string {
  if (!changed) return `${file} needs no change.\n`;
  return `Changed ${file}.${backup === undefined ? '' : `\nBackup of the previous file: ${backup}`}\n`;
}

const maskedText = (text: string | undefined): string =>
  text === undefined || text === '' ? '' : maskedSettings(text);

/** The folder of the program that runs: the extension's own, a checkout's, or the copy in Gatehouse's home. */
export const runnerFolder = (): string => path.dirname(realpathSync(process.argv[1] ?? ''));

/** A unified diff of two texts, for people. Three lines around each change. */
export function unifiedDiff(name: string, before: string, after: string): string {
  if (before === after) return '';
  const a = linesOf(before);
  const b = linesOf(after);
  const body = hunks(steps(a, b)).map(printed).join('');
  return `--- ${name}\n+++ ${name}\n${body}`;
}

function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') {
    lines.pop();
    return lines.map((line) => `${line}\n`);
  }
  return lines.map((line, index) => (index === lines.length - 1 ? line : `${line}\n`));
}

interface Step {
  readonly sign: ' ' | '-' | '+';
  readonly line: string;
  /** Line numbers before this step, from zero. */
  readonly a: number;
  readonly b: number;
}

/** The shortest way from one to the other, after Myers: cheap where little differs. */
function steps(a: readonly string[], b: readonly string[]): readonly Step[] {
  const max = a.length + b.length;
  const trail: Map<number, number>[] = [];
  let reach = new Map<number, number>([[1, 0]]);
  for (let cost = 0; cost <= max; cost += 1) {
    trail.push(new Map(reach));
    const next = new Map(reach);
    for (let k = -cost; k <= cost; k += 2) {
      const down = k === -cost || (k !== cost && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
      let x = down ? (reach.get(k + 1) ?? 0) : (reach.get(k - 1) ?? 0) + 1;
      let y = x - k;
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x += 1;
        y += 1;
      }
      next.set(k, x);
      if (x >= a.length && y >= b.length) return walkBack(a, b, trail);
    }
    reach = next;
  }
  return [];
}

function walkBack(a: readonly string[], b: readonly string[], trail: readonly ReadonlyMap<number, number>[]): Step[] {
  const path: Step[] = [];
  let x = a.length;
  let y = b.length;
  for (let cost = trail.length - 1; cost >= 0; cost -= 1) {
    const reach = trail[cost] ?? new Map<number, number>();
    const k = x - y;
    const down = k === -cost || (k !== cost && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
    const fromK = down ? k + 1 : k - 1;
    const fromX = cost === 0 ? 0 : (reach.get(fromK) ?? 0);
    const fromY = cost === 0 ? 0 : fromX - fromK;
    while (x > fromX && y > fromY) {
      x -= 1;
      y -= 1;
      path.push({ sign: ' ', line: a[x] ?? '', a: x, b: y });
    }
    if (cost === 0) break;
    if (down) {
      y -= 1;
      path.push({ sign: '+', line: b[y] ?? '', a: x, b: y });
    } else {
      x -= 1;
      path.push({ sign: '-', line: a[x] ?? '', a: x, b: y });
    }
  }
  return path.reverse();
}

const around = 3;

function hunks(all: readonly Step[]): readonly (readonly Step[])[] {
  const groups: Step[][] = [];
  let end = -1;
  all.forEach((step, index) => {
    if (step.sign === ' ') return;
    const from = Math.max(index - around, end + 1);
    const to = Math.min(index + around, all.length - 1);
    const current = groups.at(-1);
    if (current !== undefined && from === end + 1 && end >= 0) current.push(...all.slice(from, to + 1));
    else groups.push(all.slice(from, to + 1));
    end = to;
  });
  return groups;
}

function printed(steps: readonly Step[]): string {
  const [first] = steps;
  if (first === undefined) return '';
  const size = (sign: '-' | '+') => steps.filter((step) => step.sign === ' ' || step.sign === sign).length;
  const range = (start: number, count: number) => `${count === 0 ? start : start + 1}${count === 1 ? '' : `,${count}`}`;
  const header = `@@ -${range(first.a, size('-'))} +${range(first.b, size('+'))} @@\n`;
  const line = (step: Step) =>
    step.sign + (step.line.endsWith('\n') ? step.line : `${step.line}\n\\ No newline at end of file\n`);
  return header + steps.map(line).join('');
}

/** The text with the values hidden that may be secrets: everything under `env`, and headers of http hooks. */
export function maskedSettings(text: string): string {
  const { mark, body } = splitMark(text);
  const reading = readDocument(body);
  // An unreadable value may be a secret.
  if (reading.kind === 'unreadable') return '';
  const secrets = [...strings(valueOf(reading.document.root, 'env')), ...headers(reading.document.root)];
  return mark + withEdits(body, secrets.map(hidden));
}

const hidden = (node: Node): Edit => ({ offset: node.offset, length: node.length, text: '"***"' });

function strings(node: Node | undefined): readonly Node[] {
  if (node === undefined) return [];
  if (node.type === 'property') return strings(node.children?.[1]);
  if (node.children !== undefined) return node.children.flatMap(strings);
  return node.type === 'string' || node.type === 'number' ? [node] : [];
}

function headers(node: Node): readonly Node[] {
  if (node.type === 'property' && node.children?.[0]?.value === 'headers') return strings(node.children[1]);
  return (node.children ?? []).flatMap(headers);
}
