import Mocha from 'mocha';
import path from 'node:path';

/** What the extension host calls: runs the suites that `GATEHOUSE_SUITES` lists and leaves a report. */
export async function run(): Promise<void> {
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: 20_000,
    color: false,
    forbidOnly: true,
    reporter: path.join(__dirname, '../../test/harness/reporter.cjs'),
  });
  const suites = (process.env.GATEHOUSE_SUITES ?? '').split(path.delimiter).filter((file) => file !== '');
  if (suites.length === 0) throw new Error('no suite was named');
  for (const suite of suites) mocha.addFile(suite);
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} tests failed`);
}
