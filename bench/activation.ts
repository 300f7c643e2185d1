import path from 'node:path';
import { makeSampleProject } from '../test/harness/sample-project';
import { Studio } from '../test/harness/studio';
import { median } from './figures';

const starts = 5;
const vsix = path.resolve(__dirname, '../out/gatehouse.vsix');

/** How long the extension takes to activate, by the extension host's own figure. */
async function main(): Promise<void> {
  const studio = await Studio.open(vsix);
  try {
    const workbench = await studio.workbench((profile) =>
      makeSampleProject(path.join(profile.folder, 'till'), profile.env),
    );
    const figures: number[] = [];
    while (figures.length < starts) {
      if (figures.length > 0) await workbench.reload();
      await workbench.statusItem('gatehouse.gatehouse.gatehouse.overall').waitFor();
      figures.push(await workbench.activationMs('Gatehouse'));
    }
    await workbench.close();
    console.log(`activation: ${median(figures)} ms, the median of ${figures.join(', ')} ms`);
  } finally {
    await studio.close();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
