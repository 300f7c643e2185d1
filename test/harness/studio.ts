import { cpSync } from 'node:fs';
import { openBrowser, type Browser } from './browser';
import { freshProfile, type Profile, type Taste } from './profile';
import { installExtension, startServer, type Server } from './server';
import { Workbench } from './workbench';

/**
 * Where workbenches are opened one after the other. Each has a profile and a server of its own; they share what is dear
 * to make and tells nothing from one to the next: an installation of the extension, and a browser that keeps the
 * workbench's program compiled.
 */
export class Studio {
  /** The browser knows the program again by its address. */
  private port = 0;

  private constructor(
    private readonly profile: Profile,
    private readonly browser: Browser,
  ) {}

  static async open(vsix: string): Promise<Studio> {
    const profile = freshProfile('studio');
    installExtension(profile, vsix);
    return new Studio(profile, await openBrowser(profile));
  }

  /** Opens a folder that `make` puts into the profile, with the packaged extension installed. */
  async workbench(make: (profile: Profile) => string, taste?: Taste): Promise<Workbench> {
    const profile = freshProfile('journey', taste);
    const folder = make(profile);
    cpSync(this.profile.extensions, profile.extensions, { recursive: true });
    const server = await this.server(profile);
    return Workbench.open(profile, server, this.browser, folder);
  }

  private async server(profile: Profile): Promise<Server> {
    // Another process may have taken the port meanwhile. Then the whole program is loaded again, from another port.
    const server = await startServer(profile, { port: this.port }).catch(() => startServer(profile));
    this.port = Number(new URL(`http://${server.authority}`).port);
    return server;
  }

  async close(): Promise<void> {
    await this.browser.close();
    this.profile.clear();
  }
}
