import { seconds } from './progress.mjs';
import { differences, footprint } from './footprint.mjs';
import { runSteps } from './schedule.mjs';
import { steps } from './steps.mjs';
import { sentence } from './suites.mjs';

/** Everything, two steps at a time. What takes longest begins as soon as it can. */
const goals = [
  ...['install', 'tools', 'editor', 'build', 'browser', 'package', 'test:journeys', 'client', 'test:client'],
  ...['test:host', 'test:tools', 'test:unit', 'types', 'lint', 'format', 'test:package'],
];

const began = Date.now();
const before = footprint();
const results = await runSteps(steps, goals, { lanes: 2 });
const left = differences(before, footprint());

const total = { passed: 0, failed: 0, skipped: 0 };
for (const { outcome, counts } of results.values()) {
  total.passed += counts?.passed ?? 0;
  total.skipped += counts?.skipped ?? 0;
  // A step without tests of its own, or one that could not run, is one failure.
  total.failed += counts?.failed ?? (outcome === 'failed' ? 1 : 0);
}
if (left.length > 0) {
  total.failed += 1;
  console.log(`FAIL the run did not leave the home folder and the checkout as they were:\n${left.join('\n')}`);
} else {
  total.passed += 1;
  console.log('ok   the home folder and the checkout are as they were');
}
console.log(`took ${seconds(Date.now() - began)}`);
console.log(sentence(total));
process.exit(total.failed > 0 ? 1 : 0);
