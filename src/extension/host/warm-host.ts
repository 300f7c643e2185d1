import { existsSync } from 'node:fs';
import path from 'node:path';
import { hostStatus } from '../../hooks/host/client';
import { execIn } from '../../hooks/project/exec';
import { gatehouseHome, type Env } from '../../hooks/project/home';
import { DisposableOwner } from '../platform/disposables';
import type { RegistrationStore } from '../registration/registration-store';
import type { OpenFolders } from '../store/open-folders';

/**
 * Starts the warm host as soon as a folder of this window has hooks. The host exits when it is idle; hooks work without
 * it.
 */
export class WarmHost extends DisposableOwner {
  private starting: Promise<void> | undefined;

  constructor(
    private readonly folders: OpenFolders,
    private readonly registration: RegistrationStore,
    private readonly env: Env,
    /** Is the workspace trusted, and the setting `gatehouse.host.keepWarm` on? */
    private readonly allowed: () => boolean,
    private readonly said: (line: string) => void,
    private readonly started: () => void,
  ) {
    super();
    this.ds.add(registration.onDidChange(() => void this.start()));
  }

  async start(): Promise<void> {
    const registered = this.folders.all.some((folder) => this.registration.of(folder).registered);
    if (!registered || !this.allowed()) return;
    await (this.starting ??= this.run().finally(() => (this.starting = undefined)));
  }

  private async run(): Promise<void> {
    const home = gatehouseHome(this.env);
    const program = path.join(home, 'bin', 'gatehouse');
    if (!existsSync(program) || (await hostStatus(home, 500)) !== undefined) return;
    const result = await execIn(this.env)(program, ['host', 'start'], { cwd: home, timeoutMs: 15_000 });
    this.started();
    this.said(result.code === 0 ? result.stdout.trim() : `The host did not start: ${result.stderr.trim()}`);
  }
}
