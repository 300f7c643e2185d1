import path from 'node:path';
import * as z from 'zod/mini';
import { claudeHome } from '../project/home';
import { lazySchema } from '../project/lazy-schema';
import { namesIn } from '../project/names-in';
import { readJson, readText } from '../project/read-file';

type Env = Readonly<Record<string, string | undefined>>;

/** The client keeps one such file for each of its running processes. */
const Running = lazySchema(() => z.object({ pid: z.int(), sessionId: z.string() }));

/** The words that the client of a session was started with; undefined where it has ended or the system does not say. */
export function clientArguments(session: string, env: Env): readonly string[] | undefined {
  const folder = path.join(claudeHome(env), 'sessions');
  for (const name of namesIn(folder).filter((one) => /^\d+\.json$/.test(one))) {
    const running = Running.safeParse(readJson(path.join(folder, name)));
    if (!running.success || running.data.sessionId !== session) continue;
    const line = readText(`/proc/${running.data.pid}/cmdline`);
    return line === undefined || line === '' ? undefined : line.replace(/\0$/, '').split('\0');
  }
  return undefined;
}

/** The values of an option that may occur several times: `--plugin-dir a --plugin-dir=b`. */
export function optionValues(words: readonly string[], option: string): readonly string[] {
  return words.flatMap((word, index) => {
    if (word.startsWith(`${option}=`)) return [word.slice(option.length + 1)];
    const value = words[index + 1];
    return word === option && value !== undefined ? [value] : [];
  });
}
