import { expect, test } from 'vitest';
import { type Command, CommandError } from './command.ts';
import { runCommandLine } from './command-line.ts';
import { COMMANDS } from './commands.ts';

const greet: Command = {
  name: 'say hello',
  summary: 'Say hello',
  arguments: [{ name: 'WHOM', summary: 'somebody' }],
  options: { loud: { type: 'boolean', summary: 'shout' }, times: { type: 'string', value: 'N', summary: 'how often' } },
  async run({ arguments: [whom], option, flag, say }) {
    if (whom === 'nobody') throw new CommandError('There is nobody.');
    say(`${flag('loud') ? 'HELLO' : 'hello'} ${whom} ${option('times') ?? 1}`);
    return whom === 'twice' ? 7 : undefined;
  },
};
const plain: Command = { name: 'doctor', summary: 'Examine', run: async ({ say }) => say('well') };

const run = async (words: string, commands: readonly Command[] = [greet, plain]) => {
  const said: string[] = [];
  const errors: string[] = [];
  const output = { out: (line: string) => void said.push(line), error: (line: string) => void errors.push(line) };
  const code = await runCommandLine(words.split(' ').filter(Boolean), { commands, environment: {}, output });
  return [code, said.join('\n'), errors.join('\n')];
};

test.each([
  ['say hello Ann', [0, 'hello Ann 1', '']],
  ['say hello Ann --loud --times 3', [0, 'HELLO Ann 3', '']],
  ['say hello twice', [7, 'hello twice 1', '']],
  ['say hello nobody', [1, '', 'There is nobody.']],
  ['doctor', [0, 'well', '']],
  ['say helo Ann', [2, '', 'There is no command "say helo"; did you mean "say hello"?']],
  ['docter', [2, '', 'There is no command "docter"; did you mean "doctor"?']],
  ['dance', [2, '', 'There is no command "dance"; stagedoor --help lists all.']],
  ['say', [2, '', 'Say which: say hello.']],
  ['say hello', [2, '', 'Name WHOM: stagedoor say hello WHOM [options]']],
  ['say hello Ann Bob', [2, '', '"Bob" is one argument too many: stagedoor say hello WHOM [options]']],
  ['say hello Ann --laud', [2, '', 'There is no option "--laud"; did you mean "--loud"?']],
  ['say hello Ann --wide', [2, '', 'There is no option "--wide"; usage: stagedoor say hello WHOM [options]']],
  ['say hello Ann --times', [2, '', 'The option "--times" needs a value.']],
  ['say hello Ann --loud=yes', [2, '', 'The option "--loud" takes no value.']],
])('“stagedoor %s”', async (words, expected) => {
  expect(await run(words)).toEqual(expected);
});

// Before anything of the site is opened.
test.each([
  ['admin create nobody', '"nobody" is no mail address.'],
  ['admin create king@example.org --role king', '--role: "king" is none of owner, finance, moderator, support.'],
  [
    'admin create a@example.org',
    '--username: use 3 to 30 lower-case letters, digits, dots, hyphens and underscores, a letter or digit first.',
  ],
  ['settings set sitName x', 'There is no setting "sitName"; did you mean "siteName"?'],
  ['settings set siteName', 'Give the new value, or --default, or --value-stdin.'],
  ['settings set siteName x --default', 'Give one of a value, --default and --value-stdin.'],
  ['settings get nothingAtAll', 'There is no setting "nothingAtAll"; stagedoor settings get lists all.'],
  ['maintenance maybe', '"maybe" is neither on nor off.'],
  ['maintenance off --show-minutes 5', '--show-minutes: give minutes as a whole number, with "on" only.'],
  ['jobs list --state lost', '--state: "lost" is none of waiting, scheduled, running, failing, failed.'],
  ['jobs list --limit 0', '--limit: give a whole number from 1 to 10000.'],
  ['jobs retry', 'Name the jobs by their ids, or all that failed with --failed.'],
  ['jobs retry x1', '"x1" is no id of a job: stagedoor jobs list prints them.'],
  ['search read pages a', '"pages" is none of items, messages, accounts.'],
  ['search read items A1', '"A1" is neither a letter nor old.'],
  ['mail test somebody', '"somebody" is no mail address.'],
  ['passwords import list --hashes --passwords', 'Give one of --hashes and --passwords.'],
])('“stagedoor %s” is refused with a sentence', async (words, sentence) => {
  expect(await run(words, COMMANDS)).toEqual([2, '', sentence]);
});

test('help names every command and every option, and no two commands share a name', async () => {
  const [code, all] = await run('--help', COMMANDS);
  expect(code).toBe(0);
  for (const { name, summary } of COMMANDS) expect(all).toMatch(new RegExp(`^ {2}${name} +${summary.slice(0, 20)}`, 'm'));
  for (const { name, options = {} } of COMMANDS) {
    const [, help] = await run(`${name} --help`, COMMANDS);
    for (const option of Object.keys(options)) expect(help).toContain(`--${option}`);
  }
  expect(new Set(COMMANDS.map(({ name }) => name)).size).toBe(COMMANDS.length);
});
