import { backupCommands } from './commands/backups.ts';
import { runCommandLine } from './command-line.ts';

// The command line of a site: `npm run stagedoor -- COMMAND`, described in docs/command-line.md.
const words = process.argv.slice(2);
// The others read the whole application first.
const commands = backupCommands.some(({ name }) => name === words[0]) ? backupCommands : (await import('./commands.ts')).COMMANDS;
const code = await runCommandLine(words, {
  commands,
  environment: process.env,
  output: { out: (line) => void process.stdout.write(`${line}\n`), error: (line) => void process.stderr.write(`${line}\n`) },
});
// Pools of helper processes may still be idle.
process.exit(code);
