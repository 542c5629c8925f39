import type { Command } from './command.ts';

const INDENT = '  ';

/** How a command is called: `admin reset-password USER [options]`. */
export const usageOf = ({ name, arguments: given = [], options = {} }: Command): string => {
  const words = given.map(({ name: word, isOptional, isRepeated }) => {
    const shown = isRepeated ? `${word}...` : word;
    return isOptional ? `[${shown}]` : shown;
  });
  return ['stagedoor', name, ...words, ...(Object.keys(options).length > 0 ? ['[options]'] : [])].join(' ');
};

/** Lines of two columns. */
const columns = (rows: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `${INDENT}${left.padEnd(width)}  ${right}`);
};

/** The help of all commands. */
export const helpOfAll = (commands: readonly Command[]): string =>
  [
    'Runs and mends this site on its server. Usage: stagedoor COMMAND [arguments] [options]',
    '',
    ...columns(commands.map((command) => [command.name, command.summary] as const)),
    '',
    'stagedoor COMMAND --help describes one. DATA_DIR, DATABASE_URL and the other variables are those that the site runs with.',
  ].join('\n');

/** The help of one command. */
export const helpOf = (command: Command): string => {
  const { summary, arguments: given = [], options = {} } = command;
  const optionRows = Object.entries(options).map(
    ([name, { value, summary: about }]) => [`--${name}${value ? ` ${value}` : ''}`, about] as const,
  );
  return [
    `Usage: ${usageOf(command)}`,
    '',
    `${summary}.`,
    ...(given.length > 0 ? ['', ...columns(given.map(({ name, summary: about }) => [name, about] as const))] : []),
    ...(optionRows.length > 0 ? ['', ...columns(optionRows)] : []),
  ].join('\n');
};
