import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const { resolve } = createRequire(import.meta.url);
/** Beside React Router's generated files: not committed, regenerated when missing. */
const FOLDER = fileURLToPath(new URL('.react-router/fonts/', import.meta.url));

/**
 * The fonts every page loads, subset to the ranges the style sheets use; fonts.css declares the same ranges. To use another weight
 * or width, widen both.
 */
const FACES = [
  {
    name: 'bricolage-grotesque-latin',
    source: '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wdth-normal.woff2',
    axes: { wdth: { min: 75, max: 90 }, wght: 750 },
  },
  {
    name: 'hanken-grotesk-latin',
    source: '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
  },
] as const;

/** Subsets the fonts before anything is built or served; all glyphs and features of the packages' Latin files are kept. */
export const fontSubsets = (): Plugin => ({
  name: 'stagedoor:font-subsets',
  async config() {
    for (const { name, source, axes } of FACES) {
      const from = resolve(source);
      const { version } = JSON.parse(readFileSync(join(dirname(from), '..', 'package.json'), 'utf8')) as { version: string };
      const to = join(FOLDER, `${name}.woff2`);
      const stamp = `${to}.json`;
      const made = JSON.stringify({ version, axes });
      if (existsSync(to) && existsSync(stamp) && readFileSync(stamp, 'utf8') === made) continue;
      const face = await subsetFont(readFileSync(from), '', { keepAllGlyphs: true, targetFormat: 'woff2', variationAxes: axes });
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(to, face);
      writeFileSync(stamp, made);
    }
  },
});
