import type { Finding } from '../../hooks/gates/before-bash/guard/rule';
import type { CommandReading, Invocation } from '../../hooks/shell/invocation';
import type { Folder } from '../store/folder';
import { said } from '../platform/said';
import { escaped, inlineDiff, marked, table, type Mark } from './html';

/** What a command line would run, piece by piece, and what the gates would say to it. Nothing is run. */
export async function commandPage(command: string, folder: Folder): Promise<string> {
  const { commandParts, judge, readCall } = await import('../../hooks/library');
  const call = readCall(
    { hook_event_name: 'PreToolUse', session_id: '', tool_name: 'Bash', tool_input: { command } },
    'PreToolUse',
    folder.root,
  );
  if ('problem' in call) return `<p class="quiet">${escaped(call.problem)}</p>`;
  const { firstFinding, viewOf, readingAt, shownEffects } = await commandParts();
  const { done, site } = await judge(call, { ...folder.surroundings, dry: true });
  const reading = readingAt(command, site);
  const view = viewOf(site, {});
  const judged = reading.invocations.map((invocation) => ({
    invocation,
    finding: firstFinding({ ...alone, source: command, invocations: [invocation] }, view),
  }));
  const whole = firstFinding(reading, view);
  const ofLine = judged.some(({ finding }) => finding !== undefined) ? undefined : whole;
  const marks = marksOf(judged);
  const after = 'input' in done.call && typeof done.call.input.command === 'string' ? done.call.input.command : command;
  return [
    `<h2>${said('The gates')}</h2>`,
    table(
      [said('Gate'), said('Level'), said('Says'), said('Why')],
      done.gates.flatMap((gate) =>
        gate.rulings.map((ruling) => [
          escaped(gate.id),
          escaped(gate.level),
          `<span class="${escaped(ruling.kind)}">${escaped(ruling.kind)}</span>`,
          escaped(ruling.reason),
        ]),
      ),
    ),
    ...(after === command ? [] : [`<h2>${said('It would run as')}</h2>`, inlineDiff(command, after)]),
    `<h2>${said('What it runs')}</h2>`,
    `<pre class="text">${marked(command, marks)}</pre>`,
    judged.length === 0
      ? `<p class="quiet">${said('Nothing is run.')}</p>`
      : tree(judged, (invocation) => shownEffects({ ...alone, source: command, invocations: [invocation] })),
    ...(ofLine === undefined ? [] : [`<p class="deny"><b>${escaped(ofLine.rule)}</b>: ${escaped(ofLine.why)}</p>`]),
    ...unread(reading),
  ].join('');
}

/** What a command does, for a test case. */
export async function effectsOfCommand(command: string, folder: Folder): Promise<readonly string[]> {
  const { commandParts, judge, readCall } = await import('../../hooks/library');
  const payload = { hook_event_name: 'PreToolUse', session_id: '', tool_name: 'Bash', tool_input: { command } };
  const call = readCall(payload, 'PreToolUse', folder.root);
  if ('problem' in call) return [];
  const { readingAt, shownEffects } = await commandParts();
  const { site } = await judge(call, { ...folder.surroundings, dry: true });
  return shownEffects(readingAt(command, site));
}

/** A reading of nothing but one invocation: rules about the whole line have nothing to say to it. */
const alone: Omit<CommandReading, 'source' | 'invocations'> = {
  assignments: [],
  repetitions: [],
  unread: [],
  errors: [],
};

interface Judged {
  readonly invocation: Invocation;
  readonly finding: Finding | undefined;
}

/** What is refused is marked even where it stands inside something that is not: `sudo` passes, what it runs does not. */
function marksOf(judged: readonly Judged[]): readonly Mark[] {
  const marks = judged.flatMap(({ invocation: { range }, finding }): Mark[] =>
    range === undefined
      ? []
      : [
          {
            ...range,
            style: finding === undefined ? 'pass' : 'deny',
            title: finding?.why ?? said('nothing to object to'),
          },
        ],
  );
  const refused = marks.filter(({ style }) => style === 'deny');
  const hides = (one: Mark) => refused.some(({ start, end }) => one.start < end && start < one.end);
  return [...refused, ...marks.filter((one) => one.style === 'pass' && !hides(one))];
}

function tree(judged: readonly Judged[], shownEffects: (invocation: Invocation) => readonly string[]): string {
  const rows = judged.map(({ invocation, finding }) => {
    const { name, args, wrappers, via, depth, cwd } = invocation;
    const words = [name, ...args].map((word) => word.raw).join(' ');
    const around = [...via, ...wrappers.map(({ program }) => program)].join(' › ');
    const indent = '<span class="indent"></span>'.repeat(depth);
    return [
      `${indent}<code>${escaped(words)}</code>${around === '' ? '' : `<br>${indent}<small>${escaped(around)}</small>`}`,
      shownEffects(invocation)
        .map((effect) => escaped(effect))
        .join('<br>'),
      escaped(cwd ?? said('unknown')),
      finding === undefined
        ? `<span class="pass">${said('pass')}</span>`
        : `<span class="deny">${escaped(finding.rule)}</span><br>${escaped(finding.why)}`,
    ];
  });
  return table([said('Command'), said('Effects'), said('Directory'), said('Verdict')], rows);
}

function unread({ unread, errors }: CommandReading): readonly string[] {
  const items = [
    ...unread.map(({ why, text, runner }) =>
      said(
        '{0} would run code that cannot be read ({1}): {2}',
        escaped(runner),
        escaped(why),
        `<code>${escaped(text.slice(0, 200))}</code>`,
      ),
    ),
    ...errors.map(({ message, at }) => said('{0} at {1}', escaped(message), at)),
  ];
  return items.length === 0
    ? []
    : [`<h2>${said('Not understood')}</h2><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`];
}
