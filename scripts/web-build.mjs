import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { hashOf, inRoot, nodeProgram, readIfExists } from './paths.mjs';
import { Failure, run, printLine } from './terminal.mjs';

const SOURCES = ['apps/web', 'packages/contract', 'tsconfig.base.json', 'package-lock.json'];
const stampPath = inRoot('apps/web/build/.stagedoor-built');
const reactRouter = inRoot('node_modules/@react-router/dev/bin.cjs');

/** Runs a command of React Router in the web's folder. */
const runReactRouter = async (command) => {
  const { code } = await run(nodeProgram, [reactRouter, command], {
    cwd: inRoot('apps/web'),
    env: { NODE_ENV: 'production' },
    quiet: true,
  });
  if (code !== 0) throw new Failure(`The web's ${command} failed; its reason is above.`);
};

/** Writes the types of the web's routes, which its TypeScript needs. */
export const makeWebTypes = () => runReactRouter('typegen');

/** Builds the web when one of its sources changed since it was last built whole. */
export const buildWeb = async () => {
  const hash = hashOf(SOURCES);
  if (readIfExists(stampPath) === hash && existsSync(inRoot('apps/web/build/server/index.js'))) return;
  printLine('Building the web…');
  rmSync(stampPath, { force: true });
  await runReactRouter('build');
  writeFileSync(stampPath, hash);
};
