import { definitionOf } from '../programs/catalog';
import type { Wrapper } from '../shell/invocation';
import { local, reads, risky, unknown, type Judgement } from './judgement';

/** They run a tool of the project; it may be installed on the way. */
const projectRunners: ReadonlySet<string> = new Set(
  'uv poetry pipenv pdm hatch rye bundle conda micromamba mise asdf rbenv pyenv'.split(' '),
);
const packageRunners: ReadonlySet<string> = new Set('npx npm pnpm yarn bunx'.split(' '));

/** What a package runner may be asked for: the tool and the package have the same owner. */
const packagedTools =
  /^(?:tsc|eslint|prettier|jest|vitest|mocha|ava|c8|nyc|biome|stylelint|markdownlint|markdownlint-cli2|playwright|cypress|turbo|nx|cspell|knip|madge|depcheck)$/;

const writing: Readonly<Record<string, RegExp>> = {
  npx: /^(?:-[a-zA-Z]*[pc]|--package|--call)/,
  npm: /^(?:-[a-zA-Z]*[pc]|--package|--call)/,
  uv: /^(?:--with|--directory|--project|--env-file|--index|--default-index)/,
  conda: /^(?:--cwd)/,
};

/** Ways to an invocation on which nothing else is run: what carries code apart from these is not approved for it. */
const plainWays = /^(?:\$\(…\)|[<>]\(…\)|function .*|find -exec(?:dir)?|fd -x|trap)$/;

export function judgeWay(via: readonly string[]): Judgement {
  const odd = via.find((way) => !plainWays.test(way));
  return odd === undefined ? reads : risky(`${odd} runs text as a command`);
}

/** What a wrapper adds to the program it runs. */
export function judgeWrapper({ program, args }: Wrapper, inner: string): Judgement {
  if (inner === 'find' && program.includes('xargs')) return unknown('what comes in may be an action of find');
  // A definition says itself what its program adds.
  if (definitionOf(program) !== undefined) return reads;
  if (args.some(({ value }) => value === undefined)) return unknown(`options of ${program} are not known`);
  if (args.some(({ text }) => writing[program]?.test(text) === true))
    return risky(`${program} is told to do more than run ${inner}`);
  if (projectRunners.has(program)) return local(`${program} prepares the project’s environment`);
  if (packageRunners.has(program))
    return packagedTools.test(inner)
      ? local(`runs ${inner} from a package`)
      : risky(`${program} may run a package from the network`);
  return risky(`${program} changes how or where ${inner} runs`);
}
