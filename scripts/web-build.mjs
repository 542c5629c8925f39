import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { hashOf, inRoot, nodeProgram, readIfExists } from './paths.mjs';
import { Failure, run, printLine } from './terminal.mjs';

/** Programs that verify signed files: what the site offers them as, and the command. */
const VERIFIERS = {
  'verify-statement.mjs': 'apps/server/src/modules/payouts/verify-statement.command.ts',
  'verify-minutes.mjs': 'apps/server/src/modules/streams/verify-minutes.command.ts',
};
const SOURCES = [
  'apps/web',
  'packages/contract',
  ...Object.values(VERIFIERS),
  'apps/server/src/platform/signed-file.ts',
  'apps/server/src/platform/signed-file-arguments.ts',
  'apps/server/src/modules/payouts/sign-statement.ts',
  'apps/server/src/modules/streams/minutes.rules.ts',
  'apps/server/src/modules/streams/show-minutes.ts',
  'apps/server/src/modules/streams/verify-show-minutes.ts',
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

/** Bundles a program that verifies signed files into one file, which the site offers and which needs nothing but Node. */
const buildVerifier = async (name, source) => {
  const { build } = await import('vite');
  await build({
    root: inRoot('.'),
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: inRoot(source),
      outDir: inRoot('apps/web/build/client'),
      emptyOutDir: false,
      minify: false,
      rollupOptions: { output: { entryFileNames: name } },
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
  for (const [name, source] of Object.entries(VERIFIERS)) await buildVerifier(name, source);
  writeFileSync(stampPath, hash);
};
