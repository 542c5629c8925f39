import { expect, test } from 'vitest';
import { findMissingLine } from './compare-output.ts';
import { planOf, staleEntries } from './plan.ts';
import { readDocuments } from './run-documents.ts';

const NAMES = ['admin create', 'settings get', 'doctor', 'backup', 'rehearse', 'restore'];
const plan = (text: string) => planOf({ text }, NAMES);

test('runs a command of the site without an entry', () => {
  expect(plan('stagedoor settings get siteName')).toEqual({ kind: 'run', step: {} });
  expect(plan("printf 'x' | stagedoor admin create a@example.org --password-stdin")).toEqual({ kind: 'run', step: {} });
});

test.each([
  ['systemctl restart stagedoor', '“systemctl” needs a step'],
  ['npm run a && rm -rf /', '“rm” needs a step'],
  ['npm run a | xargs rm', '“xargs” needs a step'],
  ['cp data/secrets.json /etc', '“cp” needs a step'],
  ['A=1 B=2 redis-server --port 1', '“redis-server” needs a step'],
  ['npm run stagedoor -- mail test ADDRESS', 'nothing says what “ADDRESS” stands for'],
  ['SMTP_URL=smtps://… npm run doctor', 'nothing says what “…” stands for'],
  ['stagedoor jobs list [--json]', 'nothing says what “[--json]” stands for'],
])('finds nothing to do with “%s”', (text, problem) => {
  expect(plan(text)).toEqual({ kind: 'unknown', problem: expect.stringContaining(problem) });
});

test('compares a description with the help of its command', () => {
  expect(plan('admin create EMAIL [--role ROLE]')).toEqual({ kind: 'usage', name: 'admin create', words: ['EMAIL', '--role', 'ROLE'] });
  expect(plan('backup')).toEqual({ kind: 'usage', name: 'backup', words: [] });
});

test('says why a command isn’t run', () => {
  expect(plan('git pull && npm start')).toEqual({ kind: 'notRun', reason: 'changes the checkout' });
});

test('has a command for every entry', async () => {
  const commands = await readDocuments();
  expect(staleEntries(commands)).toEqual([]);
  expect(staleEntries(commands.filter(({ text }) => text !== 'npm start'))).toEqual(['npm start']);
});

test('compares output by its shape', () => {
  const shown = ['id  state  due', '401  waiting  2026-11-30T10:24:45.783Z  0/10  accounts:sendMail', 'Wrote /tmp/x/a.zip (21 kB).'];
  const printed =
    'id state due\n7  waiting  2027-01-01T00:00:00Z 2/10  files:transcode\n8  waiting  2027-01-01T00:00:00Z 0/4  x:yes\nWrote /srv/b.zip (1,234 kB).\n';
  expect(findMissingLine(shown, printed)).toBeUndefined();
  expect(findMissingLine(shown, printed.replace('waiting', 'failed'))).toBe(shown[1]);
  expect(findMissingLine(shown, `${printed}More.\n`)).toContain('“More.”');
  expect(findMissingLine(['a', '...', 'z'], 'a\nb\nc\nz\n')).toBeUndefined();
  expect(findMissingLine(['a', '...', 'z'], 'a\nb\n')).toBe('z');
  expect(findMissingLine(['a', 'z'], 'a\nb\nz\n')).toBe('z');
});
