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
import { oneLine, t } from '../platform/text';
import type { ChangeReview } from '../registration/preview-documents';
import type { Folder } from '../store/folder';
import type { OpenFolders } from '../store/open-folders';
import { HumanError, type Command } from './command';
import type { DecisionPicker } from './decisions';

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
export function makeRule(folders: OpenFolders, review: ChangeReview, person: Person, pick: DecisionPicker): Command {
  return {
    id: 'gatehouse.makeRule',
    async run(argument) {
      const source = isTried(argument) ? await fromCommand(argument, folders) : await fromDecision(argument, pick);
      if (source === undefined) return;
      const { folder, proposed } = source;
      const decision = await decisionFor(proposed, person);
      const target = decision && (await targetFor(proposed, folder, person));
      if (decision === undefined || target === undefined) return;
      const why = await person.type(t('Why? One sentence for the agent and for you'), proposed.why);
      if (why !== undefined) await save({ ...proposed, decision, why }, target, folder, review, person);
    },
  };
}

interface Source {
  readonly folder: Folder;
  readonly proposed: Rule;
}

async function fromDecision(argument: unknown, pick: DecisionPicker): Promise<Source | undefined> {
  const isCall = ({ event, call }: Trace) => event === 'PreToolUse' && call !== undefined;
  const node = await pick(argument, t('Make a rule of which call?'), isCall);
  if (node === undefined) return undefined;
  const { proposedRule } = await ruleParts();
  const proposed = proposedRule(node.trace, personHome(node.folder.services.env));
  if (proposed === undefined) {
    throw new HumanError(t('No rule can be made of this call: it was too large to record, or it runs no program.'));
  }
  return { folder: node.folder, proposed };
}

async function fromCommand({ command, root }: TriedCommand, folders: OpenFolders): Promise<Source | undefined> {
  const folder = folders.all.find((one) => one.root === root) ?? folders.active;
  if (folder === undefined) return undefined;
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
    choice(t('$(organization) This project, for everyone'), 'project'),
    choice(t('$(account) This project, only for me'), 'local'),
    choice(t('$(home) All my projects'), 'person'),
  ]);
}

async function save(rule: Rule, target: Target, folder: Folder, review: ChangeReview, person: Person): Promise<void> {
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
