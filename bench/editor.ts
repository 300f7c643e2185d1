import path from 'node:path';
import { appendTrace } from '../src/hooks/pipeline/decision-log';
import type { Trace } from '../src/hooks/pipeline/trace';
import { projectHome } from '../src/hooks/project/home';
import { makeSampleProject } from '../test/harness/sample-project';
import { Studio } from '../test/harness/studio';
import type { Workbench } from '../test/harness/workbench';
import { median } from './figures';

/** Of the page. */
declare const requestAnimationFrame: (drawn: (at: number) => void) => void;

const starts = 5;
const decisions = 5_000;
const vsix = path.resolve(__dirname, '../out/gatehouse.vsix');

/** A day of an agent: ten sessions of 250 calls, each with the moment after it; every twentieth was refused. */
function record(home: string): void {
  const began = Date.now() - decisions * 5_000;
  for (let number = 0; number < decisions; number += 1) {
    const call = Math.floor(number / 2);
    const before = number % 2 === 0;
    const trace: Trace = {
      v: 1,
      id: `decision-${number}`,
      at: began + number * 5_000,
      ms: 2,
      via: 'warm',
      event: before ? 'PreToolUse' : 'PostToolUse',
      tool: 'Bash',
      toolUseId: `toolu_${call}`,
      session: `${Math.floor(call / 250)}0000000-a`,
      cwd: '/',
      root: '/',
      subject: `npm test -- ${call}`,
      gates: [],
      verdict: before && call % 20 === 0 ? { decision: 'deny', reason: 'It takes away work.' } : {},
    };
    appendTrace(home, trace);
  }
}

/** From the click on the container's icon until the newest session is there. */
async function opening(workbench: Workbench): Promise<number> {
  await workbench.show('Explorer');
  const began = performance.now();
  await workbench.show('Gatehouse');
  await workbench.page.locator('.part.sidebar .monaco-list-row', { hasText: 'Session 9' }).first().waitFor();
  return performance.now() - began;
}

/** The longest time between two pictures of the screen while the decisions are scrolled. */
async function scrolling({ page }: Workbench): Promise<number> {
  const row = page.locator('.part.sidebar .monaco-list-row', { hasText: 'npm test' }).first();
  await row.hover();
  const longest = page.evaluate(async () => {
    let last = performance.now();
    let gap = 0;
    const end = last + 2_000;
    while (last < end) {
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      gap = Math.max(gap, now - last);
      last = now;
    }
    return gap;
  });
  for (let turn = 0; turn < 40; turn += 1) await page.mouse.wheel(0, 300);
  return longest;
}

/** How long the extension takes to activate, by the extension host's own figure, and to show what an agent did. */
async function main(): Promise<void> {
  const studio = await Studio.open(vsix);
  try {
    const workbench = await studio.workbench(({ folder, env }) => {
      const project = makeSampleProject(path.join(folder, 'till'), env);
      record(projectHome(env, project));
      return project;
    });
    const activations: number[] = [];
    const openings: number[] = [];
    const scrolls: number[] = [];
    while (activations.length < starts) {
      if (activations.length > 0) await workbench.reload();
      await workbench.statusItem('gatehouse.gatehouse.gatehouse.overall').waitFor();
      openings.push(await opening(workbench));
      scrolls.push(await scrolling(workbench));
      activations.push(await workbench.activationMs('Gatehouse'));
    }
    await workbench.close();
    const told = (name: string, figures: readonly number[]) => {
      const rounded = figures.map((figure) => Math.round(figure));
      console.log(`${name}: ${median(rounded)} ms, the median of ${rounded.join(', ')} ms`);
    };
    told('activation', activations);
    told(`a view of ${decisions} decisions, from the click to its rows`, openings);
    told('the longest picture while it is scrolled', scrolls);
  } finally {
    await studio.close();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
