import { COMMANDS } from './commands.ts';
import { runCommandLine } from './command-line.ts';

// The command line of a site: `npm run stagedoor -- COMMAND`, described in docs/command-line.md.
const code = await runCommandLine(process.argv.slice(2), {
  commands: COMMANDS,
  environment: process.env,
  output: { out: (line) => void process.stdout.write(`${line}\n`), error: (line) => void process.stderr.write(`${line}\n`) },
});
// Pools of helper processes may still be idle.
process.exit(code);
