import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Stage } from '../cli/stage';

const root = path.resolve(__dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const documents = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'src/plugin/README.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** The lines of the command blocks of a document. */
function commandsIn(file: string): readonly string[] {
  const blocks = [...read(file).matchAll(/^```(?:sh|bash|console)\n([^]*?)^```/gm)].map(([, block = '']) => block);
  return blocks
    .flatMap((block) => block.replace(/\\\n\s*/g, '').split('\n'))
    .map((line) =>
      line
        .replace(/(?:^|\s{1,})#.*$/, '')
        .replace(/^\$ /, '')
        .trim(),
    )
    .filter((line) => line !== '');
}

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** Programs of others: that they are spelled right is all that can be said here. */
const others = [
  /^claude plugin (?:marketplace add|install) \S/,
  /^git (?:for-each-ref|diff|checkout|notes|fetch|push|log) /,
  /^npx mocha --spec /,
];
/** How the command line is started, in the ways that documents name. */
const ours = /^(?:cd \S+ && )?(?:gatehouse|npx gatehouse-cli|node (?:\S+\/)?dist\/hooks\/runner\.js) (.+)$/;
const words = (line: string) =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, one, two, three]) => one ?? two ?? three ?? '');
/** They are understood, and then find nothing to do in a new project, ask for a person, or for checks that were not run. */
const understood = [0, 1];

describe('documents', () => {
  let stage: Stage;
  let program: string | undefined;
  before(() => {
    stage = new Stage();
    program = process.argv[1];
    // An installation copies the folder of the program that runs.
    process.argv[1] = stage.write('../dist/runner.js', '// runs\n');
  });
  after(() => {
    process.argv[1] = program ?? '';
    stage.clear();
  });

  for (const file of documents) {
    const commands = commandsIn(file);
    if (commands.length > 0) {
      it(`${file} names commands that work, each ran here`, async () => {
        for (const line of commands) {
          const [, rest] = ours.exec(line) ?? [];
          const npm = /^npm (?:run )?([\w:-]+)/.exec(line)?.[1];
          const step = /^node scripts\/run\.mjs ([\w:-]+)/.exec(line)?.[1];
          if (npm !== undefined) assert.ok(npm in scripts || npm === 'install', `${line}: there is no such script`);
          else if (step !== undefined)
            assert.match(read('scripts/steps.mjs'), new RegExp(`^ {2}'?${step}'?: \\{`, 'm'));
          else if (rest === undefined)
            assert.ok(
              others.some((pattern) => pattern.test(line)),
              `${line}: what is it?`,
            );
          else {
            const { code, err } = await stage.run(words(rest));
            const waits = code === 70 && err.includes('Run the checks');
            assert.ok(waits || understood.includes(code), `${line} ended with ${code}: ${err}`);
          }
        }
      });
    }

    it(`${file} leads to files that are there`, () => {
      const text = read(file).replace(/```[^]*?```|`[^`\n]*`/g, '');
      const links = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, link = '']) => link);
      const missing = links.filter((link) => !existsSync(path.resolve(root, path.dirname(file), link)));
      assert.deepEqual(missing, []);
    });
  }

  for (const file of ['ARCHITECTURE.md', 'CONTRIBUTING.md']) {
    it(`${file} names source files that exist`, () => {
      const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' }).map(
        (name) => `/${name}`,
      );
      const named = [...read(file).matchAll(/`(?:src\/)?((?!test\/|scripts\/)[\w/-]+\.ts)`/g)].map(
        ([, name = '']) => name,
      );
      assert.ok(named.length > 3);
      const missing = named.filter((name) => !sources.some((source) => source.endsWith(`/${name}`)));
      assert.deepEqual(missing, []);
    });
  }

  it('show pictures that a command makes from the journeys', () => {
    const made = read('test/harness/pictures.ts');
    const shown = documents.flatMap((file) =>
      [...read(file).matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, link]) => link!),
    );
    assert.ok(shown.length > 0);
    assert.deepEqual(
      shown.filter((link) => !made.includes(path.basename(link))),
      [],
    );
  });
});
