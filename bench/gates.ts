import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type * as library from '../src/hooks/library';
import type { Profile } from '../src/hooks/pipeline/gate';
import { quantile, table } from './figures';

/*
 * What the gates themselves take in a warm process: the milliseconds that the trace says, added up over the gates that
 * a figure is about. The first calls of each figure are left out.
 */

/** As it is built: from sources every lazy import would be resolved again. */
const built = createRequire(__filename)('../dist/hooks/library.js') as typeof library;

interface Figure {
  readonly name: string;
  readonly project: string;
  readonly profile?: Profile;
  readonly event: string;
  /** The payload of a call; the number tells calls of one figure apart. */
  readonly fields: (turn: number) => Readonly<Record<string, unknown>>;
  /** Undefined for every gate that reads the call. */
  readonly gates?: readonly string[];
  readonly turns: number;
  readonly allowed: { readonly p50?: number; readonly p99?: number };
}

const commands: readonly string[] = [
  'ls -la src',
  'git status --short',
  'npm test -- --watch=false',
  'cat package.json | jq .scripts',
  'grep -rn "TODO" src | head -20',
  'git add -A && git commit -m "a message"',
  'cd packages/app && npm run build',
  'find . -name "*.ts" -newer a.ts -exec wc -l {} +',
  'for f in src/*.ts; do echo "$f"; done',
  'docker compose up -d && curl -s localhost:3000/health',
  'python3 -c "import json; print(json.dumps({}))"',
  'rm -rf build/tmp',
  'sed -i "s/a/b/" src/f0.ts',
  'git push --force origin work',
  'FOO=1 env -i PATH="$PATH" bash -c "echo $FOO"',
];

class Projects {
  readonly base = realpathSync(mkdtempSync(path.join(tmpdir(), 'gatehouse-gates-')));
  readonly env = {
    PATH: process.env.PATH ?? '',
    HOME: path.join(this.base, 'person'),
    GATEHOUSE_HOME: path.join(this.base, 'home'),
    CLAUDE_CONFIG_DIR: path.join(this.base, 'person/.claude'),
    GIT_CONFIG_NOSYSTEM: '1',
  };
  readonly transcript = path.join(this.base, 'transcript.jsonl');

  constructor() {
    mkdirSync(this.env.HOME, { recursive: true });
    const prompt = `${JSON.stringify({ type: 'user', message: { role: 'user', content: 'go on' } })}\n`;
    writeFileSync(this.transcript, prompt);
    // Nothing but its end is read; what lies before may be a hole.
    truncateSync(this.transcript, 200 * 1024 * 1024);
    writeFileSync(this.transcript, prompt, { flag: 'a' });
  }

  /** Changes that many files of a project that `make` made. */
  change(root: string, files: number, turn: number): void {
    for (let file = 0; file < files; file += 1)
      writeFileSync(
        path.join(root, 'src', `part${file % 40}`, `f${file}.ts`),
        `export const f${file} = 'change ${turn}';\n`,
      );
  }

  /** A repository of so many source files with a plan of so many phases. */
  make(name: string, files: number, phases: number): string {
    const root = path.join(this.base, name);
    const text = Array.from({ length: 500 }, (_, line) => `export const value${line} = ${line}; // a line\n`).join('');
    for (let file = 0; file < files; file += 1) {
      const folder = path.join(root, 'src', `part${file % 40}`);
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, `f${file}.ts`), file % 100 === 0 ? text : `export const f${file} = ${file};\n`);
    }
    writeFileSync(path.join(root, 'MASTER_PLAN.md'), plan(phases));
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
        cwd: root,
        env: this.env,
        stdio: 'ignore',
      });
    git('init', '-q', '-b', 'work');
    git('add', '-A');
    git('commit', '-q', '-m', 'first');
    // Files of this very moment would be read again each time.
    const past = new Date(Date.now() - 60_000);
    for (let file = 0; file < files; file += 1)
      utimesSync(path.join(root, 'src', `part${file % 40}`, `f${file}.ts`), past, past);
    git('update-index', '-q', '--refresh');
    return root;
  }

  close(): void {
    rmSync(this.base, { recursive: true, force: true });
  }
}

function plan(phases: number): string {
  const body = Array.from(
    { length: phases },
    (_, phase) =>
      `## Phase ${phase + 1}: Part ${phase + 1}\n\n**Status:** ${phase === 0 ? 'in-progress' : 'planned'}\n\n- REQ-P1-${String(phase + 1).padStart(3, '0')}: it works\n\n### Decision Log\n\n- DEC-PART-${String(phase + 1).padStart(3, '0')}: done so because of that\n`,
  );
  return `# Plan\n\n## Original Intent\n\nA person wants it.\n\n${body.join('\n')}`;
}

async function measured(figure: Figure, projects: Projects): Promise<readonly number[]> {
  const times: number[] = [];
  const warming = Math.ceil(figure.turns / 4);
  for (let turn = -warming; turn < figure.turns; turn += 1) {
    const call = built.readCall({
      session_id: 'bench',
      transcript_path: projects.transcript,
      cwd: figure.project,
      hook_event_name: figure.event,
      ...figure.fields(turn + warming),
    });
    if ('problem' in call) throw new Error(call.problem);
    const judging = { env: projects.env, clock: { now: () => Date.now() }, profile: figure.profile };
    const { done } = await built.decideCall(call, judging);
    const counted = done.gates.filter(({ id }) => figure.gates === undefined || figure.gates.includes(id));
    if (counted.length === 0) throw new Error(`no gate was asked: ${figure.name}`);
    if (turn >= 0) times.push(counted.reduce((sum, { ms }) => sum + ms, 0));
  }
  return times;
}

function gitStatusMs(project: string, env: Projects['env']): number {
  const times = Array.from({ length: 15 }, () => {
    const start = performance.now();
    execFileSync('git', ['status', '--porcelain'], { cwd: project, env });
    return performance.now() - start;
  });
  return quantile(times, 0.5);
}

/** The table of gate times, and the figures behind it. */
export async function measureGates(quick: boolean) {
  const projects = new Projects();
  try {
    const many = quick ? 60 : 400;
    const few = quick ? 8 : 40;
    const small = projects.make('small', 40, 3);
    const clean = projects.make('clean', 10_000, 3);
    const dirty = projects.make('dirty', 10_000, 3);
    projects.change(dirty, 500, 0);
    const cleanMs = gitStatusMs(clean, projects.env);
    const dirtyMs = gitStatusMs(dirty, projects.env);
    const large = projects.make('large', 3_000, 60);
    mkdirSync(path.join(large, '.codegraph'));
    const statusMs = gitStatusMs(large, projects.env);
    const tool =
      (name: string, input: object, more: object = {}) =>
      () => ({ tool_name: name, tool_input: input, ...more });
    const edit = (project: string) =>
      tool('Edit', { file_path: `${project}/src/part0/f0.ts`, old_string: 'value7 = 7', new_string: 'value7 = 8' });
    const questions = (count: number, answers: object = {}) => ({
      tool_name: 'AskUserQuestion',
      tool_input: {
        questions: Array.from({ length: count }, (_, at) => ({
          question: `Shall we take way ${at}?`,
          header: 'Way',
          multiSelect: false,
          options: [
            { label: 'Yes (recommended)', description: 'the short one' },
            { label: 'No', description: 'the long one' },
          ],
        })),
        ...answers,
      },
    });
    const answers = Object.fromEntries(Array.from({ length: 4 }, (_, at) => [`Shall we take way ${at}?`, 'No']));
    const beforeEdit = ['sensitive-path', 'test-gate', 'mock-gate', 'branch-guard', 'doc-gate', 'plan-check'];
    const figures: readonly Figure[] = [
      {
        name: 'reading, guarding and reviewing a command',
        project: small,
        event: 'PreToolUse',
        fields: (turn) => tool('Bash', { command: commands[turn % commands.length] })(),
        gates: ['self-protection', 'guard', 'auto-review'],
        turns: many * 10,
        allowed: { p50: 0.1, p99: 1 },
      },
      {
        name: 'review state, after a command that is no review',
        project: small,
        event: 'PostToolUse',
        fields: (turn) =>
          tool('Bash', { command: commands[turn % commands.length] }, { tool_response: { stdout: 'a' } })(),
        gates: ['review-state'],
        turns: many,
        allowed: { p50: 0.2, p99: 0.2 },
      },
      {
        name: 'before an edit of 500 lines',
        project: small,
        profile: 'harness',
        event: 'PreToolUse',
        fields: edit(small),
        gates: beforeEdit,
        turns: many,
        allowed: { p50: 3, p99: 10 },
      },
      {
        name: 'the same among 3,000 files, with 60 phases',
        project: large,
        profile: 'harness',
        event: 'PreToolUse',
        fields: edit(large),
        gates: beforeEdit,
        turns: many,
        allowed: { p50: 6, p99: 20 },
      },
      {
        name: 'UserPromptSubmit, all gates',
        project: large,
        event: 'UserPromptSubmit',
        fields: () => ({ prompt: 'go on with the next step' }),
        turns: many,
        allowed: { p50: 2 },
      },
      {
        name: 'Stop, all gates, 3,000 files unchanged',
        project: large,
        profile: 'harness',
        event: 'Stop',
        fields: () => ({ stop_hook_active: false, last_assistant_message: 'Done. Next: nothing.' }),
        turns: few,
        allowed: { p50: 25 },
      },
      {
        name: `SessionStart, all gates (git status: ${statusMs.toFixed(1)} ms)`,
        project: large,
        event: 'SessionStart',
        fields: () => ({ source: 'startup' }),
        turns: few,
        allowed: { p50: 3 * statusMs },
      },
      {
        name: `a discard, nothing to lose, 10,000 files (git status: ${cleanMs.toFixed(1)} ms)`,
        project: clean,
        event: 'PreToolUse',
        fields: tool('Bash', { command: 'git reset --hard' }),
        gates: ['guard'],
        turns: few,
        allowed: { p50: 15 },
      },
      {
        name: `a discard of 500 changes of 10,000 files, kept (git status: ${dirtyMs.toFixed(1)} ms)`,
        project: dirty,
        event: 'PreToolUse',
        fields: (turn) => {
          // The same state would be kept once.
          projects.change(dirty, 500, turn + 1);
          return tool('Bash', { command: 'git reset --hard' })();
        },
        gates: ['guard'],
        turns: few,
        allowed: { p50: 165 },
      },
      {
        name: 'one question, before it is asked',
        project: small,
        event: 'PreToolUse',
        fields: () => questions(1),
        gates: ['question-preference'],
        turns: many,
        allowed: { p50: 1 },
      },
      {
        name: 'four answers, logged',
        project: small,
        event: 'PostToolUse',
        fields: (turn) => ({ ...questions(4, { answers }), tool_response: { answers }, tool_use_id: `toolu_${turn}` }),
        gates: ['question-log'],
        turns: few,
        allowed: { p50: 2 },
      },
      {
        name: 'code index nudge, transcript of 200 MB',
        project: large,
        event: 'PreToolUse',
        fields: tool('Grep', { pattern: 'value' }),
        gates: ['code-index-nudge'],
        turns: many,
        allowed: { p50: 0.3 },
      },
      {
        name: 'code index mark, transcript of 200 MB',
        project: large,
        event: 'PostToolUse',
        fields: tool('mcp__codegraph__search', { query: 'value' }, { tool_response: 'found' }),
        gates: ['code-index-mark'],
        turns: few,
        allowed: { p50: 0.5 },
      },
    ];
    const rows = [];
    for (const figure of figures) {
      const times = await measured(figure, projects);
      const { name, allowed } = figure;
      rows.push({ name, p50: quantile(times, 0.5), p99: quantile(times, 0.99), allowed });
    }
    const ms = (value: number | undefined) =>
      value === undefined ? '' : value < 10 ? value.toFixed(2) : value.toFixed(1);
    const text = table(
      ['gate time, warm, ms', 'p50', 'allowed', 'p99', 'allowed'],
      rows.map(({ name, p50, p99, allowed }) => [name, ms(p50), ms(allowed.p50), ms(p99), ms(allowed.p99)]),
    );
    return { rows, text };
  } finally {
    projects.close();
  }
}
