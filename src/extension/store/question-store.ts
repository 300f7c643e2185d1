import path from 'node:path';
import { inertIn, type Inert } from '../../hooks/questions/inert';
import { QuestionLog, type QuestionRecord } from '../../hooks/questions/log';
import { Preferences, type Held } from '../../hooks/questions/preferences';
import { registryAt } from '../../hooks/questions/registry';
import { Coalescer } from '../platform/coalescer';
import { Emitter, DisposableOwner } from '../platform/disposables';
import { FolderWatch } from '../platform/folder-watch';
import { PerFolder, type Folder } from './folder';

export interface AskedQuestions {
  /** Newest first. */
  readonly records: readonly QuestionRecord[];
  readonly hasOlder: boolean;
  readonly held: Held;
  /** The preferences that have no effect, and why. */
  readonly inert: readonly Inert[];
}

const pace = { quietMs: 60, maxWaitMs: 500, restMs: 500 };
const pageSize = 50;
/** How much of the log is shown; older questions are in `gatehouse questions export`. */
const readBytes = 1024 * 1024;

/** The questions of every folder and what a person prefers. Nothing is read or watched before a view needs it. */
export class QuestionStore extends DisposableOwner {
  private readonly didChangeEmitter = this.ds.add(new Emitter<Folder>());
  readonly onDidChange = this.didChangeEmitter.event;
  private readonly followed: PerFolder<FollowedQuestions>;

  constructor(failed: (error: unknown) => void) {
    super();
    this.followed = this.ds.add(
      new PerFolder((folder) => new FollowedQuestions(folder, () => this.didChangeEmitter.fire(folder), failed)),
    );
  }

  follow(folders: readonly Folder[]): void {
    this.followed.follow(folders);
  }

  of(folder: Folder): AskedQuestions | undefined {
    return this.followed.get(folder)?.read();
  }

  /** Shows one more page of older decisions. */
  readOlder(folder: Folder): void {
    this.followed.get(folder)?.readOlder();
  }

  /** The person changed a preference, so there is no need to wait for the watcher. */
  refresh(folder: Folder): void {
    this.followed.get(folder)?.changed();
  }
}

class FollowedQuestions extends DisposableOwner {
  private readonly reader: Coalescer;
  private log: QuestionLog | undefined;
  private wanted = pageSize;

  constructor(
    private readonly folder: Folder,
    readonly changed: () => void,
    private readonly failed: (error: unknown) => void,
  ) {
    super();
    const tell = () => {
      changed();
      return Promise.resolve();
    };
    this.reader = this.ds.add(new Coalescer(tell, pace));
  }

  read(): AskedQuestions {
    const log = (this.log ??= this.open());
    const records = log.records(readBytes);
    const { services, place, config } = this.folder;
    const held = new Preferences(log.layout, services.env).read();
    return {
      records: records.slice(-this.wanted).reverse(),
      hasOlder: records.length > this.wanted,
      held,
      inert: held.isEmpty ? [] : inertIn(held, records, registryAt({ env: services.env, place, config })),
    };
  }

  readOlder(): void {
    this.wanted += pageSize;
    this.changed();
  }

  private open(): QuestionLog {
    const log = new QuestionLog(this.folder.services.env, this.folder.place);
    const { project, everywhere } = log.layout;
    const names = new Set([path.basename(log.file), path.basename(everywhere), 'question-preferences.json']);
    const heard = (name: string | undefined) => {
      if (name === undefined || names.has(name)) this.reader.request();
    };
    this.ds.add(new FolderWatch(project, heard, this.failed));
    this.ds.add(new FolderWatch(path.dirname(everywhere), heard, this.failed));
    return log;
  }
}
