// `npm run sbom`: prints the list of all packages that a site runs with, in CycloneDX.
//
//   npm run --silent sbom > sbom.cdx.json
//   npm run --silent sbom -- --all       also what it is built and tested with
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { install } from './install.mjs';
import { inRoot, nodeProgram } from './paths.mjs';
import { billOfMaterials } from './release/bill-of-materials.mjs';
import { Failure, main } from './terminal.mjs';

const git = (...words) => execFileSync('git', words, { cwd: inRoot('.'), encoding: 'utf8' }).trim();

const readArguments = () => {
  try {
    return parseArgs({ options: { all: { type: 'boolean', default: false } } }).values;
  } catch (error) {
    throw new Failure(`${error.message}\nUsage: npm run --silent sbom [-- --all]`, 2);
  }
};

await main(async () => {
  const { all } = readArguments();
  await install();
  process.stdout.write(
    await billOfMaterials({
      folder: inRoot('.'),
      commit: git('rev-parse', 'HEAD'),
      epoch: Number(git('log', '-1', '--format=%ct')),
      nodeVersion: execFileSync(nodeProgram, ['--version'], { encoding: 'utf8' }).trim().replace(/^v/, ''),
      all,
    }),
  );
});
