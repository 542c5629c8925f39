/** An option of a command. */
export interface CommandOption {
  type: 'string' | 'boolean';
  summary: string;
  /** Placeholder of a string's value in the help, such as `FILE`. */
  value?: string;
}

/** A positional argument of a command. */
export interface CommandArgument {
  /** Placeholder in the help, such as `USER`. */
  name: string;
  summary: string;
  isOptional?: boolean;
  /** Takes all that follow. */
  isRepeated?: boolean;
}

/** The arguments of one call, and its output. */
export interface CommandContext {
  environment: Readonly<Record<string, string | undefined>>;
  arguments: readonly string[];
  /** The value of a string option; undefined when it wasn't given. */
  option(name: string): string | undefined;
  flag(name: string): boolean;
  /** Prints a line on standard output. */
  say(line: string): void;
}

/** One command of `stagedoor`. */
export interface Command {
  /** One or two words: `doctor`, `admin create`. */
  name: string;
  /** One line for the help, in the imperative. */
  summary: string;
  arguments?: readonly CommandArgument[];
  options?: Readonly<Record<string, CommandOption>>;
  /**
   * Runs the command.
   * @returns the exit code; nothing for 0
   * @throws UsageError for wrong arguments, CommandError for what can't be done; errors with a code of the contract become sentences too
   */
  run(context: CommandContext): Promise<number | void>;
}

/** The arguments can't be used: one sentence, exit code 2. */
export class UsageError extends Error {}

/** The command can't be done: one sentence with the remedy, exit code 1. */
export class CommandError extends Error {}
