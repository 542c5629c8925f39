import { expect, test } from 'vitest';
import { extractCommands } from './extract-commands.ts';

const textsIn = (...lines: string[]) => extractCommands('docs/x.md', lines.join('\n')).map(({ text }) => text);

test('takes commands from tables, texts and items, also where a line breaks', () => {
  expect(textsIn('| task | how |', '| --- | --- |', '| run | `PORT=80 npm start`, then `npm run doctor` |')).toEqual([
    'PORT=80 npm start',
    'npm run doctor',
  ]);
  expect(textsIn('Run `npm run stagedoor --', 'admin list` as root.', '', '1. `git pull && npm start`')).toEqual([
    'npm run stagedoor -- admin list',
    'git pull && npm start',
  ]);
  expect(extractCommands('docs/x.md', 'One\ntwo `npm run a`\n\n`npm run b`')).toEqual([
    { document: 'docs/x.md', line: 2, text: 'npm run a' },
    { document: 'docs/x.md', line: 4, text: 'npm run b' },
  ]);
});

test('leaves names, paths, addresses and sentences alone', () => {
  expect(textsIn('`DATA_DIR`, `/api/ready`, `X-Real-IP`, `PORT=80`, `DATA_DIR: the folder`, `Authorization: Bearer …`, `npm`')).toEqual([]);
});

test('takes every line of an indented or fenced block, and what is behind a prompt with its output', () => {
  expect(textsIn('Text:', '', '    rm -r /', '    # a comment', '', '    tar x', '', 'Text')).toEqual(['rm -r /', 'tar x']);
  expect(textsIn('1. Do', '', '   ```', '   systemctl stop it', '   ```', 'and `npm start -- --empty`')).toEqual([
    'systemctl stop it',
    'npm start -- --empty',
  ]);
  expect(textsIn('An item', '    that goes on, indented')).toEqual([]);
  expect(extractCommands('docs/x.md', '    $ one a\n    first\n\n    second\n    $ two b\n')).toEqual([
    { document: 'docs/x.md', line: 1, text: 'one a', output: ['first', 'second'] },
    { document: 'docs/x.md', line: 5, text: 'two b', output: [] },
  ]);
});

test('passes over files in a language that it knows, and refuses others', () => {
  expect(textsIn('```haproxy', 'bind :80', '```', '`npm run a`')).toEqual(['npm run a']);
  expect(() => textsIn('Text', '```text', 'npm start', '```')).toThrow('docs/x.md:2: is a block in "text" run?');
});
