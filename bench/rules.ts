import { performance } from 'node:perf_hooks';
import { rulingsFor } from '../src/hooks/rules/judge';
import { packGates } from '../src/hooks/gates/rules/packs';
import { readCall } from '../src/hooks/protocol/call';
import type { Rule, RuleMatch } from '../src/hooks/rules/rule';
import { readingAt } from '../src/hooks/shell/shared-reading';
import { effectsOf } from '../src/hooks/shell/effects';
import { assumedSite } from './corpus-site';
import { quantile } from './figures';

/*
 * What rules add to a decision: the same command judged with 200 rules and with none, in turns, its reading left out.
 *
 *   npx tsx bench/rules.ts
 */
const matches: readonly ((at: number) => RuleMatch)[] = [
  (at) => ({ program: `tool-${at}`, subcommand: 'deploy' }),
  (at) => ({ program: 'git', subcommand: 'push', flags: `--option-${at}` }),
  (at) => ({ effect: 'delete', path: `folder-${at}/**` }),
  (at) => ({ effect: 'service:destroy', service: `cloud-${at}*` }),
  (at) => ({ host: `*.example-${at}.com` }),
  (at) => ({ tool: `mcp__server-${at}__*` }),
  (at) => ({ path: `*.lock-${at}` }),
  (at) => ({ effect: 'git:push', branch: `release-${at}/*` }),
];
const rules: readonly Rule[] = Array.from({ length: 200 }, (_, at) => ({
  id: `rule-${at}`,
  match: matches[at % matches.length]?.(at) ?? {},
  decision: 'deny',
  why: 'No.',
  refuses: ['x'],
  passes: ['y'],
}));

const commands = [
  'git status',
  'npm test -- --grep "a test"',
  'git add -A && git commit -m "x" && git push origin feature',
  'rg -n "TODO" src | head -20',
  'cd packages/web && npx tsc --noEmit',
  'curl -s https://api.github.com/repos/a/b | jq .name',
  'rm -rf dist && mkdir -p dist && cp -r src/assets dist/',
  'docker compose up -d && docker compose logs --tail 20 web',
];
const site = assumedSite({ settings: { rules: { list: rules } } });

/** The best of three, each with a reading of its own, so that what else runs on the machine is left out. */
function best(command: string): { readonly rules: number; readonly packs: number } {
  const found = { rules: Infinity, packs: Infinity };
  for (let round = 0; round < 3; round++) {
    const call = readCall({
      hook_event_name: 'PreToolUse',
      session_id: 'bench',
      cwd: site.cwd,
      tool_name: 'Bash',
      tool_input: { command },
    });
    if ('problem' in call || call.event !== 'PreToolUse') throw new Error('the payload cannot be read');
    // The guard has read it before.
    const fresh = { ...site, place: { ...site.place } };
    effectsOf(readingAt(command, fresh));
    const start = performance.now();
    rulingsFor(call, fresh);
    const middle = performance.now();
    for (const gate of packGates) void gate.decide(call, fresh);
    found.rules = Math.min(found.rules, middle - start);
    found.packs = Math.min(found.packs, performance.now() - middle);
  }
  return found;
}

const times = Array.from({ length: 300 }, (_, round) => commands.map((command) => ({ round, ...best(command) })));
const counted = times.flat().filter(({ round }) => round >= 50);
const added = counted.map(({ rules: ms }) => ms);
const packsAdded = counted.map(({ packs: ms }) => ms);
const say = (name: string, times: readonly number[]) =>
  console.log(`${name}: p50 ${quantile(times, 0.5).toFixed(4)} ms, p99 ${quantile(times, 0.99).toFixed(4)} ms`);
say(`${rules.length} rules`, added);
say('the seven packs', packsAdded);
