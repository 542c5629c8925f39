import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TEXTS } from '@stagedoor/contract/texts/index';
import { type TextPart, textPartOf } from '@stagedoor/contract/texts/parts';
import { expect, test } from 'vitest';

const SOURCE = fileURLToPath(new URL('..', import.meta.url));
const KEYS = Object.keys(TEXTS);
const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+\.tsx?)'/g;
/** A text key, complete or up to the first interpolation. */
const KEY = /(['"`])([a-zA-Z]+\.[a-zA-Z0-9._]*)(\1|\$\{)/g;

/** These files and all their transitive imports. */
const reachedFrom = (roots: readonly string[]): Set<string> => {
  const reached = new Set<string>();
  const open = [...roots];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    for (const [, path] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const imported = resolve(dirname(file), path!);
      if (existsSync(imported)) open.push(imported);
    }
  }
  return reached;
};

const routes = readdirSync(join(SOURCE, 'routes'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => join(SOURCE, 'routes', name));
const isOfAdmin = (route: string): boolean => relative(join(SOURCE, 'routes'), route).startsWith('admin');
const site = reachedFrom([join(SOURCE, 'root.tsx'), join(SOURCE, 'entry.client.tsx'), ...routes.filter((route) => !isOfAdmin(route))]);
const admin = new Set([...reachedFrom(routes.filter(isOfAdmin))].filter((file) => !site.has(file)));

/** Text keys of a part that a file uses. */
const namedIn = (file: string, part: TextPart): string[] =>
  [...readFileSync(file, 'utf8').matchAll(KEY)].flatMap(([, , name, end]) =>
    KEYS.filter((key) => textPartOf(key) === part && (end === '${' ? key.startsWith(name!) : key === name || key === `${name}_other`)).map(
      (key) => `${relative(SOURCE, file)}: ${key}`,
    ),
  );

test('no page outside the administration uses a text of the administration’s part', () => {
  expect(site.size).toBeGreaterThan(100);
  expect([...site].flatMap((file) => namedIn(file, 'admin'))).toEqual([]);
});

test('the web uses no text of the server’s part', () => {
  expect([...site, ...admin].flatMap((file) => namedIn(file, 'server'))).toEqual([]);
});

test('the administration uses its part', () => {
  expect(admin.size).toBeGreaterThan(20);
  expect([...admin].flatMap((file) => namedIn(file, 'admin')).length).toBeGreaterThan(300);
});

test('plural forms of other languages belong to the same part as the built-in ones', () => {
  expect([textPartOf('siteTexts.imported_few'), textPartOf('profile.posts_few'), textPartOf('mail.resetPassword.subject')]).toEqual([
    'admin',
    'site',
    'server',
  ]);
});
