import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SECRETS, VARIABLE_NAMES, readConfig } from './config.ts';

const EXAMPLE = new URL('../../../../packaging/.env.example', import.meta.url);

/** Only a demo in a checkout has them: the launcher sets them. */
const OF_THE_LAUNCHER = ['GATEWAY_DOUBLE_PORT', 'GATEWAY_DOUBLE_LAUNCHER'];

const lines = readFileSync(EXAMPLE, 'utf8').split('\n');
const entries = lines.flatMap((line, index) => {
  const [, name, value] = /^#([A-Z0-9_]+)=(.*)$/.exec(line) ?? [];
  return name === undefined ? [] : [{ name, value: value!, comment: lines[index - 1]! }];
});

test('names every variable of the configuration once, and no other', () => {
  const expected = VARIABLE_NAMES.filter((name) => !OF_THE_LAUNCHER.includes(name));
  expect(entries.map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
});

test('shows the defaults: with them the configuration is that of an empty environment', () => {
  const shown = Object.fromEntries(entries.filter(({ value }) => value !== '').map(({ name, value }) => [name, value]));
  expect(Object.keys(shown).length).toBeGreaterThanOrEqual(15);
  expect(readConfig(shown)).toEqual(readConfig({}));
});

test('sets nothing by itself', () => {
  expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
});

test('marks the secrets, which can be read from files', () => {
  const marked = entries.filter(({ comment }) => /^# Secret[.;]/.test(comment)).map(({ name }) => name);
  expect(marked.toSorted()).toEqual(SECRETS.toSorted());
});
