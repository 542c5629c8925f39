// `npm run release`: builds release/stagedoor-VERSION-linux-x64.tar.gz from the commit that is checked out, and SHA256SUMS beside it.
//
//   npm run release                     from a clean checkout; two builds of one commit are byte for byte the same
//   npm run release -- --changes        a trial with what isn't committed
//   npm run release -- --to FOLDER      into another folder than release/
import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { buildRelease } from './release/build.mjs';
import { install } from './install.mjs';
import { inRoot } from './paths.mjs';
import { Failure, main, printLine } from './terminal.mjs';

const readArguments = () => {
  try {
    return parseArgs({ options: { changes: { type: 'boolean', default: false }, to: { type: 'string' } } }).values;
  } catch (error) {
    throw new Failure(`${error.message}\nUsage: npm run release [-- --changes] [--to FOLDER]`, 2);
  }
};

await main(async () => {
  const { changes, to } = readArguments();
  await install();
  const { archive, megabytes } = await buildRelease({ allowChanges: changes, directory: resolve(to ?? inRoot('release')) });
  printLine(`${megabytes} MB unpacked`);
  console.log(archive);
});
