import { evidenceKinds, type FlagStatus } from '../evidence/evidence';
import { notedRuns } from '../evidence/noted-runs';
import { clearAlarms, openAlarms } from '../pipeline/alarms';
import { exitCodes, requireConfirmation, siteOf, styled, type Command } from './command';
import { answer, json, noMoreWords, printable, readWords, table, UsageError } from './words';
import type { Site } from '../pipeline/site';
import { phaseOf, progressLine, type Phase } from '../review/progress';
import { flagNamed, flagNames, flagTitles } from './flags';
import { ago } from '../project/text';

const statusHelp = `
Usage: gatehouse status [<flag>…] [--json]

Shows the current state of each flag, why, and since when. Flags are ${flagNames}.
Name the flags that your script needs: gatehouse status tests precommit && git push

Exit codes: 0 every named flag (without names: every flag) has passed and counts, 1 one of them has not,
64 wrong usage, 70 could not be done.
`;

export const status: Command = {
  name: 'status',
  summary: 'the state of each flag, and why',
  help: statusHelp,
  async run(args, terminal) {
    const { positionals, asJson } = readWords(args);
    const kinds = positionals.length === 0 ? evidenceKinds : positionals.map(flagNamed);
    const site = siteOf(terminal);
    const flags: FlagStatus[] = [];
    for (const kind of kinds) flags.push(await site.evidence.status(kind));
    const alarms = openAlarms(site);
    const good = flags.every(({ trusted }) => trusted);
    if (asJson) {
      const root = site.root;
      const reviews = {
        phase: { code: await phaseOf('code', site), doc: await phaseOf('doc', site) },
        maxRounds: site.config.settings.review.maxRounds,
        history: Object.fromEntries(reviewKinds.map((kind) => [kind, site.evidence.history(kind)])),
      };
      json(terminal, { root, branch: site.git?.branch(), profile: site.config.profile, good, flags, reviews, alarms });
    } else {
      const branch = site.git?.branch();
      terminal.out(
        printable(`${site.root}${branch === undefined ? '' : ` on ${branch}`}, profile ${site.config.profile}\n\n`),
      );
      const rows = flags.map(({ kind, status, reason, at }) => {
        const when = at === undefined ? '' : ago(at, site.clock.now());
        return [flagTitles[kind], status, when, printable(reason)];
      });
      const colored = table(rows, '  ')
        .split('\n')
        .map((row, index) => {
          const flag = flags[index];
          if (flag === undefined) return row;
          const color = flag.trusted ? 'green' : flag.status === 'failed' ? 'red' : 'yellow';
          return row.replace(flag.status, styled(terminal, color, flag.status));
        });
      terminal.out(colored.join('\n'));
      terminal.out(printable(await progress(site)));
      for (const { text } of alarms)
        terminal.err(printable(`Not in force: ${text}. To view and clear alarms: gatehouse alarms\n`));
      for (const { file, line, key, message } of site.config.problems) {
        terminal.err(printable(`${file}:${line} ${key}: ${message}\n`));
      }
    }
    return good ? exitCodes.ok : exitCodes.no;
  },
};

const reviewKinds = ['code_review', 'doc_review', 'precommit'] as const;

const phases: Readonly<Record<Phase, string>> = {
  idle: 'nothing is owed',
  pending_review: 'a review is owed',
  review_in_progress: 'a review is running',
  addressing_findings: 'findings of the last review are being fixed',
  precommit_pending: 'reviewed; the precommit check is owed',
  needs_a_person: 'no review rounds are left; a person decides',
};

/** Where each plane's work stands, how the reviews went so far, and what other checks showed. */
async function progress(site: Site): Promise<string> {
  const rows = [];
  for (const plane of ['code', 'doc'] as const) {
    const phase = await phaseOf(plane, site);
    if (phase !== 'idle') rows.push(`  ${plane}: ${phases[phase]}\n`);
  }
  for (const kind of reviewKinds) {
    const line = progressLine(site.evidence.history(kind).at(-1), site);
    if (line !== undefined) rows.push(`  ${flagTitles[kind]}, ${line}\n`);
  }
  const code = await site.evidence.digest('code');
  for (const { kind, command, scope, passed, at, digest } of notedRuns(site.home)) {
    if (kind === 'tests') continue;
    const still = code.kind === 'whole' && code.value === digest ? '' : ', before the last change';
    const part = scope === 'full' ? '' : ' in part';
    rows.push(`  ${kind}: ${command} ${passed ? 'passed' : 'failed'}${part} ${ago(at, site.clock.now())}${still}\n`);
  }
  return rows.length === 0 ? '' : `\n${rows.join('')}`;
}

const alarmsHelp = `
Usage: gatehouse alarms [--json]
       gatehouse alarms clear

Shows where Gatehouse was not in force: calls that ran although they were blocked, that no gate checked or that ran
with other input than was checked, and files that a call changed behind Gatehouse's back. An alarm stays until you
clear it, which needs a terminal, where you type a word to confirm.

Exit codes: 0 there is none, or they were cleared, 1 there are some, or they were not cleared, 64 wrong usage, 70 could
not be done.
`;

export const alarms: Command = {
  name: 'alarms',
  summary: 'calls and changes that Gatehouse should have stopped',
  help: alarmsHelp,
  async run(args, terminal) {
    const { positionals, asJson } = readWords(args);
    const [word, ...more] = positionals;
    noMoreWords(more);
    if (word !== undefined && word !== 'clear') throw new UsageError("use 'clear' or no word");
    const site = siteOf(terminal);
    const open = openAlarms(site);
    const rows = open.map(({ at, text, cause }) => {
      const why = cause === undefined ? '' : ` Likely cause: ${cause}.`;
      return `${ago(at, site.clock.now())}: ${text.replace(/\.$/, '')}.${why}\n`;
    });
    answer(terminal, asJson, { alarms: open }, printable(rows.length === 0 ? 'No alarm.\n' : rows.join('')));
    if (open.length === 0) return exitCodes.ok;
    if (word === undefined) return exitCodes.no;
    await requireConfirmation(terminal, 'alarms', 'clear', `Clear ${open.length} alarms?`);
    await clearAlarms(site, site.clock.now());
    return exitCodes.ok;
  },
};
