import { gatehouseHome, type Env } from '../../hooks/project/home';
import { Disposables, Emitter, type Disposable } from '../platform/disposables';
import type { OpenFolders } from '../store/open-folders';
import type { RegistrationStore } from './registration-store';

/** Which files of the installed hook program are not as they were installed. */
export class DamageStore implements Disposable {
  private readonly ds = new Disposables();
  private readonly didChangeEmitter = this.ds.add(new Emitter<void>());
  readonly onDidChange = this.didChangeEmitter.event;
  files: readonly string[] = [];

  constructor(
    private readonly folders: OpenFolders,
    private readonly registration: RegistrationStore,
    private readonly env: Env,
    private readonly failed: (error: unknown) => void,
  ) {
    this.ds.add(registration.onDidChange(() => void this.refresh()));
  }

  /** The first folder with hooks: its settings say which program to look at. */
  get guarded() {
    return this.folders.all.find((folder) => this.registration.of(folder).registered);
  }

  async refresh(): Promise<void> {
    try {
      const files = this.guarded === undefined ? [] : await damaged(this.env);
      if (files.join() === this.files.join()) return;
      this.files = files;
      this.didChangeEmitter.fire();
    } catch (error) {
      this.failed(error);
    }
  }

  dispose(): void {
    this.ds.dispose();
  }
}

async function damaged(env: Env): Promise<readonly string[]> {
  const { damageOf } = await import(/* webpackChunkName: "late" */ '../../hooks/install/deploy');
  return damageOf(gatehouseHome(env));
}
