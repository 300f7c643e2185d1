import { readFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { judgeLine } from '../src/hooks/gates/before-bash/auto-review/line';
import { allPrograms } from '../src/hooks/programs/catalog';
import type { Definition } from '../src/hooks/programs/program';
import { secretFiles } from '../src/hooks/secrets/places';
import { readCommand } from '../src/hooks/shell/read-command';

/** Where the page is checked in. */
export const file = path.resolve(__dirname, '../docs/approvals.md');
const [begin, end] = ['<!-- generated from the definitions: begin -->', '<!-- end -->'];

const place = { cwd: '/project', home: '/home/person' };
const bounds = { roots: ['/project'], home: place.home, cwd: place.cwd, safe: [], risky: [] };

/** Does level `strict` approve it? */
function isApproved(command: string): boolean {
  return judgeLine(readCommand(command, place), bounds).tier === 'read';
}

/** Is it approved whatever number of plain words stands behind it? */
const reads = (command: string): boolean => ['', ' a', ' a b'].every((words) => isApproved(command + words));

/** What of a program's subcommands is approved, to the second one: nouns that have the same verbs stand together. */
function words(command: string, { subcommands = {} }: Definition): readonly string[] {
  const plain: string[] = [];
  const nested = new Map<string, readonly string[]>();
  for (const [names, inner] of Object.entries(subcommands)) {
    const all = names.split(' ');
    if (inner.subcommands === undefined) {
      plain.push(...all.filter((name) => reads(`${command} ${name}`)));
      continue;
    }
    const verbs = Object.keys(inner.subcommands)
      .flatMap((keys) => keys.split(' '))
      .filter((verb) => reads(`${command} ${all[0] ?? ''} ${verb}`))
      .sort()
      .join('\\|');
    if (verbs !== '') nested.set(verbs, [...(nested.get(verbs) ?? []), ...all]);
  }
  const pairs = [...nested].map(([verbs, nouns]) =>
    `(${nouns.join('\\|')}) (${verbs})`.replace(/\(([\w:-]+)\)/g, '$1'),
  );
  return [...plain.sort(), ...pairs];
}

function lists(): string {
  const whole: string[] = [];
  const some: string[] = [];
  for (const [names, definition] of allPrograms()) {
    const all = names.split(' ');
    const [name = ''] = all;
    if (definition.subcommands === undefined) whole.push(...all.filter(reads));
    else {
      const read = words(name, definition);
      if (read.length > 0) some.push(`- **${all.slice(0, 4).join(' ')}**: ${read.join(', ')}`);
    }
  }
  const secrets = secretFiles.map(({ what, names, files, folders }) => {
    const all = [names, files, folders?.replace(/(?<=\S)(?= |$)/g, '/')].filter((list) => list !== undefined);
    return `- ${what}: ${all.map((list) => `\`${list}\``).join(' ')}`;
  });
  return [
    `### Programs whose plain use is approved\n\n\`${whole.sort().join(' ')}\``,
    `### Subcommands whose plain use is approved\n\n${some.sort().join('\n')}`,
    `### Files that are secret\n\n${secrets.join('\n')}`,
  ].join('\n\n');
}

/** The page with its lists as the definitions make them. */
export async function page(): Promise<string> {
  const text = readFileSync(file, 'utf8');
  const [before] = text.split(begin);
  const after = text.slice(text.indexOf(end));
  return format(`${before}${begin}\n\n${lists()}\n\n${after}`, { ...(await resolveConfig(file)), filepath: file });
}
