import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openBrowser } from './browser';
import { freshProfile } from './profile';

const root = path.resolve(__dirname, '../..');
const shots = path.join(root, 'out/shots');

interface Picture {
  /** A picture that a journey took. */
  readonly shot: string;
  readonly to: string;
  /** The part of it that is shown; all of it where absent. */
  readonly part?: readonly [left: number, top: number, width: number, height: number];
  readonly width: number;
}

/** The pictures of the README and of the walkthrough, out of what the journeys saw. */
const pictures: readonly Picture[] = [
  { shot: 'refusal-1-notified-dark', to: 'docs/images/refusal.webp', width: 1280 },
  { shot: 'refusal-2-why-dark', to: 'docs/images/why.webp', width: 1280 },
  { shot: 'refusal-6-timeline-dark', to: 'docs/images/timeline.webp', width: 1280 },
  {
    shot: 'first-flag-2-before-installing-dark',
    to: 'media/walkthrough/install.webp',
    part: [352, 36, 928, 732],
    width: 480,
  },
  { shot: 'refusal-1-notified-dark', to: 'media/walkthrough/refusal.webp', part: [0, 400, 1280, 400], width: 640 },
  { shot: 'refusal-2-why-dark', to: 'media/walkthrough/why.webp', part: [352, 36, 928, 600], width: 640 },
  { shot: 'rescue-1-kept-dark', to: 'media/walkthrough/rescue.webp', part: [0, 36, 640, 732], width: 520 },
  { shot: 'stale-2-stale-dark', to: 'media/walkthrough/flags.webp', part: [0, 36, 640, 400], width: 520 },
];

/** Cuts, scales and packs the pictures in the browser that took them. */
async function main(): Promise<void> {
  const profile = freshProfile('pictures');
  const browser = await openBrowser(profile);
  try {
    for (const { shot, to, part, width } of pictures) {
      const file = path.join(shots, `${shot}.png`);
      if (!existsSync(file)) throw new Error(`${shot}.png is missing: npm run test:journeys takes it`);
      const source = `data:image/png;base64,${readFileSync(file).toString('base64')}`;
      const packed = await browser.page.evaluate<string>(packing({ source, part, width }));
      const target = path.join(root, to);
      mkdirSync(path.dirname(target), { recursive: true });
      const bytes = Buffer.from(packed.slice(packed.indexOf(',') + 1), 'base64');
      writeFileSync(target, bytes);
      console.log(`${to} (${Math.round(bytes.length / 1024)} KB)`);
    }
  } finally {
    await browser.close();
    profile.clear();
  }
}

/** What the browser does with one picture; it knows things that Node does not. */
const packing = (options: object): string => `(async ({ source, part, width }) => {
  const image = new Image();
  image.src = source;
  await image.decode();
  const [left, top, wide, high] = part ?? [0, 0, image.width, image.height];
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.round((high * width) / wide);
  canvas.getContext('2d').drawImage(image, left, top, wide, high, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/webp', 0.4);
})(${JSON.stringify(options)})`;

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
