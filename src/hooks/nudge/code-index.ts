import { statSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { turnState, type TurnState } from '../evidence/files/session';
import type { Site } from '../pipeline/site';
import { shortHash } from '../project/home';
import { lazyObject } from '../project/lazy-schema';
import { readText } from '../project/read-file';
import type { Call } from '../protocol/call';

/** A prepared index of the code that answers what a search through many files would. */
export interface CodeIndex {
  readonly name: string;
  /** What has to exist, from a folder on the way from the cwd up to the worktree's top. */
  readonly marker: string;
  readonly kind: 'folder' | 'file';
  /** Its MCP server; absent if it has none. */
  readonly server?: string | undefined;
  /** What it is good for and what to call, in half a sentence. */
  readonly offers: string;
}

/** In the order they are named to the model: never the order they are found in. */
const knownIndexes: readonly CodeIndex[] = [
  {
    name: 'graphify',
    marker: 'graphify-out/graph.json',
    kind: 'file',
    offers: 'graphify-out/graph.json maps how modules depend on each other',
  },
  {
    name: 'repowise',
    marker: '.repowise',
    kind: 'folder',
    server: 'repowise',
    offers: 'the repowise tools explain modules and answer questions about the repository',
  },
  {
    name: 'codegraph',
    marker: '.codegraph',
    kind: 'folder',
    server: 'codegraph',
    offers: 'the codegraph tools (context, explore, search) find definitions, callers and related code',
  },
];

const indexesOf = (site: Site): readonly CodeIndex[] => [...knownIndexes, ...site.config.settings.nudge.indexes];

/** The indexes that exist here, looked for upward from the cwd: a few stat calls, whatever the size of the repository. */
export function presentIndexes(site: Site): readonly CodeIndex[] {
  const folders: string[] = [];
  for (let folder = site.cwd; ; folder = path.dirname(folder)) {
    folders.push(folder);
    if (folder === site.root || folder === path.dirname(folder) || folders.length > 40) break;
  }
  return indexesOf(site).filter((index) =>
    folders.some((folder) => exists(path.join(folder, index.marker), index.kind)),
  );
}

function exists(file: string, kind: CodeIndex['kind']): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  return kind === 'folder' ? stats?.isDirectory() === true : stats?.isFile() === true;
}

/** The index that an MCP tool belongs to; a server that a plugin brings has a longer name. */
export function indexOfTool(site: Site, tool: string): CodeIndex | undefined {
  const server = /^mcp__(.+?)__/.exec(tool)?.[1];
  if (server === undefined) return undefined;
  return indexesOf(site).find(({ server: own }) => own !== undefined && (server === own || server.endsWith(`_${own}`)));
}

const NudgeTurn = lazyObject(() => ({ key: z.string(), used: z.array(z.string()), nudged: z.array(z.string()) }));
const Turns = lazyObject(() => ({ v: z.literal(1), turns: z.array(NudgeTurn) }));
type NudgeTurn = z.infer<typeof NudgeTurn>;

const remembered = 40;

/**
 * What happened in one turn of one agent: which indexes were asked, which were named. A turn is what a person's
 * prompt began: tool results, parallel calls and other agents do not end it.
 */
export class TurnMemory {
  private readonly key: string;

  constructor(
    private readonly site: Site,
    private readonly call: Call,
  ) {
    // Older clients send no prompt id: the last prompt in the transcript stands for the turn.
    const turn = call.promptId ?? `#${promptsIn(call.transcriptPath)?.turn ?? 0}`;
    this.key = `${call.sessionId} ${call.agentId ?? ''} ${turn}`;
  }

  private get file() {
    return this.site.own('nudge-turns.json', Turns);
  }

  private get turn(): NudgeTurn | undefined {
    return this.file.value()?.turns.find((turn) => turn.key === this.key);
  }

  /** The families that were asked this turn, also where another tool's sentinel says so. */
  used(): ReadonlySet<string> {
    return new Set([...(this.turn?.used ?? []), ...this.sentinel()]);
  }

  nudged(): ReadonlySet<string> {
    return new Set(this.turn?.nudged ?? []);
  }

  async note(change: Partial<Pick<NudgeTurn, 'used' | 'nudged'>>): Promise<void> {
    await this.file.update((now) => {
      const turns = now?.turns ?? [];
      const turn = turns.find(({ key }) => key === this.key) ?? { key: this.key, used: [], nudged: [] };
      const next: NudgeTurn = {
        key: this.key,
        used: [...new Set([...turn.used, ...(change.used ?? [])])],
        nudged: [...new Set([...turn.nudged, ...(change.nudged ?? [])])],
      };
      return { v: 1, turns: [...turns.filter(({ key }) => key !== this.key), next].slice(-remembered) };
    });
  }

  /** Writes the sentinel that other tools read; nothing if there is no transcript to count in. */
  async writeSentinel(family: string): Promise<void> {
    const counts = promptsIn(this.call.transcriptPath);
    if (counts === undefined) return;
    const { promptId: prompt_id } = this.call;
    await turnState(this.site).update((now) => {
      const same = now !== undefined && this.isThisTurn(now, counts);
      const used = same ? (now.tools_used ?? []) : [];
      return {
        ...now,
        transcript_id: counts.id,
        turn_counter: counts.rows,
        tools_used: [...new Set([...used, family])],
        prompt_id,
      };
    });
  }

  private sentinel(): readonly string[] {
    const found: string[] = [];
    for (const name of ['codegraph', 'code-intelligence'] as const) {
      const state = turnState(this.site, name).value();
      if (state === undefined) continue;
      const counts = promptsIn(this.call.transcriptPath);
      if (counts !== undefined && this.isThisTurn(state, counts)) found.push(...(state.tools_used ?? ['codegraph']));
    }
    return found;
  }

  /** By the prompt's id if both sides have one; otherwise no prompt may stand behind the row that was counted. */
  private isThisTurn({ transcript_id: id, turn_counter: row, prompt_id }: TurnState, counts: Prompts): boolean {
    if (id !== counts.id) return false;
    if (prompt_id !== undefined && this.call.promptId !== undefined) return prompt_id === this.call.promptId;
    return row <= counts.rows && row >= counts.lastPrompt;
  }
}

interface Prompts {
  /** The transcript's name. */
  readonly id: string;
  /** Rows of the tail that are marked as the user's: what the sentinel counts. */
  readonly rows: number;
  /** Which of these rows is the last prompt, from 1; 0 if none is. */
  readonly lastPrompt: number;
  /** What the last prompt is known by. */
  readonly turn: string;
}

const tailBytes = 1024 * 1024;
let last: { stamp: string; counts: Prompts } | undefined;

/** Counts in the last mebibyte of a transcript; the same file with the same size and time is counted once. */
function promptsIn(transcript: string | undefined): Prompts | undefined {
  if (transcript === undefined || transcript === '') return undefined;
  const stats = statSync(transcript, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) return undefined;
  const stamp = `${transcript}:${stats.size}:${stats.mtimeMs}`;
  if (last?.stamp === stamp) return last.counts;
  const rows = (readText(transcript, { lastBytes: tailBytes }) ?? '')
    .split('\n')
    .filter((line) => /"type"\s*:\s*"user"/.test(line));
  const prompts = rows.filter(isPrompt);
  const prompt = prompts.at(-1);
  // The count tells equal prompts apart; in a longer transcript the tail moves on, and the row has to do.
  const count = stats.size <= tailBytes ? prompts.length : 0;
  const counts: Prompts = {
    id: path.basename(transcript).replace(/\.[^.]+$/, ''),
    rows: rows.length,
    lastPrompt: prompt === undefined ? 0 : rows.lastIndexOf(prompt) + 1,
    turn: `${count} ${shortHash(prompt ?? '')}`,
  };
  last = { stamp, counts };
  return counts;
}

/** A person's prompt: no tool result, no message of the client's own. */
function isPrompt(row: string): boolean {
  return !/"tool_result"|"toolUseResult"|"isMeta"\s*:\s*true|"isCompactSummary"\s*:\s*true|"kind"\s*:\s*"(?:task-notification|auto-continuation)"/.test(
    row,
  );
}
