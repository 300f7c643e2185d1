import { differences, footprint } from './footprint.mjs';
import { seconds } from './progress.mjs';
import { runSteps } from './schedule.mjs';
import { steps } from './steps.mjs';
import { clearFailures } from './suites.mjs';
import { sentence, summary, total } from './summary.mjs';
import { calibrate } from './time-limits.mjs';

/**
 * The tests of the product, three steps at a time: on two cores, for half of what they do is to wait. What takes longest
 * begins as soon as it can. Longer suites run by name only (`steps.mjs`); how the code is written is `npm run check`'s matter.
 */
const goals = [
  ...['install', 'tools', 'editor', 'build', 'browser', 'client', 'package', 'test:journeys', 'test:host'],
  ...['test:tools', 'types', 'test:package', 'test:faults', 'test:client', 'test:unit'],
];

const began = Date.now();
clearFailures();
console.log(calibrate());
const before = footprint();
const results = new Map(await runSteps(steps, goals, { lanes: 3 }));
const left = differences(before, footprint());
const untouched = 'the home folder and the checkout are as they were';
const counts = { passed: left.length > 0 ? 0 : 1, failed: left.length > 0 ? 1 : 0, skipped: 0 };
const failures = left.length > 0 ? [{ title: untouched, error: left.join('\n') }] : [];
results.set('footprint', { outcome: left.length > 0 ? 'failed' : 'passed', counts, failures });

const sum = total(results);
for (const line of summary(results)) console.log(line);
console.log(`\n${sentence(sum)} in ${seconds(Date.now() - began)}`);
process.exit(sum.failed > 0 ? 1 : 0);
