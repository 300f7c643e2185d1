import { Progress } from './progress.mjs';

/** The steps that a goal needs, each once, needs first. */
export function planned(steps, goals) {
  const order = [];
  const visit = (name, path) => {
    if (order.includes(name)) return;
    if (path.includes(name)) throw new Error(`steps need each other: ${[...path, name].join(' -> ')}`);
    const step = steps[name];
    if (step === undefined) throw new Error(`no step is called ${name}`);
    for (const need of step.needs ?? []) visit(need, [...path, name]);
    order.push(name);
  };
  for (const goal of goals) visit(goal, []);
  return order;
}

/**
 * Runs the steps of the goals, `lanes` at a time, in the order of the list as soon as their needs have passed.
 * A step whose need failed counts as failed too: what could not run was not proved. One whose need was skipped is skipped.
 * Resolves to each step's result by name.
 */
export async function runSteps(
  steps,
  goals,
  { lanes = 1, arguments: args = [], stream, progress = new Progress() } = {},
) {
  const waiting = planned(steps, goals);
  const results = new Map();
  const active = new Map();

  const leaveOut = (name, outcome, why) => {
    results.set(name, { outcome, output: '', ...(outcome === 'skipped' ? { skipped: why } : { note: why }) });
    progress.end(name, outcome, why);
  };
  const begin = (name) => {
    const step = steps[name];
    const needWith = (outcome) => (step.needs ?? []).find((need) => results.get(need).outcome === outcome);
    const [failed, skipped] = [needWith('failed'), needWith('skipped')];
    if (failed !== undefined) return leaveOut(name, 'failed', `not run: ${failed} failed`);
    if (skipped !== undefined) return leaveOut(name, 'skipped', `not run: ${skipped} was skipped`);
    if (step.run === undefined) {
      results.set(name, { outcome: 'passed' });
      return;
    }
    progress.start(name, step.title);
    const onLine = (line) => {
      if (name === stream) progress.print(line);
      else progress.line(name, line);
    };
    const work = step
      .run({ onLine, arguments: name === stream ? args : [], log: name })
      .catch((error) => ({ code: 1, output: String(error?.stack ?? error) }))
      .then((result) => {
        const outcome = result.skipped ? 'skipped' : result.code === 0 ? 'passed' : 'failed';
        results.set(name, { ...result, outcome });
        progress.end(name, outcome, result.skipped ?? result.note);
        active.delete(name);
      });
    active.set(name, work);
  };

  while (waiting.length > 0 || active.size > 0) {
    // What only waits for the network takes no lane.
    const busy = [...active.keys()].filter((name) => !steps[name].waits).length;
    const alone = [...active.keys()].some((name) => steps[name].alone);
    const loads = [...active.keys()].flatMap((name) => steps[name].load ?? []);
    const fits = ({ needs = [], alone: apart, load }) =>
      needs.every((need) => results.has(need)) &&
      !(apart && active.size > 0) &&
      (load === undefined || loads.every((other) => other === load));
    // An earlier step that cannot run beside this one goes first, even if it does not have all it needs yet.
    const overtakes = (load, at) =>
      load !== undefined && waiting.slice(0, at).some((name) => (steps[name].load ?? load) !== load);
    const next = waiting.findIndex((name, at) => fits(steps[name]) && !overtakes(steps[name].load, at));
    if (next >= 0 && busy < lanes && !alone) begin(...waiting.splice(next, 1));
    else await Promise.race(active.values());
  }
  return results;
}
