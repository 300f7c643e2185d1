import { effectsOf } from './effects';
import type { CommandReading, ShellWord } from './invocation';
import type { ChangesMachine, Code, Effect, GitAct, GitAction, UsesService } from '../programs/effect';

/** What a command does, a sentence for each effect. */
export function describeEffects(reading: CommandReading): readonly string[] {
  return effectsOf(reading).map(({ effect, invocation }) => {
    const sentence = describeEffect(effect);
    const place = invocation.elsewhere ? ' (on another machine or in a container)' : '';
    const isDoubted = effect.certainty !== 'certain' && effect.kind !== 'unknown';
    return `${isDoubted ? `Possibly ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}` : sentence}${place}`;
  });
}

/** An effect as a sentence for people: "Deletes ~/x and everything in it". */
function describeEffect(effect: Effect): string {
  switch (effect.kind) {
    case 'read': {
      const verb = { content: 'Reads', names: 'Lists', use: 'Uses' }[effect.what];
      return `${verb} ${text(effect.path)}${tree(effect.tree)}`;
    }
    case 'write': {
      const { how, path } = effect;
      if (how === 'restore') return `Replaces ${text(path)} with the version that git has`;
      const verb = { replace: 'Writes', append: 'Appends to', create: 'Creates', edit: 'Edits' }[how];
      return effect.tree === true ? `${verb} files in ${text(path)}` : `${verb} ${text(path)}`;
    }
    case 'delete': {
      const { path, recursive, contents, trash, shreds } = effect;
      if (trash === true) return `Moves ${text(path)} to the trash`;
      if (contents === true) return `Deletes files in ${text(path)}`;
      return `${shreds === true ? 'Shreds' : 'Deletes'} ${text(path)}${tree(recursive)}`;
    }
    case 'move':
      return `Moves ${text(effect.path)} to ${text(effect.to)}`;
    case 'link':
      return `Links ${text(effect.at)} to ${text(effect.path)}`;
    case 'attributes': {
      const what = { mode: 'mode', owner: 'owner', other: 'attributes' }[effect.sets];
      const to = effect.mode === undefined ? '' : ` to ${effect.mode}`;
      return `Changes the ${what} of ${text(effect.path)}${tree(effect.recursive)}${to}`;
    }
    case 'run':
      return describeCode(effect.code);
    case 'fetch':
      return effect.configured === true ? 'Contacts the configured remote' : `Fetches ${text(effect.from)}`;
    case 'send': {
      if (effect.shell === true) return `Opens a shell to ${text(effect.to)}`;
      const what = effect.what === undefined ? (effect.input === true ? 'its input' : 'data') : list(effect.what);
      return `Sends ${what} to ${text(effect.to)}`;
    }
    case 'git':
      return describeGit(effect);
    case 'reveal':
      return `Shows ${effect.secret}`;
    case 'service':
      return `${serviceVerbs[effect.access]} ${effect.system}: ${effect.verb}`;
    case 'machine':
      return `${machineChanges[effect.what]}${effect.on === undefined ? '' : `: ${effect.on.text}`}`;
    case 'change':
      return effect.compiles === true ? 'Compiles the sources' : (capital(effect.why) ?? 'Changes this project');
    case 'person':
      return `Runs a command that only you may run: ${effect.words}`;
    case 'unknown':
      return `Not fully understood${effect.why === undefined ? '' : `: ${effect.why}`}`;
  }
}

const text = (word: ShellWord | undefined): string => (word === undefined ? 'an unknown place' : word.text || "''");
const list = (words: readonly ShellWord[] | undefined): string => (words ?? []).map(text).join(' ');
const tree = (whole: boolean | undefined): string => (whole === true ? ' and everything in it' : '');
const capital = (why: string | undefined): string | undefined => why && why.charAt(0).toUpperCase() + why.slice(1);

function describeCode(code: Code): string {
  switch (code.form) {
    case 'command':
      return `Runs ${list(code.words)}`;
    case 'shell':
      return `Runs ${code.text.text} in a shell`;
    case 'inline':
      return `Runs ${code.language} code: ${code.text.text}`;
    case 'file':
      return `Runs ${code.path.text}`;
    case 'input':
      return `Runs ${code.language} code from its input`;
    case 'project':
      return "Runs the project's own code";
    case 'unseen':
      return code.path === undefined
        ? 'Loads code that the command does not show'
        : `Loads code from ${code.path.text}`;
  }
}

function describeGit({ act, refs, paths, force, push, loses }: GitAction): string {
  const names = [...(push?.refs.map(({ word }) => word) ?? refs ?? []), ...(paths ?? [])];
  return [
    gitActs[act],
    ...(names.length === 0 ? [] : [`: ${list(names)}`]),
    ...(force === true || push?.force === true ? [', by force'] : []),
    ...(loses === undefined || loses.length === 0 ? [] : [`, and loses ${loses.join(', ')}`]),
  ].join('');
}

const gitActs: Readonly<Record<GitAct, string>> = {
  commit: 'Makes a commit',
  merge: 'Merges into the current branch',
  pull: 'Pulls into the current branch',
  replay: 'Applies commits to a branch',
  switch: 'Switches branches',
  'move-head': 'Moves the current branch to another commit',
  'move-branch': 'Moves a branch',
  'delete-branch': 'Deletes a branch',
  'delete-ref': 'Deletes a ref',
  discard: 'Discards uncommitted work',
  stash: 'Stashes changes',
  'drop-stash': 'Drops stashed changes',
  'remove-worktree': 'Removes a worktree',
  expire: 'Removes old unreachable commits',
  'expire-now': 'Removes unreachable commits at once',
  'rewrite-history': 'Rewrites history',
  push: 'Pushes',
  'skip-hooks': "Skips git's hooks",
  'configure-program': 'Configures git to run a program',
  configure: 'Changes the configuration of git',
  other: 'Changes the repository',
};

const serviceVerbs: Readonly<Record<UsesService['access'], string>> = {
  read: 'Reads from',
  change: 'Changes',
  publish: 'Publishes to',
  destroy: 'Destroys in',
};

const machineChanges: Readonly<Record<ChangesMachine['what'], string>> = {
  'destroy-disk': 'Overwrites a disk',
  'destroy-volume': 'Destroys a volume',
  halt: 'Stops this machine',
  privileges: 'Runs with more rights',
  packages: 'Installs or removes system packages',
  'essential-packages': 'Removes packages that the system needs',
  users: 'Changes users of this machine',
  schedule: 'Schedules something to run later',
  'drop-schedule': 'Deletes everything that was scheduled',
  'drop-settings': 'Deletes settings of this machine',
  processes: 'Stops processes',
  protection: 'Switches off protection of this machine',
  'unguarded-agent': 'Starts an agent that asks for no permission',
  settings: 'Reads or changes settings of this machine',
};
