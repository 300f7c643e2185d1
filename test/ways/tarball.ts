import assert from 'node:assert/strict';
import path from 'node:path';
import { z } from 'zod';
import manifest from '../../package.json';
import { Newcomer } from '../harness/newcomer';

const tarball = path.resolve(__dirname, '../../out/gatehouse-cli.tgz');
const Doctor = z.object({ ok: z.boolean(), results: z.array(z.object({ status: z.string(), message: z.string() })) });

/** The package in an empty home: one command each for coming, looking and leaving. */
export function tarballJourney(node: string): void {
  const person = new Newcomer(node);
  try {
    const npx = (...words: readonly string[]) =>
      person.run('npx', '--yes', '--offline', '--package', tarball, 'gatehouse-cli', ...words);
    const version = npx('--version');
    assert.equal(version.out, `${manifest.version}\n`, version.err);
    assert.equal(npx('status').code, 1);
    const installed = npx('install', '--yes');
    assert.equal(installed.code, 0, installed.err);
    assert.match(person.refusal('rm -rf ~/'), /home/i);
    const doctor = npx('doctor', '--json');
    const { ok, results } = Doctor.parse(JSON.parse(doctor.out));
    assert.deepEqual([ok, results.filter(({ status }) => status === 'bad')], [true, []]);
    const gone = npx('uninstall', '--everywhere', '--yes');
    assert.equal(gone.code, 0, gone.out);
    assert.deepEqual(person.traces(), []);
  } finally {
    person.clear();
  }
}
