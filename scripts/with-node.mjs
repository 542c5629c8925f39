// Runs a TypeScript file of the project on the project's own Node: node scripts/with-node.mjs <file> [arguments]
import { install } from './install.mjs';
import { inRoot, nodeProgram, root } from './paths.mjs';
import { Failure, exec, main } from './terminal.mjs';

await main(async () => {
  const [file, ...args] = process.argv.slice(2);
  if (!file) throw new Failure('Usage: node scripts/with-node.mjs <file> [arguments]', 2);
  await install();
  process.exitCode = await exec(nodeProgram, [inRoot(file), ...args], { cwd: root });
});
