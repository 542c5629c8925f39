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
    'apps/server/functions/ledger-settle.sql': `insert into ledger.entries values (1)`,
    'apps/server/migrations/0100-feeds.sql': `alter table feeds add column x int`,
    'apps/web/src/ui/Sheet.tsx': `export const Sheet = 1;`,
    'apps/web/src/features/items/TipSheet.tsx': `import { Sheet } from '../../ui/Sheet.tsx';`,
    'apps/web/src/features/items/TipSheet.component.test.tsx': `import { TipSheet } from './TipSheet.tsx';`,
    'apps/web/src/features/items/share.test.ts': `import { share } from './share.ts';`,
    'e2e/src/publishing.journey.test.ts': `goTo(page, '/model/feeds')`,
  }),
);

const select = (changed: string[], { budgetSeconds = 100, durations = new Map<string, number>() } = {}) =>
  selectTests({
    texts: TEXTS,
    changed,
    moduleGraph: { feeds: [], coupons: [], search: ['feeds'], orders: ['coupons'], site: [] },
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

test('chooses by the tables of a migration and by the room of a ledger function', () => {
  expect(select(['apps/server/migrations/0100-feeds.sql']).modules).toEqual(['feeds']);
  expect(namesOf(select(['apps/server/functions/ledger-settle.sql']).chosen)).toEqual(['settle.integration.test.ts']);
});

test('chooses component tests by imports', () => {
  expect(namesOf(select(['apps/web/src/ui/Sheet.tsx']).chosen)).toEqual(['TipSheet.component.test.tsx']);
});

test('leaves out what exceeds the budget, the farthest first, and says so', () => {
  const { chosen, leftOut } = select(['packages/contract/src/feeds.ts'], {
    budgetSeconds: 10,
    durations: new Map([[`${MODULES}/feeds/feeds.integration.test.ts`, 8]]),
  });
  expect([namesOf(chosen), namesOf(leftOut)]).toEqual([['search.integration.test.ts'], ['feeds.integration.test.ts']]);
});

test('names the files that any test may depend on', () => {
  const changed = [
    'package-lock.json',
    'apps/server/src/testing/factories.ts',
    'apps/server/src/testing/callers.integration.test.ts',
    'docs/tests.md',
  ];
  expect(filesBehindEverything(changed)).toEqual(['package-lock.json', 'apps/server/src/testing/factories.ts']);
});
