import { readText } from '../../../project/read-file';
import { effectsOf } from '../../../shell/effects';
import type { Invocation } from '../../../shell/invocation';
import { resolvePath } from '../../../shell/paths';
import { readCommand } from '../../../shell/read-command';
import { says } from './deleting';
import { reachOf } from './targets';
import { objection, written, type LineRule } from './rule';

/** How code of a language is given to its interpreter. */
const interpreters: Readonly<Record<string, string>> = {
  python: 'python3',
  node: 'node',
  ruby: 'ruby',
  perl: 'perl',
  php: 'php',
};

/** Code that deletes a tree contains one of these words; a script without them is not analysed. */
const removing = /\brm\b|rmtree|rmsync|rm_rf|rmdir|remove_(?:tree|dir|entry)|rimraf|\bremove\w*\(/i;

/** Longer files are programs, not scripts. */
const longest = 32_000;

/**
 * A script of the project in another language than the shell's, as `bash x.sh` is read by its commands: refused if it
 * plainly deletes a tree outside the project. What depends on values is left to the person.
 */
export const scriptRule: LineRule = {
  id: 'delete-from-code',
  level: 'standard',
  checkLine(reading, view) {
    for (const invocation of reading.invocations) {
      for (const [file, language] of invocation.elsewhere ? [] : scriptsOf(invocation)) {
        const text = readText(file, { maxBytes: longest });
        const program = interpreters[language];
        if (text === undefined || program === undefined || !removing.test(text)) continue;
        if (invocation.cwd === undefined) continue;
        let end = 'END';
        while (text.includes(end)) end += '_';
        const inner = readCommand(`${program} <<'${end}'\n${text}\n${end}`, { cwd: invocation.cwd, home: view.home });
        for (const { effect } of effectsOf(inner)) {
          if (effect.kind !== 'delete' || !effect.recursive || !(effect.force || effect.call !== undefined)) continue;
          const reach = reachOf(effect.path, effect, view);
          if (reach !== 'system' && reach !== 'outside' && reach !== 'git') continue;
          return objection(
            written(invocation),
            `${file} deletes ${effect.path.raw}. ${says[reach]}`,
            'Let the script remove named paths inside the project, or ask the person to run it.',
          );
        }
      }
    }
    return undefined;
  },
};

/** The scripts that it runs, each with its language. */
function scriptsOf({ effects, name, cwd }: Invocation): readonly (readonly [file: string, language: string])[] {
  if (effects !== undefined) {
    return effects.flatMap((effect) => {
      if (effect.kind !== 'run' || effect.code.form !== 'file' || effect.code.path.value === undefined) return [];
      const file = resolvePath(effect.cwd, effect.code.path.value);
      return file === undefined ? [] : [[file, effect.code.language] as const];
    });
  }
  const own = name.value?.includes('/') === true ? resolvePath(cwd, name.value) : undefined;
  const first = own === undefined ? undefined : readText(own, { maxBytes: longest })?.split('\n', 1)[0];
  const language = /^#!.*\b(python|node|ruby|perl|php)[\d.]*\b/.exec(first ?? '')?.[1];
  return own === undefined || language === undefined ? [] : [[own, language]];
}
