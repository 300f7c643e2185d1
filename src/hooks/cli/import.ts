import path from 'node:path';
import {
  carryOutImport,
  planImport,
  undoImport,
  type FileChange,
  type FoundHook,
  type ImportPlan,
} from '../install/import';
import { hookSets, workflowSet } from '../install/original-hooks';
import { exitCodes, saysYes, type Command, type Terminal } from './command';
import { json, noMoreWords, printable, readWords, table, UsageError, onOff } from './words';
import { runnerFolder, unifiedDiff, maskedSettings } from './settings-change';

const help = `
Usage: gatehouse import [--yes] [--dry-run] [--json]
       gatehouse import --undo [--json]

Replaces other hooks with Gatehouse: the review-state hooks, the hook harness, workflow state
patterns, the CodeGraph nudge, gstack's question hooks. It finds them in the settings files that the agent reads here,
shows the change as a diff, and applies it: removes them, registers Gatehouse in the same files, sets the profile
"harness" for the hook harness, and writes a workflow for phase files. All other hooks and all state files stay
unchanged. At the end it names the page that says what maps to what.

  --dry-run  show it, change nothing
  --yes      do not ask
  --undo     restore every file that has not changed since the import
  --json     one JSON object instead of text

Exit codes: 0 done or nothing to do, 1 declined, or a file changed since, 64 wrong usage, 70 could not be done.
`;

export const command: Command = {
  name: 'import',
  summary: 'replace other hooks with Gatehouse',
  help,
  async run(args, terminal) {
    const { values, positionals, asJson } = readWords(args, { yes: onOff, 'dry-run': onOff, undo: onOff });
    noMoreWords(positionals);
    if (values.undo === true) {
      if (values['dry-run'] === true) throw new UsageError('--undo shows no preview');
      return undo(terminal, asJson);
    }
    const at = { directory: terminal.cwd, env: terminal.env, source: runnerFolder() };
    const plan = await planImport(at);
    const changes = plan.changes.filter(({ before, after }) => before !== after);
    const report = (changed: boolean) =>
      json(terminal, {
        found: plan.found.map(({ file, line, event, command, gates, hookSet }) => ({
          hookSet,
          file,
          line,
          event,
          command,
          gates: gates.split(', '),
        })),
        kept: plan.kept,
        changes: changes.map((change) => ({ file: change.file, diff: diffOf(change) })),
        changed,
        undo: changed ? 'gatehouse import --undo' : null,
      });
    if (!asJson) terminal.out(printable(foundText(plan)));
    if (changes.length === 0 || values['dry-run'] === true) {
      if (asJson) report(false);
      else terminal.out(printable(changes.map(diffOf).join('')));
      return exitCodes.ok;
    }
    if (!asJson) terminal.out(printable(changes.map(diffOf).join('')));
    if (values.yes !== true && !(await isWanted(terminal, asJson))) return exitCodes.no;
    await carryOutImport(at, plan);
    if (asJson) report(true);
    else terminal.out(printable(doneText(changes, plan)));
    return exitCodes.ok;
  },
};

async function isWanted(terminal: Terminal, asJson: boolean): Promise<boolean> {
  if (asJson || !terminal.isTTY) {
    terminal.err("Nothing was changed. To do it: 'gatehouse import --yes'\n");
    return false;
  }
  if (await saysYes(terminal, 'Do this?')) return true;
  terminal.out('Nothing was changed.\n');
  return false;
}

function foundText({ found, kept }: ImportPlan): string {
  if (found.length === 0) {
    return 'No hooks that Gatehouse can replace were found here. To register Gatehouse: gatehouse install\n';
  }
  const files = [...new Set(found.map(({ file }) => file))].map((file) => {
    const rows = found.filter((hook) => hook.file === file).map(rowOf);
    return `${file}\n${table(rows, '  ')}`;
  });
  const stays = kept.length === 0 ? '' : `Kept and still used: ${kept.join(', ')}\n`;
  return `Found:\n${files.join('')}${stays}\n`;
}

function rowOf({ line, event, command, gates }: FoundHook): readonly string[] {
  const short = command.length > 60 ? `…${command.slice(-59)}` : command;
  return [`line ${line}`, event, short, `→ ${gates}`];
}

function diffOf({ file, before, after }: FileChange): string {
  const isSettings = /settings(?:\.local)?\.json$/.test(path.basename(file));
  const shown = (text = '') => (isSettings && text !== '' ? maskedSettings(text) : text);
  return unifiedDiff(file, shown(before), shown(after));
}

/** The pages are no part of what is installed. */
const folderOfPages = 'https://github.com/gatehouse-guard/gatehouse/blob/main/docs/from';

function doneText(changes: readonly FileChange[], { found }: ImportPlan): string {
  const sets = new Set(found.map(({ hookSet }) => hookSet));
  const pages = [...hookSets, workflowSet]
    .filter(({ id }) => sets.has(id))
    .map(({ page }) => `${folderOfPages}/${page}`);
  const next = sets.has(workflowSet.id)
    ? 'Put the names of your own sub-agents into .claude/gatehouse.json (workflow.workflows).\n'
    : '';
  const passes =
    sets.has('review-state') || sets.has('harness')
      ? 'A pass in a state file counts once you accept it: gatehouse status, gatehouse accept <flag>.\n'
      : '';
  return `Changed ${changes.map(({ file }) => file).join(', ')}.
${next}${passes}What else is different: ${pages.join(', ')}.
To check: gatehouse doctor. To go back: gatehouse import --undo
`;
}

async function undo(terminal: Terminal, asJson: boolean): Promise<number> {
  const { back, changed } = await undoImport(terminal.env);
  if (asJson) json(terminal, { back, changed });
  else {
    if (back.length > 0) terminal.out(printable(`Restored: ${back.join(', ')}.\n`));
    for (const file of changed) {
      terminal.err(
        printable(
          `${file} changed since the import and was left alone. The original is in Gatehouse's folder, under backups.\n`,
        ),
      );
    }
  }
  return changed.length === 0 ? exitCodes.ok : exitCodes.no;
}
