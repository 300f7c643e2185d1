import { evidenceKinds } from '../evidence/evidence';
import { exitCodes, type Command } from './command';
import { flagNamed, flagNames, flagTitles } from './flags';
import { siteOf } from './site';
import { ago, json, printable, readWords, table } from './words';

const help = `
Usage: gatehouse status [<flag>…] [--json]

Says what each flag is worth now, why, and since when. Flags are ${flagNames}.
Name the flags that your script needs: gatehouse status tests precommit && git push

Exit codes: 0 every named flag (without names: every flag) is passed and may be relied on, 1 one of them is not,
64 wrong words, 70 could not be done.
`;

export const command: Command = {
  name: 'status',
  summary: 'what each flag is worth now, and why',
  help,
  async run(args, terminal) {
    const { values, positionals } = readWords(args, { json: { type: 'boolean' } });
    const kinds = positionals.length === 0 ? evidenceKinds : positionals.map(flagNamed);
    const site = siteOf(terminal);
    const flags = [];
    for (const kind of kinds) flags.push(await site.evidence.standing(kind));
    const good = flags.every(({ status, trusted }) => trusted && (status === 'passed' || status === 'unbound'));
    if (values.json === true) {
      json(terminal, { root: site.root, branch: site.git?.branch(), profile: site.config.profile, good, flags });
    } else {
      const branch = site.git?.branch();
      terminal.out(
        printable(`${site.root}${branch === undefined ? '' : ` on ${branch}`}, profile ${site.config.profile}\n\n`),
      );
      const rows = flags.map(({ kind, status, reason, at }) => [
        flagTitles[kind],
        status,
        at === undefined ? '' : ago(at, site.clock.now()),
        printable(reason),
      ]);
      terminal.out(table(rows, '  '));
      for (const { file, line, key, message } of site.config.problems) {
        terminal.err(printable(`${file}:${line} ${key}: ${message}\n`));
      }
    }
    return good ? exitCodes.ok : exitCodes.no;
  },
};
