import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectHome } from '../../../src/hooks/project/home';
import { identityOf } from '../../../src/hooks/questions/question';
import type { Reply } from '../../../src/hooks/protocol/reply';
import { Rig } from '../review/rig';
import { asked, read, type Sample } from './sample';

type Answer = Readonly<Record<string, unknown>>;

/** What the reply of a hook says, by its fields. */
export interface Heard {
  readonly decision: string | undefined;
  readonly reason: string;
  readonly input: Answer | undefined;
  readonly context: string | undefined;
  readonly event: string | undefined;
  readonly message: string | undefined;
}

export const color: Sample = { question: 'Which color?', options: ['Red', 'Blue (Recommended)'] };
export const size: Sample = { question: 'Which size?', options: ['Small (Recommended)', 'Large'] };

/** A session that asks questions, a person's preferences, and what the log says of them. */
export class Asking {
  readonly rig: Rig;
  tool = 'AskUserQuestion';
  private uses = 0;

  constructor(env: Readonly<Record<string, string>> = {}, options: { git?: boolean } = {}) {
    this.rig = new Rig(env, options);
  }

  get project(): string {
    return projectHome(this.rig.env, this.rig.root);
  }

  prefer(value: unknown, ids: readonly (string | Sample)[], folder = this.project): void {
    const entries = ids.map((id) => [typeof id === 'string' ? id : identityOf(read(id)).fingerprint, value]);
    this.preferences(JSON.stringify(Object.fromEntries(entries)), path.join(folder, 'question-preferences.json'));
  }

  preferences(text: string, file: string): void {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  async before(samples: readonly Sample[], more: Answer = {}, use = `toolu_${++this.uses}`): Promise<Heard> {
    const tool_input = { questions: samples.map(asked), ...more };
    return heard(await this.rig.hook('PreToolUse', { tool_name: this.tool, tool_input, tool_use_id: use }));
  }

  async after(samples: readonly Sample[], response: unknown, use = `toolu_${++this.uses}`): Promise<Heard> {
    const tool_input = { questions: samples.map(asked) };
    const fields = { tool_name: this.tool, tool_input, tool_response: response, tool_use_id: use };
    return heard(await this.rig.hook('PostToolUse', fields));
  }

  async failed(samples: readonly Sample[], error: unknown, more: Answer = {}): Promise<Heard> {
    const fields = { tool_name: this.tool, tool_input: { questions: samples.map(asked) }, error, ...more };
    return heard(await this.rig.hook('PostToolUseFailure', { tool_use_id: `toolu_${++this.uses}`, ...fields }));
  }

  /** The log of questions, one record per line. */
  log(folder = this.project): readonly Answer[] {
    const text = readFileSync(path.join(folder, 'question-log.jsonl'), 'utf8');
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Answer);
  }

  dispose(): void {
    this.rig.clear();
  }
}

function heard({ stdout }: Reply): Heard {
  const wire = (stdout === '' ? {} : JSON.parse(stdout)) as Readonly<Record<string, unknown>>;
  const specific = (wire.hookSpecificOutput ?? {}) as Readonly<Record<string, unknown>>;
  return {
    decision: specific.permissionDecision as string | undefined,
    reason: (specific.permissionDecisionReason ?? '') as string,
    input: specific.updatedInput as Answer | undefined,
    context: specific.additionalContext as string | undefined,
    event: specific.hookEventName as string | undefined,
    message: wire.systemMessage as string | undefined,
  };
}
