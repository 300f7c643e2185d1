import type { Site } from '../pipeline/site';
import { isAlwaysAsked, registryAt } from '../questions/registry';
import { QuestionLog, unknownChoice, type QuestionRecord } from '../questions/log';
import {
  Preferences,
  preferences,
  type Preference,
  type Scope,
  ineffectivePreferences,
} from '../questions/preferences';
import { type Command, Declined, exitCodes, personAt, requireConfirmation, siteOf, type Terminal } from './command';
import { json, noMoreWords, printable, readWords, table, UsageError, withText, onOff } from './words';
import { ago } from '../project/text';

const help = `
Usage: gatehouse questions list [--decided] [--limit <n>] [--json]
       gatehouse questions stats [--json]
       gatehouse questions export
       gatehouse questions prefer <id> ${preferences.join('|')} [--everywhere]
       gatehouse questions ask <id> [--everywhere]
       gatehouse questions forget <id>|--all [--everywhere]

The questions that the agent asked, how they were answered, and which of them you do not want to be asked again.
A question that is never asked is answered with its recommended option; one whose answer cannot be undone is always
asked. list --decided shows only what was answered for you, stats names the preferences without effect and why.
export prints one JSON record per line. ask reverses an answer: you are asked next time. forget --all
forgets every preference that answers for you. prefer and forget need a terminal, where you type a word to confirm;
--everywhere means all projects.

Exit codes: 0 done, 1 declined, no terminal or nothing to forget (nothing changed), 64 wrong usage, 70 could not be
done.
`;

export const command: Command = {
  name: 'questions',
  summary: 'what the agent asked, and what it should not ask again',
  help,
  async run(args, terminal) {
    const { values, positionals, asJson } = readWords(args, {
      limit: withText,
      everywhere: onOff,
      decided: onOff,
      all: onOff,
    });
    const [word = 'list', ...more] = positionals;
    const site = siteOf(terminal);
    const scope: Scope = values.everywhere === true ? 'everywhere' : 'project';
    switch (word) {
      case 'list':
        noMoreWords(more);
        return list(terminal, site, { limit: limitOf(values.limit), decidedOnly: values.decided === true, asJson });
      case 'stats':
        noMoreWords(more);
        return stats(terminal, site, asJson);
      case 'export':
        noMoreWords(more);
        for (const record of logAt(site).records()) terminal.out(`${JSON.stringify(record)}\n`);
        return exitCodes.ok;
      case 'prefer':
        return prefer(terminal, site, scope, more);
      case 'ask':
        return askAgain(terminal, site, scope, more);
      case 'forget':
        if (values.all === true) {
          noMoreWords(more);
          return forgetAll(terminal, site, scope);
        }
        return forget(terminal, site, scope, more);
      default:
        throw new UsageError('use list, stats, export, prefer, ask or forget');
    }
  },
};

function limitOf(text: string | undefined): number {
  if (text === undefined) return 20;
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError('--limit needs a whole number above 0');
  return Number(text);
}

interface ListOptions {
  readonly limit: number;
  readonly decidedOnly: boolean;
  readonly asJson: boolean;
}

function list(terminal: Terminal, site: Site, { limit, decidedOnly, asJson }: ListOptions): number {
  const log = logAt(site);
  const held = new Preferences(log.layout, site.env).read();
  const wanted = log.records().filter(({ source }) => !decidedOnly || source === 'auto-decided');
  const records = wanted.slice(-limit).reverse();
  if (asJson) {
    json(terminal, {
      layout: log.layout.kind,
      file: log.file,
      problem: held.problem,
      records,
      preferences: held.all(),
    });
    return exitCodes.ok;
  }
  if (held.problem !== undefined) terminal.err(printable(`You are asked every question: ${held.problem}.\n`));
  if (records.length === 0) terminal.out(decidedOnly ? 'Nothing was answered for you yet.\n' : 'No questions yet.\n');
  const now = site.clock.now();
  const rows = records.map((record) => [
    ago(Date.parse(record.ts) || now, now),
    record.source === 'auto-decided' ? 'decided' : 'asked',
    printable(record.question_id),
    printable(`${record.question_summary} = ${record.user_choice}`),
    record.asked_because === undefined ? '' : printable(`asked anyway: ${record.asked_because}`),
  ]);
  terminal.out(table(rows));
  if (decidedOnly) {
    if (records.length > 0) terminal.out('To be asked again: gatehouse questions ask <id>, or forget --all.\n');
    return exitCodes.ok;
  }
  for (const { scope, id, value } of held.all()) {
    terminal.out(printable(`${scope === 'project' ? 'here' : 'everywhere'}: ${id} is ${String(value)}\n`));
  }
  return exitCodes.ok;
}

function stats(terminal: Terminal, site: Site, asJson: boolean): number {
  const log = logAt(site);
  const records = log.records();
  const all = countOf(records);
  const ids = [...new Set(records.map(({ question_id }) => question_id))];
  const questions = ids
    .map((id) => ({ id, ...countOf(records.filter(({ question_id }) => question_id === id)) }))
    .sort((a, b) => b.asked + b.decided - a.asked - a.decided);
  const held = new Preferences(log.layout, site.env).read();
  const suppressing = held.all().filter(({ value }) => value !== 'always-ask');
  const ineffective = ineffectivePreferences(held, records, registryAt(site));
  const askedAnyway = records.filter(({ asked_because: why }) => why !== undefined);
  if (asJson) {
    json(terminal, {
      ...all,
      questions,
      preferences: suppressing.length,
      problem: held.problem,
      askedAnyway: askedAnyway.map(({ question_id: id, ts, asked_because: why }) => ({ id, ts, why })),
      inert: ineffective,
    });
    return exitCodes.ok;
  }
  terminal.out(`${all.asked} asked, ${all.decided} answered from a preference.\n`);
  terminal.out(`People followed the recommendation in ${all.followed} of ${all.recommended} answers.\n`);
  if (held.problem !== undefined) terminal.out(printable(`You are asked every question: ${held.problem}.\n`));
  for (const { question_id: id, asked_because: why = '' } of askedAnyway.slice(-10).reverse())
    terminal.out(printable(`Asked anyway: ${id}: ${why}.\n`));
  for (const { id, why, step } of ineffective)
    terminal.out(printable(`The preference for ${id} has no effect: ${why}. To change that: ${step}\n`));
  const rows = questions.slice(0, 20).map(({ id, asked, decided }) => [`${asked}`, `${decided}`, printable(id)]);
  if (rows.length > 0) terminal.out(table([['asked', 'decided', 'question'], ...rows]));
  return exitCodes.ok;
}

/** What was decided from a preference says nothing about what a person would choose. */
function countOf(records: readonly QuestionRecord[]) {
  const asked = records.filter(({ source }) => source !== 'auto-decided');
  const judged = asked.filter(
    ({ followed_recommendation: followed, user_choice: choice }) =>
      followed !== undefined && choice !== unknownChoice(),
  );
  return {
    asked: asked.length,
    decided: records.length - asked.length,
    followed: judged.filter(({ followed_recommendation: followed }) => followed === true).length,
    recommended: judged.length,
  };
}

function idFrom(text: string | undefined): string {
  const id = text?.toLowerCase() ?? '';
  if (!/^[a-z0-9-]{1,64}$/.test(id))
    throw new UsageError('name a question by its id; gatehouse questions list shows them');
  return id;
}

const logAt = (site: Site): QuestionLog => new QuestionLog(site.env, site.place);
const preferencesAt = (site: Site): Preferences => new Preferences(logAt(site).layout, site.env);
/** Who decides, and when. */
const choiceOf = (terminal: Terminal, site: Site) => ({ at: site.clock.now(), by: personAt(terminal) });
const shownScope = (scope: Scope, site: Site): string => (scope === 'project' ? `in ${site.root}` : 'in all projects');

async function prefer(terminal: Terminal, site: Site, scope: Scope, words: readonly string[]): Promise<number> {
  const [name, value, ...more] = words;
  noMoreWords(more);
  const id = idFrom(name);
  const preference = preferences.find((one): one is Preference => one === value);
  if (preference === undefined) throw new UsageError(`use one of ${preferences.join(', ')}`);
  const records = logAt(site).records();
  const record = records.findLast(({ question_id, fingerprint }) => question_id === id || fingerprint === id);
  if (preference !== 'always-ask' && isAlwaysAsked(id, records, registryAt(site))) {
    throw new Declined(
      `${id} is a one-way question: its answer cannot be undone, so it is always asked. Nothing was changed.`,
    );
  }
  const text = record === undefined ? 'not asked here yet' : record.question_summary;
  const where = shownScope(scope, site);
  const question = printable(`${id} (${text}): ${preference} ${where}`);
  await requireConfirmation(terminal, 'questions prefer', 'prefer', question);
  await preferencesAt(site).set(scope, id, preference, choiceOf(terminal, site));
  terminal.out(`${id}: ${preference} ${printable(where)}.\n`);
  return exitCodes.ok;
}

async function forget(terminal: Terminal, site: Site, scope: Scope, words: readonly string[]): Promise<number> {
  const [name, ...more] = words;
  noMoreWords(more);
  const id = idFrom(name);
  await requireConfirmation(terminal, 'questions forget', 'forget', `The preference for ${id}`);
  const found = await preferencesAt(site).forget(scope, id, choiceOf(terminal, site));
  terminal.out(found ? `${id}: forgotten.\n` : `${id}: there was no preference. Nothing was changed.\n`);
  return found ? exitCodes.ok : exitCodes.no;
}

/** Takes an answer back. Being asked more needs no confirmation. */
async function askAgain(terminal: Terminal, site: Site, scope: Scope, words: readonly string[]): Promise<number> {
  const [name, ...more] = words;
  noMoreWords(more);
  const id = idFrom(name);
  await preferencesAt(site).set(scope, id, 'always-ask', choiceOf(terminal, site));
  terminal.out(`${id}: you are asked from now on.\n`);
  return exitCodes.ok;
}

async function forgetAll(terminal: Terminal, site: Site, scope: Scope): Promise<number> {
  const question = printable(`Every preference that answers for you ${shownScope(scope, site)}`);
  await requireConfirmation(terminal, 'questions forget', 'forget', question);
  const forgotten = await preferencesAt(site).forgetAll(scope, choiceOf(terminal, site));
  terminal.out(
    forgotten.length === 0
      ? 'There were no preferences. Nothing was changed.\n'
      : `Forgotten: ${forgotten.join(', ')}.\n`,
  );
  return forgotten.length === 0 ? exitCodes.no : exitCodes.ok;
}
