// `npm run check`: what can be said without running the product. Types, lint, boundaries, format, what nobody uses.
import { fileURLToPath } from 'node:url';
import { install } from './install.mjs';
import { inRoot, nodeProgram, root } from './paths.mjs';
import { Failure, main, run, say } from './terminal.mjs';
import { makeWebTypes } from './web-build.mjs';

const tool =
  (path, ...args) =>
  async () => {
    const { code } = await run(nodeProgram, [inRoot(path), ...args], { cwd: root, quiet: true });
    if (code !== 0) throw new Failure('Its reason is above.');
  };

const STAGES = [
  { name: 'lock file', work: tool('scripts/complete-lock.mjs', '--check') },
  { name: 'web types', work: makeWebTypes },
  { name: 'types', work: tool('node_modules/typescript/bin/tsc', '-b') },
  { name: 'lint', work: tool('node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings') },
  { name: 'boundaries', work: tool('scripts/boundaries.mjs') },
  { name: 'format', work: tool('node_modules/@biomejs/biome/bin/biome', 'format', '.') },
  { name: 'unused', work: tool('node_modules/knip/bin/knip.js', '--no-progress') },
];

/** @throws Failure naming the first stage that fails. */
export const check = async () => {
  for (const { name, work } of STAGES) {
    const started = Date.now();
    try {
      await work();
    } catch (error) {
      throw error instanceof Failure ? new Failure(`check failed: ${name}. ${error.message}`) : error;
    }
    say(`${name}: ok (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    await install();
    await check();
  });
}
