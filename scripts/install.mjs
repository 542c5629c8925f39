// Installs the packages of the lock file when they aren't there yet. Plain `node scripts/install.mjs`, or called by the other commands.
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findProgram, hashOf, inRoot, nodeProgram, readIfExists, root } from './paths.mjs';
import { Failure, main, run, printLine } from './terminal.mjs';

const OLDEST_SYSTEM_NODE = 20;
const OLDEST_NODE = 24;
const stampPath = inRoot('node_modules/.stagedoor-installed');

const versionOf = (program) => {
  try {
    return execFileSync(program, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
};

/** npm as it was called, else the one on PATH. */
export const npmCommand = () => {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  if (script?.endsWith('.js') && readIfExists(script) !== undefined) return [node ?? process.execPath, script];
  const npm = findProgram('npm');
  if (!npm) throw new Failure('npm was not found: install it (Debian: apt install npm) and try again.');
  return [npm];
};

/** The lock file names every package; the platform decides which binaries of it were installed. */
const wanted = () => `${hashOf(['package-lock.json'])} ${process.platform}-${process.arch}\n`;

/** Whether npm's record of node_modules matches the lock file. Packages for other platforms may be missing. */
const isComplete = () => {
  const installed = JSON.parse(readIfExists(inRoot('node_modules/.package-lock.json')) ?? '{}').packages ?? {};
  return Object.entries(JSON.parse(readIfExists(inRoot('package-lock.json'))).packages).every(
    ([path, { version, link, optional, peer }]) =>
      !path.startsWith('node_modules/') || link || (installed[path] ? installed[path].version === version : optional || peer),
  );
};

/** @throws Failure with what to do about it. */
export const install = async () => {
  const system = Number.parseInt(process.versions.node, 10);
  if (system < OLDEST_SYSTEM_NODE) throw new Failure(`Node ${process.versions.node} is too old: ${OLDEST_SYSTEM_NODE} or later is needed.`);
  if (readIfExists(stampPath) !== wanted() && !(existsSync(nodeProgram) && isComplete())) {
    printLine('Installing the packages of package-lock.json (a minute or two the first time)…');
    const [program, ...before] = npmCommand();
    // Whatever the machine's npm is set to: the build's packages are needed, and the scripts that package.json allows.
    const args = [
      ...before,
      'ci',
      '--include=dev',
      '--include=optional',
      '--ignore-scripts=false',
      '--loglevel=error',
      '--no-audit',
      '--no-fund',
    ];
    const { code } = await run(program, args, { cwd: root, env: { NODE_ENV: '' } });
    if (code !== 0)
      throw new Failure(
        `The packages could not be installed (npm ci ended with code ${code}; its reason is above). Check the network and \`npm ping\`, then start again.`,
      );
  }
  if (readIfExists(stampPath) !== wanted()) writeFileSync(stampPath, wanted());
  const version = versionOf(nodeProgram);
  if (!version || Number.parseInt(version.slice(1), 10) < OLDEST_NODE) {
    throw new Failure(
      `node_modules/.bin/node is ${version ?? 'missing'}, and ${OLDEST_NODE} or later is needed: delete node_modules and start again.`,
    );
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(install);
