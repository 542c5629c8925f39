import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { SECRETS, VARIABLE_NAMES, readConfig } from './config.ts';
import { readSecret } from './secret-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'stagedoor-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SECRET = 'a secret of forty signs without any space'.replaceAll(' ', '-');
const fileOf = (content: string): string => {
  const path = join(folder, crypto.randomUUID());
  writeFileSync(path, content);
  return path;
};

test.each([
  ['without a line break', SECRET],
  ['with one', `${SECRET}\n`],
  ['with one of Windows', `${SECRET}\r\n`],
])('a secret is read from a file %s', (_case, content) => {
  expect(readConfig({ LIVE_SECRET_FILE: fileOf(content) }).live.secret).toBe(SECRET);
});

test('every variable that holds a secret can be read from a file', () => {
  for (const name of SECRETS) expect(readSecret({ [`${name}_FILE`]: fileOf(SECRET), [name]: '' }, name)).toBe(SECRET);
});

test('each variable whose name says that it holds a secret is one', () => {
  const named = VARIABLE_NAMES.filter((name) => /PASSWORD|SECRET|TOKEN|KEY/.test(name) && name !== 'REPLACE_SECRETS');
  expect(SECRETS).toEqual(expect.arrayContaining(named));
});

test.each([
  [
    'a missing file',
    { METRICS_TOKEN_FILE: '/nowhere/token' },
    'METRICS_TOKEN_FILE: "/nowhere/token" can’t be read, because there is no such file.',
  ],
  ['a folder', { METRICS_TOKEN_FILE: folder }, `METRICS_TOKEN_FILE: "${folder}" can’t be read, because it is a folder.`],
  ['an empty file', { ADMIN_PASSWORD_FILE: fileOf('\n') }, 'is empty; write the secret into it.'],
  ['several lines', { ADMIN_PASSWORD_FILE: fileOf('one secret\nanother\n') }, 'has several lines; write the secret alone into it.'],
  [
    'a variable that is set, too',
    { SMTP_URL: 'smtp://one.example', SMTP_URL_FILE: fileOf('smtp://two.example') },
    'SMTP_URL_FILE: SMTP_URL is set, too; set one of the two.',
  ],
])('%s stops the start with a sentence that names the variable', (_case, environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence);
});

test('a secret of a file that can’t be used is not shown', () => {
  const environment = { LIVE_SECRET_FILE: fileOf('too-short') };
  expect(() => readConfig(environment)).toThrow('LIVE_SECRET: use at least 32 letters, digits or signs');
  expect(() => readConfig(environment)).not.toThrow('too-short');
});
