import path from 'node:path';
import * as vscode from 'vscode';
import { ruleParts } from '../../hooks/library';
import type { Trace } from '../../hooks/pipeline/trace';
import { personHome } from '../../hooks/project/home';
import type { PastChanges } from '../../hooks/rules/examples';
import { decisions, type Rule, type RuleDecision } from '../../hooks/rules/rule';
import { fileOf, withRule, writeRule, type Target } from '../../hooks/rules/write';
import { readText } from '../../hooks/project/read-file';
import { noteAct, type Person, whoIsHere } from '../platform/person';
import { oneLine, t, scopeLabel } from '../platform/text';
import type { Folder } from '../store/folder';
import { chosen, type Command, type CommandParts, HumanError } from './command';
import { decisionFrom } from './decisions';

/** A command that is tried in the inspector. */
interface TriedCommand {
  readonly command: string;
  readonly root: string;
}

const isTried = (value: unknown): value is TriedCommand =>
  typeof value === 'object' && value !== null && 'command' in value && 'root' in value;

/**
 * Makes a rule of a decision, or of a command in the inspector, with the command as its first example. Before it is saved,
 * the person sees the file as it will be, and what the rule would have changed.
 */
export const ruleCommands = (parts: CommandParts): readonly Command[] => [
  {
    id: 'gatehouse.makeRule',
    async run(argument) {
      const { person } = parts;
      const source = isTried(argument) ? fromCommand(argument, parts) : fromDecision(argument, parts);
      const { folder, proposed } = await source;
      const decision = chosen(await decisionFor(proposed, person));
      const target = chosen(await targetFor(proposed, folder, person));
      const why = chosen(await person.type(t('Why? One sentence for the agent and for you'), proposed.why));
      await save({ ...proposed, decision, why }, target, folder, parts);
    },
  },
];

interface Source {
  readonly folder: Folder;
  readonly proposed: Rule;
}

async function fromDecision(argument: unknown, parts: CommandParts): Promise<Source> {
  const isCall = ({ event, call }: Trace) => event === 'PreToolUse' && call !== undefined;
  const { trace, folder } = await decisionFrom(argument, parts, t('Make a rule of which call?'), isCall);
  const { proposedRule } = await ruleParts();
  const proposed = proposedRule(trace, personHome(folder.services.env));
  if (proposed === undefined) {
    throw new HumanError(t('No rule can be made of this call: it was too large to record, or it runs no program.'));
  }
  return { folder, proposed };
}

async function fromCommand({ command, root }: TriedCommand, { folders }: CommandParts): Promise<Source> {
  const folder = chosen(folders.all.find((one) => one.root === root) ?? folders.active);
  const { ruleForCommand } = await ruleParts();
  const proposed = ruleForCommand(command, { cwd: folder.root, home: personHome(folder.services.env) });
  if (proposed === undefined) throw new HumanError(t('The command runs no program. Type one first.'));
  return { folder, proposed };
}

function decisionFor({ id }: Rule, person: Person): Promise<RuleDecision | undefined> {
  const words: Readonly<Record<RuleDecision, readonly [string, string]>> = {
    deny: [t('Block'), t('The call is blocked, and the agent is told why')],
    ask: [t('Ask me'), t('You decide each time')],
    warn: [t('Warn'), t('It runs, and the agent is warned')],
    allow: [t('Allow'), t('It runs without a prompt')],
  };
  return person.pick(
    t('What should the rule {0} do?', id),
    decisions.map((value) => ({ label: words[value][0], description: words[value][1], value })),
  );
}

function targetFor({ id }: Rule, folder: Folder, person: Person): Promise<Target | undefined> {
  const env = folder.services.env;
  const choice = (label: string, value: Target) => ({ label, description: fileOf(value, env, folder.place), value });
  return person.pick(t('Save the rule {0} where?', id), [
    choice(scopeLabel('project'), 'project'),
    choice(scopeLabel('local'), 'local'),
    choice(scopeLabel('user'), 'person'),
  ]);
}

async function save(rule: Rule, target: Target, folder: Folder, { review, person }: CommandParts): Promise<void> {
  const { env } = folder.services;
  const { wouldHaveChanged } = await ruleParts();
  const file = fileOf(target, env, folder.place);
  const before = readText(file) ?? '';
  const would = wouldHaveChanged(rule, folder.home, personHome(env));
  const title = t('{0}: now ↔ with the rule {1}', path.basename(file), rule.id);
  const change = { file, before, after: withRule(before, rule), kind: 'rule', title } as const;
  const yes = t('Save Rule');
  const question = questionFor(rule, would);
  const confirm = () => person.confirm(t('Let {0} run without a prompt?', rule.id), question, yes);
  if (!(await review.accepts(change, question, yes, rule.decision === 'allow' ? confirm : undefined))) return;
  if ((readText(file) ?? '') !== before) {
    throw new HumanError(t('The file has changed meanwhile. Make the rule again.'));
  }
  const { after } = await writeRule(rule, target, env, folder.place, whoIsHere());
  noteAct(folder, 'rule', `${rule.id} in ${path.relative(folder.root, file)}`);
  const document = await vscode.workspace.openTextDocument(file);
  const at = document.positionAt(Math.max(0, after.indexOf(`"${rule.id}"`)));
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at) });
}

/** What the rule would have changed, with the first examples. */
function questionFor({ decision }: Rule, { looked, changed }: PastChanges): string {
  if (changed.length === 0) return t('This rule would not have changed any of the last {0} recorded calls.', looked);
  const verbs: Readonly<Record<RuleDecision, string>> = {
    deny: t('blocked'),
    ask: t('asked about'),
    warn: t('warned about'),
    allow: t('allowed'),
  };
  const first = changed
    .slice(0, 3)
    .map(({ subject }) => oneLine(subject, 60))
    .join(' · ');
  const more = changed.length > 3 ? ' …' : '';
  return t(
    'Of the last {0} recorded calls this rule would have {1} {2}: {3}',
    looked,
    verbs[decision],
    changed.length,
    `${first}${more}`,
  );
}
