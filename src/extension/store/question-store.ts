import path from 'node:path';
import { QuestionLog, type QuestionRecord } from '../../hooks/questions/log';
import {
  Preferences,
  type PreferenceSet,
  ineffectivePreferences,
  type IneffectivePreference,
} from '../../hooks/questions/preferences';
import { registryAt } from '../../hooks/questions/registry';
import { Coalescer } from '../platform/coalescer';
import { DisposableOwner } from '../platform/disposables';
import { FolderWatch } from '../platform/folder-watch';
import { FolderStore, type Folder } from './folder';

export interface AskedQuestions {
  /** Newest first. */
  readonly records: readonly QuestionRecord[];
  readonly hasOlder: boolean;
  readonly held: PreferenceSet;
  /** The preferences that have no effect, and why. */
  readonly ineffective: readonly IneffectivePreference[];
}

const pace = { quietMs: 60, maxWaitMs: 500, restMs: 500 };
const pageSize = 50;
/** How much of the log is shown; older questions are in `gatehouse questions export`. */
const readBytes = 1024 * 1024;

/** The questions of every folder and what a person prefers. Nothing is read or watched before a view needs it. */
export class QuestionStore extends FolderStore<FollowedQuestions> {
  constructor(failed: (error: unknown) => void) {
    super((folder, changed) => new FollowedQuestions(folder, () => changed(folder), failed));
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
    this.reader = this.ds.add(new Coalescer(changed, pace));
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
      ineffective: held.isEmpty
        ? []
        : ineffectivePreferences(held, records, registryAt({ env: services.env, place, config })),
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
    const request = () => this.reader.request();
    for (const directory of [project, path.dirname(everywhere)]) {
      this.ds.add(new FolderWatch(directory, request, this.failed, (name) => names.has(name)));
    }
    return log;
  }
}
