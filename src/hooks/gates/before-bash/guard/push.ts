import type { GitCommand } from '../../../shell/git';
import type { ShellWord } from '../../../shell/invocation';
import type { Options } from '../../../shell/options';
import { gitOptions } from './git-options';
import { gitRule } from './git-losing';
import { gitWritten, lastOf, objection, type InvocationRule, type Objection, type View } from './rule';

/** One refspec of a push: what it does to which branch over there. */
export interface Pushed {
  readonly word: ShellWord;
  /** `+`: whatever stands there is overwritten. */
  readonly forced: boolean;
  /** Undefined where it cannot be known. */
  readonly target: string | undefined;
  /** Undefined where nothing stands left of the colon: a deletion. */
  readonly source: string | undefined;
  readonly unknown: boolean;
}

/** A push taken apart. */
export interface Push {
  readonly read: Options;
  readonly force: boolean;
  readonly lease: boolean;
  readonly deletes: boolean;
  readonly refspecs: readonly Pushed[];
  /** Every branch there is. */
  readonly everything: boolean;
}

const branchName = (ref: string): string => ref.replace(/^refs\/heads\//, '').replace(/^heads\//, '');

export function readPush(command: GitCommand, view: View): Push {
  const read = gitOptions(command, 'push');
  const deletes = read.has('-d', '--delete');
  const words = read.has('--repo') ? read.operands : read.operands.slice(1);
  const here = view.branchAt(command.cwd);
  const refspecs = words.map((word, index): Pushed => {
    const previous = words[index - 1];
    if (previous?.text === 'tag')
      return {
        word,
        forced: false,
        target: `refs/tags/${word.text}`,
        source: word.text,
        unknown: word.value === undefined,
      };
    const text = word.text.replace(/^\+/, '');
    const colon = text.indexOf(':');
    const source = colon < 0 ? text : text.slice(0, colon);
    const over = (colon < 0 ? text : text.slice(colon + 1)).replace(/^\+/, '');
    const target = over === 'HEAD' || over === '@' ? here : branchName(over);
    return {
      word,
      forced: word.text.startsWith('+') || text.includes(':+'),
      target,
      source: source === '' ? undefined : source,
      unknown: word.value === undefined,
    };
  });
  if (refspecs.length === 0 && !read.has('--all', '--branches', '--mirror', '--tags') && here !== undefined) {
    const word = read.operands[0] ?? command.subcommand;
    if (word !== undefined) refspecs.push({ word, forced: false, target: here, source: here, unknown: false });
  }
  return {
    read,
    deletes,
    refspecs,
    force: lastOf(read, ['-f', '--force'], ['--no-force']) === true,
    lease: lastOf(read, ['--force-with-lease'], ['--no-force-with-lease']) === true,
    everything: read.has('--all', '--branches', '--mirror'),
  };
}

const branchWay = 'Push a branch of your own and let the person merge it.';

function pushing(command: GitCommand, view: View): Objection | undefined {
  const push = readPush(command, view);
  const part = gitWritten(command);
  const { read } = push;
  if (read.has('-n', '--dry-run')) return undefined;
  if (read.has('--mirror')) return objection(part, 'It overwrites and deletes every branch over there.', branchWay);
  if (push.everything && (push.force || push.lease))
    return objection(part, 'It overwrites every branch over there, the protected ones too.', branchWay);
  for (const spec of push.refspecs) {
    const { target } = spec;
    const harms = push.force || push.lease || spec.forced;
    if (target === undefined || spec.unknown || !view.isProtected(target)) continue;
    if (push.deletes || spec.source === undefined)
      return objection(part, `It deletes the protected branch ${target} over there.`, 'Ask the person.');
    if (harms) return objection(part, `It overwrites the history of the protected branch ${target}.`, branchWay);
    if (branchName(spec.source) !== target && !(spec.source === 'HEAD' && view.branchAt(command.cwd) === target)) {
      return objection(part, `It moves the protected branch ${target} to other work, past review.`, branchWay);
    }
  }
  return undefined;
}

function pushingProtected(command: GitCommand, view: View): Objection | undefined {
  const push = readPush(command, view);
  if (push.read.has('-n', '--dry-run')) return undefined;
  if (push.deletes || push.refspecs.some((spec) => spec.source === undefined))
    return objection(gitWritten(command), 'It deletes a branch over there.', 'Ask the person.');
  const hit = push.refspecs.find((spec) => spec.target !== undefined && view.isProtected(spec.target));
  return hit === undefined
    ? undefined
    : objection(gitWritten(command), `It pushes the protected branch ${hit.target ?? ''}.`, branchWay);
}

export const pushRules: readonly InvocationRule[] = [
  gitRule('git-push', ['push'], pushing),
  gitRule('git-push-protected', ['push'], pushingProtected, 'strict'),
];
