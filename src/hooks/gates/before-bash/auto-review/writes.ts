import type { CommandReading, Invocation, Redirect } from '../../../shell/invocation';
import { isDevice, resolvePath, within } from '../../../shell/paths';
import { writtenFiles, type Change } from '../../../shell/written-files';
import { builds, local, reads, risky, unknown, worse, judgeRead, type Judgement } from './reading';
import { isCompiledPlace } from './own-programs';
import { secretAt } from '../../../secrets/places';
import type { Bounds } from './line';

const outgoing: ReadonlySet<string> = new Set(['>', '>>', '>|', '&>', '&>>', '>&', '<>']);
const sinks = /^\/dev\/(?:null|stdout|stderr|tty|fd\/\d+)$/;
const sources = /^\/dev\/(?:null|stdin|zero|urandom|random|tty|fd\/\d+)$/;

/** Devices, and the sockets that bash makes of `/dev/tcp`. */
export function judgeRedirect(
  { operator, target }: Redirect,
  { cwd, program = '' }: Invocation,
  { roots, home }: Bounds,
): Judgement {
  if (target === undefined) return reads;
  if (outgoing.has(operator)) {
    return isDevice(target.text) && !sinks.test(target.text) ? risky(`writes to ${target.raw}`) : reads;
  }
  if (operator !== '<') return reads;
  const read = judgeRead(
    { kind: 'read', path: target, what: 'content', certainty: 'certain', cwd },
    roots,
    home,
    program,
  );
  if (read.tier !== 'read') return read;
  return isDevice(target.text) && !sources.test(target.text) ? risky(`reads from ${target.raw}`) : reads;
}

/** Places in a project whose content other programs obey. */
const obeyed =
  /(?:^|\/)(?:\.git|\.claude|\.gatehouse|\.husky|\.vscode|\.idea|\.cursor|\.cline|\.clinerules|\.windsurf|\.codex|\.gemini|\.continue|\.roo|\.kiro|\.augment|\.amazonq|\.copilot|\.opencode|\.devcontainer|\.github|\.circleci|\.ssh)(?:\/|$)|(?:^|\/)(?:\.mcp\.json|\.(?:cursor|windsurf|cline)rules|\.aider\.conf\.yml|(?:AGENTS|CLAUDE|GEMINI)(?:\.local)?\.md|copilot-instructions\.md|\.envrc|\.gitlab-ci\.yml|\.pre-commit-config\.yaml|\.gitattributes|\.gitmodules|\.npmrc|\.yarnrc(?:\.yml)?|lefthook\.ya?ml)$/;

/** What the line writes, wherever its words say it. */
export function judgeWrites(reading: CommandReading, roots: readonly string[]): Judgement {
  let found = reads;
  for (const { path, change, word, compiled } of writtenFiles(reading)) {
    if (word.value === '/dev/null' || (path !== undefined && sinks.test(path))) continue;
    if (change === 'delete' || change === 'delete-tree' || change === 'restore')
      found = worse(found, risky(`takes ${word.raw} away`));
    else if (path === undefined) found = worse(found, unknown(`which files ${word.raw} stands for is not known`));
    else {
      const place = judgePlace(path, change, word.raw, roots);
      found = worse(found, compiled && place.tier === 'local' && isCompiledPlace(path) ? builds('compiles') : place);
    }
  }
  return found;
}

function judgePlace(path: string, change: Change, written: string, roots: readonly string[]): Judgement {
  const root = roots.find((place) => within(path, place));
  if (root === undefined) return risky(`writes ${written}, outside the project`);
  // A formatter goes through the whole project; anything else that takes its folder for a file is odd.
  if ((path === root && change !== 'edit') || obeyed.test(path.slice(root.length)))
    return risky(`writes ${written}, which other programs read as configuration`);
  return secretAt(path) !== undefined ? risky(`writes the secret ${written}`) : local(`writes ${written}`);
}

/** A change that is meant for the project must name nothing outside it. */
export function leavesProject({ program, args, cwd }: Invocation, roots: readonly string[]): Judgement | undefined {
  if (cwd === undefined || !roots.some((root) => within(cwd, root))) return unknown('works outside the project');
  for (const { text, raw } of args) {
    const path = text.replace(/^--?[\w-]+=/, '');
    if (/:\/\/|^git\+|^file:/.test(path)) {
      if (program === 'curl') continue;
      return unknown(`takes ${raw} from an address`);
    }
    if (path.startsWith('~')) return unknown(`names ${raw}, outside the project`);
    if (!(path.startsWith('/') || /(?:^|\/)\.\.(?:\/|$)/.test(path)) || path === '/dev/null') continue;
    const place = resolvePath(cwd, path);
    if (place === undefined || !roots.some((root) => within(place, root)))
      return unknown(`names ${raw}, outside the project`);
  }
  return undefined;
}
