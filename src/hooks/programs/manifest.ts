import * as z from 'zod/mini';
import { lazySchema } from '../project/lazy-schema';
import { parseAs } from '../protocol/json';

const Manifest = lazySchema(() => z.object({ scripts: z.optional(z.record(z.string(), z.unknown())) }));

/** A script of a package.json or composer.json, with what npm runs before and after it. */
export function scriptText(manifest: string, name: string): string | undefined {
  const scripts = scriptsOf(manifest);
  const own = commandsOf(scripts, name);
  if (own === undefined) return undefined;
  return [commandsOf(scripts, `pre${name}`), own, commandsOf(scripts, `post${name}`)]
    .filter((part) => part !== undefined)
    .join(' && ');
}

function scriptsOf(manifest: string): Readonly<Record<string, unknown>> {
  return parseAs(Manifest, manifest)?.scripts ?? {};
}

/** npm has one command a script; composer may have a list. */
function commandsOf(scripts: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const script = Object.hasOwn(scripts, name) ? scripts[name] : undefined;
  if (typeof script === 'string') return script;
  return Array.isArray(script) ? script.filter((one) => typeof one === 'string').join(' && ') : undefined;
}
