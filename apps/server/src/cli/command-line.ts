import { parseArgs } from 'node:util';
import { BackupError } from '../backup/backup-error.ts';
import { ConfigurationError } from '../platform/config.ts';
import { MigrationError } from '../platform/database/migrate.ts';
import { CodedError } from '../platform/errors.ts';
import { nearestName } from '../platform/slips.ts';
import { isDiskFull } from '../platform/storage/disk-space.ts';
import { messageOf } from '../platform/thrown.ts';
import { type Command, CommandError, UsageError } from './command.ts';
import { helpOf, helpOfAll, usageOf } from './help.ts';
import { sentenceOf } from './sentence.ts';

/** Exit codes: the command was done; it couldn't be done; its arguments or the configuration can't be used. */
const DONE = 0;
const NOT_DONE = 1;
const UNUSABLE = 2;

interface Output {
  out(line: string): void;
  error(line: string): void;
}

const didYouMean = (given: string, known: readonly string[]): string => {
  const nearest = nearestName(given, known);
  return nearest === undefined ? '' : `; did you mean "${nearest}"?`;
};

/** Finds the command that the first one or two words name. @throws UsageError */
const findCommand = (words: readonly string[], commands: readonly Command[]): { command: Command; rest: string[] } => {
  for (const count of [2, 1]) {
    const command = commands.find(({ name }) => name === words.slice(0, count).join(' ') && words.length >= count);
    if (command) return { command, rest: words.slice(count) };
  }
  const group = commands.filter(({ name }) => name.startsWith(`${words[0]} `)).map(({ name }) => name);
  const given = words.slice(0, group.length > 0 ? 2 : 1).join(' ');
  const names = commands.map(({ name }) => name);
  const near = didYouMean(given, names) || didYouMean(words.slice(0, 2).join(' '), names);
  if (near) throw new UsageError(`There is no command "${given}"${near}`);
  if (group.length > 0) throw new UsageError(`Say which: ${group.join(', ')}.`);
  throw new UsageError(`There is no command "${given}"; stagedoor --help lists all.`);
};

/** @throws UsageError naming what is wrong */
const parse = (command: Command, words: readonly string[]) => {
  const options = Object.fromEntries(Object.entries(command.options ?? {}).map(([name, { type }]) => [name, { type }]));
  const { values, positionals, tokens } = parseArgs({ args: [...words], options, allowPositionals: true, strict: false, tokens: true });
  const known = Object.keys(options);
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const option = options[token.name];
    if (!option) {
      const near = didYouMean(token.name, known).replace(/"(.+)"/, '"--$1"');
      throw new UsageError(`There is no option "${token.rawName}"${near || `; usage: ${usageOf(command)}`}`);
    }
    if (option.type === 'string' && (token.value === undefined || token.value === ''))
      throw new UsageError(`The option "${token.rawName}" needs a value.`);
    if (option.type === 'boolean' && token.value !== undefined) throw new UsageError(`The option "${token.rawName}" takes no value.`);
  }
  const wanted = command.arguments ?? [];
  const missing = wanted.find(({ isOptional }, index) => !isOptional && positionals[index] === undefined);
  if (missing) throw new UsageError(`Name ${missing.name}: ${usageOf(command)}`);
  if (positionals.length > wanted.length && !wanted.at(-1)?.isRepeated)
    throw new UsageError(`"${positionals[wanted.length]}" is one argument too many: ${usageOf(command)}`);
  return { values, positionals };
};

/** Failures whose message is a sentence for the operator already, with their exit codes. */
const codeOf = (error: unknown): number | undefined => {
  if (error instanceof UsageError || error instanceof ConfigurationError) return UNUSABLE;
  if (error instanceof CommandError || error instanceof MigrationError || error instanceof BackupError) return NOT_DONE;
  return undefined;
};

/**
 * Runs one command of the command line.
 * @param words the arguments of the program
 * @returns the exit code: 0 done, 1 not done, 2 unusable arguments or configuration; `doctor` has its own
 */
export const runCommandLine = async (
  words: readonly string[],
  { commands, environment, output }: { commands: readonly Command[]; environment: NodeJS.ProcessEnv; output: Output },
): Promise<number> => {
  try {
    const asksForHelp = words.some((word) => word === '--help' || word === '-h');
    const named = words.filter((word) => word !== '--help' && word !== '-h');
    if (named.length === 0) {
      output.out(helpOfAll(commands));
      return asksForHelp ? DONE : UNUSABLE;
    }
    const { command, rest } = findCommand(named, commands);
    if (asksForHelp) {
      output.out(helpOf(command));
      return DONE;
    }
    const { values, positionals } = parse(command, rest);
    const code = await command.run({
      environment,
      arguments: positionals,
      option: (name) => (typeof values[name] === 'string' ? values[name] : undefined),
      flag: (name) => values[name] === true,
      say: output.out,
    });
    return code ?? DONE;
  } catch (error) {
    const code = codeOf(error);
    if (code !== undefined) output.error(messageOf(error));
    else if (error instanceof CodedError) output.error(sentenceOf(error));
    else if (isDiskFull(error)) output.error('The disk is full: make room, and run the command again.');
    else output.error(`The command failed: ${messageOf(error)}`);
    return code ?? NOT_DONE;
  }
};
