import type { Plane } from '../../../evidence/evidence';
import type { Site } from '../../../pipeline/site';
import { personHome } from '../../../project/home';
import type { Stop } from '../../../protocol/call';
import { editTools, shellTools } from '../../../protocol/tools';
import { reviewCommands } from '../../../review/commands';
import { projectFile } from '../../../review/project-file';
import { isReviewer } from '../../../review/reviewers';
import { route, type Change } from '../../../review/routing';
import type { ReviewKind } from '../../../review/vocabulary';
import { commands, dues, type ReviewDuty } from '../../../review/duties';
import { happenings, type Happening } from './transcript';
import { readText } from '../../../project/read-file';

const tailBytes = 8 * 1024 * 1024;
const lines = 500;

/** Without a state file the transcript is all there is: what was edited, which reviews were run, how they ended. */
export async function findingFromTranscript(call: Stop, site: Site): Promise<ReviewDuty> {
  const text = call.transcriptPath === undefined ? undefined : readText(call.transcriptPath, { lastBytes: tailBytes });
  if (text === undefined) return { kind: 'fine', reason: 'no transcript' };
  const seen = new Session(call, site);
  for (const happening of happenings(text, lines)) await seen.take(happening);
  return seen.finding();
}

class Session {
  private readonly changed = new Set<Plane>();
  private readonly executed = new Set<ReviewKind>();
  private readonly verdicts = new Map<ReviewKind, 'pass' | 'fail'>();
  /** Whose answer a tool result is, by tool use. */
  private readonly asked = new Map<string, Asked>();
  private lastSlash: ReviewKind | undefined;

  constructor(
    private readonly call: Stop,
    private readonly site: Site,
  ) {}

  async take(happening: Happening): Promise<void> {
    switch (happening.kind) {
      case 'call':
        return this.called(happening);
      case 'slash':
        return this.shell(happening.command, undefined);
      case 'answer':
        this.answered(happening);
    }
  }

  finding(): ReviewDuty {
    const owed = (['code', 'doc'] as const).filter((plane) => this.changed.has(plane)).flatMap((plane) => dues[plane]);
    const missing = owed.filter((kind) => !this.executed.has(kind));
    if (missing.length > 0) {
      const steps = missing.map((kind) => ({
        kind,
        command: commands[kind],
        why: 'The transcript shows no such run.',
      }));
      return { kind: 'missing', steps, key: `transcript ${missing.join(' ')}` };
    }
    const failed = owed.filter((kind) => this.verdicts.get(kind) === 'fail');
    const [first] = failed;
    if (first === undefined) return { kind: 'fine', reason: 'All steps completed' };
    const by = first === 'precommit' ? 'precommit' : 'review';
    const reason = by === 'precommit' ? 'Precommit not passed (FAIL)' : 'Review not passed (Blocked)';
    return { kind: 'blocked', by, reason, key: `transcript ${reason}` };
  }

  private async called({ tool, id, path, command }: Happening & { kind: 'call' }): Promise<void> {
    if ((editTools as readonly string[]).includes(tool)) this.edited(path);
    else if ((shellTools as readonly string[]).includes(tool)) await this.shell(command, id);
    else if (id !== undefined && isReviewer(tool, this.site)) this.asked.set(id, { source: 'reviewer' });
  }

  private edited(path: string | undefined): void {
    const file = path === undefined ? undefined : projectFile(path, this.site);
    if (file === undefined) return;
    this.changed.add(file.plane);
    // What was reviewed before this edit was something else.
    for (const kind of dues[file.plane]) {
      this.executed.delete(kind);
      this.verdicts.delete(kind);
    }
  }

  private async shell(command: string | undefined, id: string | undefined): Promise<void> {
    if (command === undefined) return;
    const { cwd } = this.call;
    const found = await reviewCommands(command, { cwd, home: personHome(this.site.env), env: this.site.env });
    const kinds = [...new Set(found.map(({ kind }) => kind))];
    if (kinds.length === 0) return;
    for (const kind of kinds) this.executed.add(kind);
    if (id === undefined) this.lastSlash = kinds[0];
    else this.asked.set(id, { source: 'command', kinds, command });
  }

  private answered({ id, text }: Happening & { kind: 'answer' }): void {
    const asked = id === undefined ? undefined : this.asked.get(id);
    const changes = asked === undefined ? this.loose(text) : route(text, asked).changes;
    for (const { kind, verdict } of changes) {
      this.executed.add(kind);
      this.verdicts.set(kind, verdict);
    }
  }

  /** A text that answers no known call belongs to the slash command that was typed last, and to nothing without one. */
  private loose(text: string): readonly Change[] {
    const kind = this.lastSlash;
    return kind === undefined ? [] : route(text, { source: 'command', kinds: [kind], command: '' }).changes;
  }
}

type Asked =
  | { readonly source: 'reviewer' }
  | { readonly source: 'command'; readonly kinds: readonly ReviewKind[]; readonly command: string };
