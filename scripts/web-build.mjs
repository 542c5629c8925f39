import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { hashOf, inRoot, nodeProgram, readIfExists } from './paths.mjs';
import { Failure, run, printLine } from './terminal.mjs';

const VERIFIER = 'apps/server/src/modules/payouts/verify-statement.command.ts';
const SOURCES = [
  'apps/web',
  'packages/contract',
  VERIFIER,
  'apps/server/src/modules/payouts/sign-statement.ts',
  'tsconfig.base.json',
  'package-lock.json',
];
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

/** Bundles the program that verifies statements into one file, which the site offers and which needs nothing but Node. */
const buildVerifier = async () => {
  const { build } = await import('vite');
  await build({
    root: inRoot('.'),
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: inRoot(VERIFIER),
      outDir: inRoot('apps/web/build/client'),
      emptyOutDir: false,
      minify: false,
      rollupOptions: { output: { entryFileNames: 'verify-statement.mjs' } },
    },
  });
};

/** Builds the web when one of its sources changed since it was last built whole. */
export const buildWeb = async () => {
  const hash = hashOf(SOURCES);
  if (readIfExists(stampPath) === hash && existsSync(inRoot('apps/web/build/server/index.js'))) return;
  printLine('Building the web…');
  rmSync(stampPath, { force: true });
  await runReactRouter('build');
  await buildVerifier();
  writeFileSync(stampPath, hash);
};
