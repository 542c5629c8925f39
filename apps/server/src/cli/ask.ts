import { password as passwordSchema } from '@stagedoor/contract/auth';
import { text } from 'node:stream/consumers';
import { isTerminal, prompt } from '../platform/terminal.ts';
import { type CommandContext, type CommandOption, CommandError, UsageError } from './command.ts';

export const PASSWORD_OPTION = {
  'password-stdin': { type: 'boolean', summary: 'read the password from standard input instead of asking for it' },
} as const satisfies Record<string, CommandOption>;

/** Reads standard input to its end, without the line break at the end. */
export const readInput = async (): Promise<string> => (await text(process.stdin)).replace(/\r?\n$/, '');

const askPassword = async (): Promise<string> => {
  if (!isTerminal())
    throw new UsageError('There is no terminal to ask for the password: give it on standard input, with --password-stdin.');
  const first = await prompt('New password (not shown): ', { hidden: true });
  const second = first === undefined ? undefined : await prompt('Once more: ', { hidden: true });
  if (first === undefined || second === undefined) throw new CommandError('Nothing was changed.');
  if (first !== second) throw new CommandError('The two passwords differ: nothing was changed.');
  return first;
};

/** Reads a new password, at the terminal without echo or from standard input. @throws UsageError for one of a wrong length */
export const readNewPassword = async ({ flag }: CommandContext): Promise<string> => {
  const given = flag('password-stdin') ? await readInput() : await askPassword();
  if (!passwordSchema.safeParse(given).success) throw new UsageError('The password must have 8 to 200 characters: nothing was changed.');
  return given;
};

/** Asks for a word before what can't be undone, unless `--yes` was given. @throws CommandError when another was typed */
export const confirm = async ({ flag }: CommandContext, { question, word }: { question: string; word: string }): Promise<void> => {
  if (flag('yes')) return;
  if (!isTerminal()) throw new UsageError('This can’t be undone: run it at a terminal, or add --yes.');
  if ((await prompt(`${question} Type ${word} to confirm: `)) !== word) throw new CommandError('Nothing was changed.');
};
