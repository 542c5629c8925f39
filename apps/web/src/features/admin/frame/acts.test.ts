import { CONTRACT } from '@stagedoor/contract';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ACTS, type AdminWrite } from './acts.ts';

interface Source {
  name: string;
  code: string;
}

const sourcesIn = (folder: string): Source[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourcesIn(path);
    const isSource = /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) && entry.name !== 'acts.ts';
    return isSource ? [{ name: entry.name, code: readFileSync(path, 'utf8') }] : [];
  });
const SOURCES = sourcesIn(join(import.meta.dirname, '../../..'));

/** Finds the places that name a call: the code before the name, without spaces, as `useAction('`. */
const callersOf = (write: string): string[] =>
  SOURCES.flatMap(({ name, code }) =>
    [...code.matchAll(new RegExp(`['"\`]${write.replaceAll(/[{}/]/g, String.raw`\$&`)}['"\`]`, 'g'))].map(
      ({ index }) => `${name}: ${code.slice(Math.max(0, index - 40), index + 1).replaceAll(/\s/g, '')}`,
    ),
  );

const withCare = (care: string): AdminWrite[] => (Object.keys(ACTS) as AdminWrite[]).filter((write) => ACTS[write] === care);

test('the table names every call of the contract by which an admin changes something, and no other', () => {
  const writes = Object.keys(CONTRACT).filter((key) => /^(?!GET )\w+ \/admin\//.test(key));
  expect(Object.keys(ACTS).toSorted()).toEqual(writes.toSorted());
});

test.each(withCare('asks'))('%s is sent by nothing but a question', (write) => {
  const callers = callersOf(write);
  expect(callers.length).toBeGreaterThan(0);
  expect(callers.filter((caller) => !caller.endsWith('write="'))).toEqual([]);
});

test.each(withCare('undo'))('%s is sent by nothing but what can be undone', (write) => {
  const callers = callersOf(write);
  expect(callers.length).toBeGreaterThan(0);
  expect(callers.filter((caller) => !caller.endsWith("decideLater('"))).toEqual([]);
});

test.each([...withCare('form'), ...Object.keys(ACTS).filter((write) => typeof ACTS[write as AdminWrite] === 'object')])(
  '%s is sent as the table says, without a question of its own',
  (write) => {
    const callers = callersOf(write);
    expect(callers.length).toBeGreaterThan(0);
    expect(callers.filter((caller) => /(?:write="|decideLater\(')$/.test(caller))).toEqual([]);
  },
);

test('files that pass a call to a question take the components of ActButton.tsx', () => {
  const passing = SOURCES.filter(({ name, code }) => name !== 'ActButton.tsx' && /\bwrite="/.test(code));
  expect(
    passing.filter(({ code }) => !/import \{ (?:ActButton|AskedAct) \} from '[./a-z]*\/ActButton\.tsx'/.test(code)).map(({ name }) => name),
  ).toEqual([]);
});

test('no call of the administration is put together from parts', () => {
  expect(SOURCES.filter(({ code }) => /`(?:POST|PUT|PATCH|DELETE) \/admin/.test(code)).map(({ name }) => name)).toEqual([]);
});
