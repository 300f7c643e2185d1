import { statSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { turnState } from '../evidence/files';
import type { Site } from '../pipeline/site';
import { late } from '../project/late';
import type { Call } from '../protocol/call';
import { readText } from '../project/read-file';

const Turn = late(() => z.object({ key: z.string(), used: z.array(z.string()), nudged: z.array(z.string()) }));
const Turns = late(() => z.object({ v: z.literal(1), turns: z.array(Turn) }));
type Turn = z.infer<typeof Turn>;

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
    // Without a prompt id the conversation itself has to tell: how often a person has spoken in it.
    const turn = call.promptId ?? `#${spokenIn(call.transcriptPath)?.spoken ?? 0}`;
    this.key = `${call.sessionId} ${call.agentId ?? ''} ${turn}`;
  }

  private get file() {
    return this.site.own('nudge-turns.json', Turns);
  }

  private get turn(): Turn | undefined {
    const reading = this.file.read();
    return reading.kind === 'ok' ? reading.value.turns.find((turn) => turn.key === this.key) : undefined;
  }

  /** The families that were asked this turn, also where another tool's sentinel says so. */
  used(): ReadonlySet<string> {
    return new Set([...(this.turn?.used ?? []), ...this.sentinel()]);
  }

  nudged(): ReadonlySet<string> {
    return new Set(this.turn?.nudged ?? []);
  }

  async note(change: Partial<Pick<Turn, 'used' | 'nudged'>>): Promise<void> {
    await this.file.update((now) => {
      const turns = now?.turns ?? [];
      const turn = turns.find(({ key }) => key === this.key) ?? { key: this.key, used: [], nudged: [] };
      const next: Turn = {
        key: this.key,
        used: [...new Set([...turn.used, ...(change.used ?? [])])],
        nudged: [...new Set([...turn.nudged, ...(change.nudged ?? [])])],
      };
      return { v: 1, turns: [...turns.filter(({ key }) => key !== this.key), next].slice(-remembered) };
    });
  }

  /** Writes the sentinel that other tools read; nothing where there is no transcript to count in. */
  async writeSentinel(family: string): Promise<void> {
    const counts = spokenIn(this.call.transcriptPath);
    if (counts === undefined) return;
    await turnState(this.site).update((now) => {
      const same = now?.transcript_id === counts.id && now.turn_counter === counts.rows;
      const used = same ? (now.tools_used ?? []) : [];
      return {
        ...now,
        transcript_id: counts.id,
        turn_counter: counts.rows,
        tools_used: [...new Set([...used, family])],
      };
    });
  }

  private sentinel(): readonly string[] {
    const found: string[] = [];
    for (const name of ['codegraph', 'code-intelligence'] as const) {
      const reading = turnState(this.site, name).read();
      if (reading.kind !== 'ok') continue;
      const { transcript_id: id, turn_counter: counter, tools_used: families } = reading.value;
      const counts = spokenIn(this.call.transcriptPath);
      if (counts?.id === id && (counter === counts.rows || counter === counts.spoken)) {
        found.push(...(families ?? ['codegraph']));
      }
    }
    return found;
  }
}

interface Spoken {
  /** The transcript's name. */
  readonly id: string;
  /** Rows of the tail that are marked as the user's: what the sentinel counts. */
  readonly rows: number;
  /** Those of them in which a person speaks. */
  readonly spoken: number;
}

const tailBytes = 1024 * 1024;
let last: { stamp: string; counts: Spoken } | undefined;

/** Counts in the last mebibyte of a transcript; the same file with the same size and time is counted once. */
export function spokenIn(transcript: string | undefined): Spoken | undefined {
  if (transcript === undefined || transcript === '') return undefined;
  const stats = statSync(transcript, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) return undefined;
  const stamp = `${transcript}:${stats.size}:${stats.mtimeMs}`;
  if (last?.stamp === stamp) return last.counts;
  const rows = (readText(transcript, { lastBytes: tailBytes }) ?? '')
    .split('\n')
    .filter((line) => /"type"\s*:\s*"user"/.test(line));
  const counts: Spoken = {
    id: path.basename(transcript).replace(/\.[^.]+$/, ''),
    rows: rows.length,
    spoken: rows.filter(
      (row) => !/"tool_result"|"toolUseResult"|"isMeta"\s*:\s*true|"isCompactSummary"\s*:\s*true/.test(row),
    ).length,
  };
  last = { stamp, counts };
  return counts;
}
