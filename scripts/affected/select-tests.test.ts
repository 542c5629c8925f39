import { expect, test } from 'vitest';
import { distancesFrom, importersOf, resolveImport } from './import-graph.mjs';
import { filesBehindEverything, selectTests } from './select-tests.mjs';

const MODULES = 'apps/server/src/modules';

/** A small project: posts and coupons, a sheet of the web, a function of the ledger. */
const TEXTS = new Map(
  Object.entries({
    'packages/contract/src/feeds.ts': `export const feeds = { 'GET /feeds/{id}': {}, 'POST /performer/feeds': {} };`,
    'packages/contract/src/coupons.ts': `export const coupons = { 'POST /coupons/{code}/apply-coupon': {} };`,
    [`${MODULES}/feeds/feeds.rules.ts`]: `export const isLong = true;`,
    [`${MODULES}/feeds/feeds.rules.test.ts`]: `import { isLong } from './feeds.rules.ts';`,
    [`${MODULES}/feeds/feeds.routes.ts`]: `import { feeds } from '@stagedoor/contract/feeds'; bind({ 'GET /feeds/{id}': get });`,
    [`${MODULES}/feeds/feeds.integration.test.ts`]: `call('GET /feeds/{id}')`,
    [`${MODULES}/coupons/find-coupon.ts`]: `export const find = 1;`,
    [`${MODULES}/orders/coupons.integration.test.ts`]: `call('POST /coupons/{code}/apply-coupon')`,
    [`${MODULES}/search/search.integration.test.ts`]: `call('GET /feeds/{id}'); call('POST /performer/feeds')`,
    [`${MODULES}/site/site.integration.test.ts`]: `call('GET /settings/public')`,
    'apps/server/src/testing/callers.integration.test.ts': `call('GET /feeds/{id}')`,
    'apps/server/src/ledger/settle.integration.test.ts': `settle()`,
    'apps/server/functions/ledger-settle.sql': `create or replace function ledger.settle(p jsonb) returns void; insert into ledger.entries`,
    'apps/server/functions/feed-words.sql': `create or replace function feed_words() returns trigger`,
    'apps/server/schema.sql': `CREATE TRIGGER w AFTER INSERT ON public.feeds FOR EACH ROW EXECUTE FUNCTION public.feed_words();`,
    'apps/server/src/ledger/settle.ts': 'sql`select ledger.settle(${order})`',
    [`${MODULES}/orders/buy.ts`]: `import { settle } from '../../ledger/settle.ts';`,
    [`${MODULES}/access/access.rules.ts`]: `export const maySee = true;`,
    [`${MODULES}/words/words.integration.test.ts`]: `openApp()`,
    [`${MODULES}/words/long-words.integration.test.ts`]: `openApp(); expect(everything).toBe(right)`,
    'packages/contract/src/index.ts': `export { coupons } from './coupons.ts';`,
    'apps/web/src/app/api.test.ts': `import { CONTRACT } from '@stagedoor/contract';`,
    [`${MODULES}/reels/reels.integration.test.ts`]: `import { makeVideo } from '../../testing/videos.ts';`,
    'scripts/texts.mjs': `export const check = 1;`,
    'scripts/texts.test.ts': `import { check } from './texts.mjs';`,
    'apps/server/migrations/0100-feeds.sql': `alter table feeds add column x int`,
    'apps/web/src/ui/Sheet.tsx': `export const Sheet = 1;`,
    'apps/web/src/features/items/TipSheet.tsx': `import { Sheet } from '../../ui/Sheet.tsx'; import css from './TipSheet.module.css';`,
    'apps/web/src/features/items/TipSheet.component.test.tsx': `import { TipSheet } from './TipSheet.tsx';`,
    'apps/web/src/features/items/share.test.ts': `import { share } from './share.ts';`,
    'e2e/src/publishing.journey.test.ts': `goTo(page, '/model/feeds')`,
  }),
);

const select = (changed: string[], { budgetSeconds = 100, durations = new Map<string, number>() } = {}) =>
  selectTests({
    texts: TEXTS,
    changed,
    moduleGraph: { feeds: [], coupons: [], search: ['feeds'], orders: ['coupons'], site: [], access: [], reels: [], words: ['access'] },
    tableOwners: new Map([['feeds', 'feeds']]),
    durations,
    budgetSeconds,
  });
const namesOf = (choices: readonly { file: string }[]): string[] => choices.map(({ file }) => file.split('/').at(-1)!);

test('resolves imports of files, of packages and of their main modules, and of no library', () => {
  expect(resolveImport('apps/web/src/ui/a.ts', '../app/b.ts')).toBe('apps/web/src/app/b.ts');
  expect(resolveImport('e2e/src/a.ts', '@stagedoor/server/testing/factories')).toBe('apps/server/src/testing/factories.ts');
  expect(resolveImport('e2e/src/a.ts', '@stagedoor/contract')).toBe('packages/contract/src/index.ts');
  expect(resolveImport('e2e/src/a.ts', 'vitest')).toBeUndefined();
});

test('measures how many imports away a file is', () => {
  const distances = distancesFrom(['apps/web/src/ui/Sheet.tsx'], importersOf(TEXTS));
  expect(Object.fromEntries(distances)).toEqual({
    'apps/web/src/ui/Sheet.tsx': 0,
    'apps/web/src/features/items/TipSheet.tsx': 1,
    'apps/web/src/features/items/TipSheet.component.test.tsx': 2,
  });
});

test('chooses a module’s own tests first, then those of dependents that call it, and no others', () => {
  const { modules, chosen, journeys } = select([`${MODULES}/feeds/feeds.rules.ts`]);
  expect(modules).toEqual(['feeds']);
  expect(namesOf(chosen)).toEqual(['feeds.rules.test.ts', 'feeds.integration.test.ts', 'search.integration.test.ts']);
  expect(journeys).toEqual(['e2e/src/publishing.journey.test.ts']);
});

test('finds the tests of a module without tests or routes by the endpoints of its noun', () => {
  expect(namesOf(select([`${MODULES}/coupons/find-coupon.ts`]).chosen)).toEqual(['coupons.integration.test.ts']);
});

test('chooses by the tables of a migration, by triggers, and by the callers of a function', () => {
  expect(select(['apps/server/migrations/0100-feeds.sql']).modules).toEqual(['feeds']);
  expect(select(['apps/server/functions/feed-words.sql']).modules).toEqual(['feeds']);
  const { chosen } = select(['apps/server/functions/ledger-settle.sql']);
  expect(namesOf(chosen)).toEqual(['settle.integration.test.ts', 'coupons.integration.test.ts']);
});

test('runs the tests of the ledger first when one of its functions changed', () => {
  const { chosen } = select(['apps/server/functions/ledger-settle.sql'], { budgetSeconds: 1 });
  expect(namesOf(chosen)).toEqual(['settle.integration.test.ts']);
});

test('chooses the main test of each module that uses a module without endpoints', () => {
  const { chosen } = select([`${MODULES}/access/access.rules.ts`]);
  expect(chosen).toMatchObject([
    { file: `${MODULES}/words/words.integration.test.ts`, reason: 'main test of words, which uses the change' },
  ]);
});

test('runs the tests that call a changed endpoint before those that import the whole contract', () => {
  const { modules, chosen } = select(['packages/contract/src/coupons.ts']);
  expect(modules).toEqual(['coupons']);
  expect(namesOf(chosen).slice(0, 2)).toEqual(['coupons.integration.test.ts', 'api.test.ts']);
});

test('leaves generated tests out unless the contract changed and they fit', () => {
  const file = 'apps/server/src/testing/callers.integration.test.ts';
  expect(namesOf(select([`${MODULES}/feeds/feeds.rules.ts`]).chosen)).not.toContain('callers.integration.test.ts');
  expect(namesOf(select(['packages/contract/src/feeds.ts']).leftOut)).toContain('callers.integration.test.ts');
  expect(namesOf(select(['packages/contract/src/feeds.ts'], { durations: new Map([[file, 5]]) }).chosen)).toContain(
    'callers.integration.test.ts',
  );
});

test('follows imports of style sheets and of scripts', () => {
  expect(namesOf(select(['apps/web/src/features/items/TipSheet.module.css']).chosen)).toEqual(['TipSheet.component.test.tsx']);
  expect(namesOf(select(['scripts/texts.mjs']).chosen)).toEqual(['texts.test.ts']);
});

test('chooses component tests by imports', () => {
  expect(namesOf(select(['apps/web/src/ui/Sheet.tsx']).chosen)).toEqual(['TipSheet.component.test.tsx']);
});

test('leaves out what exceeds the budget, the farthest first, and says so', () => {
  const { chosen, leftOut } = select(['packages/contract/src/feeds.ts'], {
    budgetSeconds: 10,
    durations: new Map([[`${MODULES}/feeds/feeds.integration.test.ts`, 8]]),
  });
  expect([namesOf(chosen), namesOf(leftOut)]).toEqual([
    ['feeds.integration.test.ts'],
    ['search.integration.test.ts', 'callers.integration.test.ts'],
  ]);
});

test('expects a test that makes films to take longer', () => {
  const { chosen } = select([`${MODULES}/reels/reels.rules.ts`]);
  expect(chosen).toMatchObject([{ file: `${MODULES}/reels/reels.integration.test.ts`, seconds: 20 }]);
});

test('names the files that any test may depend on', () => {
  const changed = [
    'package-lock.json',
    'apps/web/tsconfig.json',
    'apps/server/src/testing/factories.ts',
    'apps/server/src/testing/callers.integration.test.ts',
    'docs/tests.md',
  ];
  expect(filesBehindEverything(changed)).toEqual(['package-lock.json', 'apps/web/tsconfig.json', 'apps/server/src/testing/factories.ts']);
});
