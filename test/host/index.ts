import Mocha from 'mocha';
import path from 'node:path';
import { timeLimit } from '../../scripts/time-limits.mjs';
import { keep } from '../harness/keep';
import { picture } from './support/picture';

/** What the extension host calls: runs the suites that `GATEHOUSE_SUITES` lists and leaves a report. */
export async function run(): Promise<void> {
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: timeLimit('test'),
    color: false,
    forbidOnly: true,
    reporter: path.join(__dirname, '../../test/harness/reporter.cjs'),
    rootHooks: {
      async afterEach(this: Mocha.Context) {
        if (this.currentTest?.state === 'failed') await keepFailure(this.currentTest.fullTitle());
      },
    },
  });
  const suites = (process.env.GATEHOUSE_SUITES ?? '').split(path.delimiter).filter((file) => file !== '');
  if (suites.length === 0) throw new Error('no suite was named');
  for (const suite of suites) mocha.addFile(suite);
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} tests failed`);
}

async function keepFailure(title: string): Promise<void> {
  const shot = await picture(`failed ${title}`);
  keep(title, {
    ...(shot !== undefined && { 'screen.png': shot }),
    // The extension's own log is among the editor's.
    'editor-logs': process.env.GATEHOUSE_EDITOR_LOGS ?? '',
    'host.log': path.join(process.env.GATEHOUSE_HOME ?? '', 'host/host.log'),
  });
}
