import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findCycle, findForeignReads, findViolations, importsOf } from './boundaries.mjs';
import { MODULE_GRAPH } from './module-graph.mjs';

const project = fileURLToPath(new URL('..', import.meta.url));
const GRAPH = { accounts: [], feeds: ['accounts'] };
const TABLES = { layerTables: { platform: ['outbox'] }, exceptions: [] };

let root: string;

/** Plants a file in an otherwise empty project. */
const plant = (path: string, text: string): void => {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'stagedoor-boundaries-'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

const FEEDS = 'apps/server/src/modules/feeds';

describe('the boundary check', () => {
  test('finds nothing in this project', () => {
    expect(findViolations(project)).toEqual([]);
    expect(findCycle(MODULE_GRAPH)).toBeUndefined();
  });

  test.each([
    [
      'a module past its index',
      `${FEEDS}/publish-feed.ts`,
      "import { findAccount } from '../accounts/accounts.store.ts';",
      /reaches into "accounts" past its index/,
    ],
    ['the same by an export', `${FEEDS}/publish-feed.ts`, "export { findAccount } from '../accounts/accounts.store.ts';", /past its index/],
    ['the same for a type', `${FEEDS}/publish-feed.ts`, "import type { Account } from '../accounts/accounts.store.ts';", /past its index/],
    [
      'the same over several lines',
      `${FEEDS}/publish-feed.ts`,
      "import {\n  a,\n  b,\n} from '../accounts/accounts.store.ts';",
      /past its index/,
    ],
    ['the same, late', `${FEEDS}/publish-feed.ts`, "const late = await import('../accounts/accounts.store.ts');", /past its index/],
    [
      'a call against the graph',
      'apps/server/src/modules/accounts/log-in.ts',
      "import { listFeeds } from '../feeds/index.ts';",
      /"accounts" calls "feeds"/,
    ],
    [
      'an undeclared module',
      'apps/server/src/modules/surprises/index.ts',
      "import { listFeeds } from '../feeds/index.ts';",
      /"surprises" is not in/,
    ],
    [
      'the platform calling a module',
      'apps/server/src/platform/http/pipeline.ts',
      "import { findAccount } from '../../modules/accounts/index.ts';",
      /platform imports modules/,
    ],
    [
      'the ledger calling a module',
      'apps/server/src/ledger/post.ts',
      "import { findAccount } from '../modules/accounts/index.ts';",
      /ledger imports modules/,
    ],
    [
      'a simulated company that reads an adapter',
      'apps/server/src/gateway-doubles/ccbill/ccbill-double.ts',
      "import { sign } from '../../gateways/sandbox-statements.ts';",
      /gateway-doubles imports gateways/,
    ],
    [
      'product code that needs a simulated company',
      'apps/server/src/gateways/sandbox-gateway.ts',
      "import { createCcbillDouble } from '../gateway-doubles/ccbill/ccbill-double.ts';",
      /imports gateway-doubles, which only tests may/,
    ],
    [
      'a simulated media server that reads an adapter',
      'apps/server/src/live/ant-media-double/signalling.ts',
      "import { connect } from '../ant-media/ant-media-engine.ts';",
      /live\/ant-media-double imports live\/ant-media\/ant-media-engine.ts/,
    ],
    [
      'product code that needs a simulated media server',
      'apps/server/src/live/ant-media/ant-media-engine.ts',
      "import { createAntMediaDouble } from '../ant-media-double/ant-media-double.ts';",
      /imports live\/ant-media-double, which only tests may/,
    ],
    ['anybody calling app.ts', `${FEEDS}/publish-feed.ts`, "import { app } from '../../app.ts';", /imports app.ts/],
    [
      'the server reading the web',
      `${FEEDS}/publish-feed.ts`,
      "import { Button } from '../../../../web/src/ui/Button.tsx';",
      /lies outside/,
    ],
    ['the ledger’s tables elsewhere', `${FEEDS}/publish-feed.ts`, 'const q = sql`select * from ledger.entries`;', /ledger's schema/],
    ['the ledger’s functions elsewhere', `${FEEDS}/feeds.queries.ts`, 'const q = sql`select ledger.settle($1)`;', /ledger's functions/],
    ['a write among the reads', `${FEEDS}/feeds.queries.ts`, "trx.updateTable('feeds').execute();", /only read/],
    ['a clock in the rules', `${FEEDS}/feeds.rules.ts`, 'export const isOver = (end: Date) => end < new Date();', /the instant is handed/],
    ['a caught error in the routes', `${FEEDS}/feeds.routes.ts`, 'try { publish(); } catch {}', /catches nothing/],
    ['an index that names nothing', `${FEEDS}/index.ts`, "export * from './publish-feed.ts';", /no export \*/],
  ])('catches %s', (_, path, text, expected) => {
    plant(path, text);
    const violations = findViolations(root, GRAPH, TABLES, []);
    expect(violations).toHaveLength(1);
    expect(violations[0]).toMatch(expected);
    expect(violations[0]).toMatch(new RegExp(`^${path.replaceAll('.', '\\.')}: `));
  });

  test('allows declared imports, the own module, the layers below, and everything in tests', () => {
    plant(
      `${FEEDS}/publish-feed.ts`,
      "import { getAccount } from '../accounts/index.ts';\nimport { post } from '../../ledger/index.ts';\nimport { insertFeed } from './feeds.store.ts';",
    );
    plant(`${FEEDS}/publish-feed.test.ts`, "import { insertAccount } from '../accounts/accounts.store.ts';");
    plant(`${FEEDS}/feeds.rules.ts`, '// new Date() is what this file must not say\nexport const sentence = "Date.now() as a text";');
    plant('apps/server/src/ledger/post.ts', 'const q = sql`select ledger.settle($1)`;');
    plant('apps/server/src/app.ts', "import { feedsRoutes } from './modules/feeds/feeds.routes.ts';");
    expect(findViolations(root, GRAPH, TABLES, [])).toEqual([]);
  });

  test('catches a cycle in the graph', () => {
    expect(findViolations(root, { accounts: ['feeds'], feeds: ['wallet'], wallet: ['accounts'] }, TABLES, [])).toEqual([
      'scripts/module-graph.mjs: goes round in a circle: accounts → feeds → wallet → accounts',
    ]);
  });

  describe('of tables', () => {
    const module = (name: string, ...tables: string[]): void =>
      plant(
        `apps/server/src/modules/${name}/module.ts`,
        `export const ${name} = defineModule({\n  name: '${name}',\n  tables: [${tables.map((table) => `'${table}'`).join(', ')}],\n});`,
      );
    const WRITE = `${FEEDS}/publish-feed.ts`;
    beforeEach(() => {
      module('accounts', 'accounts', 'consents');
      module('feeds', 'feeds');
    });

    test.each([
      ['an insert', "trx.insertInto('accounts').values(row);"],
      ['an update', "trx\n  .updateTable('accounts as a')\n  .set(row);"],
      ['a delete', "trx.deleteFrom('accounts');"],
      ['an insert in SQL', 'sql`insert into accounts (id) values (1)`;'],
      ['an update in SQL', 'sql`with x as (select 1)\n update accounts a set name = 1`;'],
      ['a delete in SQL, in another statement', 'sql`select 1 from feeds ${isAll ? sql`delete from accounts` : sql``}`;'],
    ])('catches %s by another module than the owner', (_, text) => {
      plant(WRITE, text);
      expect(findViolations(root, GRAPH, TABLES, [])).toEqual([`${WRITE}: writes the table "accounts", which belongs to accounts`]);
      plant(WRITE, '');
      plant('apps/server/src/platform/auth/sessions.ts', text);
      expect(findViolations(root, GRAPH, TABLES, [])).toEqual([
        'apps/server/src/platform/auth/sessions.ts: writes the table "accounts", which belongs to accounts',
      ]);
    });

    test('allows the owner to write, anybody to read, and exceptions; an unused exception is caught', () => {
      plant('apps/server/src/modules/accounts/log-in.ts', "trx.updateTable('accounts');");
      plant(
        WRITE,
        "// update accounts\ntrx.selectFrom('accounts');\nsql`select 1 from consents for update`;\nsql`update feeds set id = 1`;",
      );
      expect(findViolations(root, GRAPH, TABLES, [])).toEqual([]);
      expect(findForeignReads(root, TABLES.layerTables)).toEqual(['feeds: accounts (of accounts)', 'feeds: consents (of accounts)']);
      const exceptions = [{ by: 'feeds', table: 'accounts' }];
      expect(findViolations(root, GRAPH, { ...TABLES, exceptions }, [])).toEqual([
        'scripts/module-graph.mjs: "feeds" no longer writes "accounts": take the exception out',
      ]);
      plant(WRITE, "trx.updateTable('accounts');");
      expect(findViolations(root, GRAPH, { ...TABLES, exceptions }, [])).toEqual([]);
    });

    test('catches a table that two modules declare, and one that none does', () => {
      module('feeds', 'feeds', 'consents');
      plant(
        'apps/server/src/platform/database/schema.gen.ts',
        "export interface DB {\n  accounts: A;\n  feeds: B;\n  'ledger.entries': C;\n  consents: D;\n}\n",
      );
      expect(findViolations(root, GRAPH, TABLES, [])).toEqual([
        'apps/server/src/modules/feeds/module.ts: declares the table "consents", which belongs to accounts',
        'apps/server/src/platform/database/schema.gen.ts: no module declares the table "ledger.entries"',
      ]);
    });
  });

  test.each([
    ['recorded', "await recordEvent(trx, 'feeds.renamed', { feedId });"],
    ['recorded in SQL', "sql`insert into outbox (event, payload) select distinct 'feeds.renamed', '{}'`;"],
    ['handled', "outbox.on('feeds.renamed', handler);"],
    ['handled in batches', "outbox.onBatch(\n  'feeds.renamed', handler);"],
  ])('catches an event that the contract does not declare, %s', (_, text) => {
    plant('packages/contract/src/domain-events.ts', "export interface DomainEvents {\n  'feeds.published': { feedId: string };\n}\n");
    plant('apps/server/src/platform/x.ts', text);
    expect(findViolations(root, GRAPH, TABLES, [])).toEqual([
      'apps/server/src/platform/x.ts: the event "feeds.renamed" is not in packages/contract/src/domain-events.ts',
    ]);
    plant('apps/server/src/platform/x.ts', text.replace('feeds.renamed', 'feeds.published'));
    expect(findViolations(root, GRAPH, TABLES, [])).toEqual([]);
  });

  test.each([
    ['in a list', 'apps/server/src/modules/orders/offers.ts', "const KINDS = ['feed', 'gallery'];", 'gallery'],
    ['in a property', 'apps/web/src/features/wallet/Movements.tsx', 'const field = body.galleryId;', 'gallery'],
    ['in a path', 'packages/contract/src/wallet.ts', 'const path = `POST /galleries/${id}`;', 'galleries'],
    ['in a type', 'apps/server/src/platform/x.ts', 'interface GalleryRow {}', 'Gallery'],
    ['in the name of a sale', 'packages/contract/src/payments.ts', "const kind = 'purchaseGallery';", 'Gallery'],
  ])('catches a kind that is named outside its folders, %s', (_, path, text, word) => {
    plant(path, text);
    expect(findViolations(root, GRAPH, TABLES, [])).toEqual([
      `${path}: names "${word}" outside the folders of the kind "gallery": read the registry of kinds instead`,
    ]);
    const exceptions = [{ file: path, kind: 'gallery', reason: 'a test' }];
    expect(findViolations(root, GRAPH, TABLES, exceptions)).toEqual([]);
    plant(path, '// The gallery of a comment.\nconst kinds = read();');
    expect(findViolations(root, GRAPH, TABLES, [])).toEqual([]);
    expect(findViolations(root, GRAPH, TABLES, exceptions)).toEqual([
      `scripts/kind-names.mjs: ${path} no longer names "gallery": take the exception out`,
    ]);
  });

  test('catches a kind with a folder that isn’t checked', () => {
    const text = "export const kindModule = { kind: 'hologram' };";
    plant('apps/server/src/modules/holograms/holograms.kind.ts', text);
    expect(findViolations(root, { ...GRAPH, holograms: [] }, TABLES, [])).toEqual([
      'scripts/kind-names.mjs: KINDS_WITH_FOLDERS lacks the kind "hologram" of apps/server/src/modules/holograms/holograms.kind.ts',
    ]);
  });

  test('allows a kind to be named in its folders, the registry, routes, texts and tests', () => {
    for (const path of [
      'apps/server/src/modules/galleries/save-gallery.ts',
      'apps/web/src/features/galleries/GalleryCard.tsx',
      'apps/web/src/routes/galleries/gallery.tsx',
      'packages/contract/src/items.values.ts',
      'packages/contract/src/texts/galleries.ts',
      'apps/server/src/modules/orders/orders.integration.test.ts',
      'apps/server/src/testing/gallery-fixtures.ts',
    ])
      plant(path, "export const kind = 'gallery';");
    expect(findViolations(root, GRAPH, TABLES, [])).toEqual([]);
  });

  test('reads imports of every form, and ignores comments', () => {
    const text =
      "import a from 'a';import 'b';\nimport type { C } from 'c';\nexport { d } from \"d\";\n// import x from 'x';\n/* import y from 'y'; */\nconst e = await import('e');";
    expect(importsOf(text)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('exits with code 1 as a command', () => {
    plant(`${FEEDS}/feeds.routes.ts`, 'try { publish(); } catch {}');
    cpSync(join(project, 'scripts'), join(root, 'scripts'), { recursive: true });
    const result = spawnSync(process.execPath, [join(root, 'scripts/boundaries.mjs')], { encoding: 'utf8' });
    expect(result.status).toBe(1);
    expect(result.stderr).toContain(`${FEEDS}/feeds.routes.ts: a routes file catches nothing`);
  });
});

describe('the linter', () => {
  /** What the project's own configuration says of one planted file, as `rule` names. */
  const lint = (path: string, text: string, others: Record<string, string> = {}): string[] => {
    plant(path, text);
    for (const [other, content] of Object.entries(others)) plant(other, content);
    cpSync(join(project, '.oxlintrc.json'), join(root, '.oxlintrc.json'));
    symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));
    const { stdout } = spawnSync(process.execPath, [join(project, 'node_modules/oxlint/bin/oxlint'), '-f', 'json', path], {
      cwd: root,
      encoding: 'utf8',
    });
    return (JSON.parse(stdout) as { diagnostics: { code: string }[] }).diagnostics.map(({ code }) => code);
  };
  const RESTRICTED = 'eslint(no-restricted-imports)';

  test.each([
    [
      'the contract importing the server',
      'packages/contract/src/feeds.ts',
      "import { app } from '@stagedoor/server/app';\nexport const a = app;",
    ],
    [
      'the contract reading files',
      'packages/contract/src/feeds.ts',
      "import { readFileSync } from 'node:fs';\nexport const a = readFileSync;",
    ],
    [
      'the web running the contract',
      'apps/web/src/routes/home.tsx',
      "import { feeds } from '@stagedoor/contract/feeds';\nexport const a = feeds;",
    ],
    ['the web validating by Zod', 'apps/web/src/routes/home.tsx', "import { z } from 'zod';\nexport const a = z;"],
    [
      'the web importing the server',
      'apps/web/src/routes/home.tsx',
      "import type { App } from '@stagedoor/server/app';\nexport type A = App;",
    ],
    [
      'the design system fetching data',
      'apps/web/src/ui/Card.tsx',
      "import { useQuery } from '@tanstack/react-query';\nexport const a = useQuery;",
    ],
    ['SQL in the routes', `${FEEDS}/feeds.routes.ts`, "import { sql } from 'kysely';\nexport const a = sql;"],
    [
      'a pool in the routes',
      `${FEEDS}/feeds.routes.ts`,
      "import { createPool } from '../../platform/database/database.ts';\nexport const a = createPool;",
    ],
    ['a file system in the rules', `${FEEDS}/feeds.rules.ts`, "import { readFileSync } from 'node:fs';\nexport const a = readFileSync;"],
    [
      'a database in the rules',
      `${FEEDS}/feeds.rules.ts`,
      "import type { Trx } from '../../platform/database/database.ts';\nexport type A = Trx;",
    ],
    [
      'a request in a use case',
      `${FEEDS}/publish-feed.ts`,
      "import type { FastifyRequest } from 'fastify';\nexport type A = FastifyRequest;",
    ],
    [
      'the HTTP pipeline in a use case',
      `${FEEDS}/publish-feed.ts`,
      "import { serve } from '../../platform/http/pipeline.ts';\nexport const a = serve;",
    ],
    ['a socket in a use case', `${FEEDS}/publish-feed.ts`, "import { Server } from 'socket.io';\nexport const a = Server;"],
  ])('catches %s', (_, path, text) => {
    expect(lint(path, text)).toContain(RESTRICTED);
  });

  test('allows the web the contract’s types', () => {
    expect(lint('apps/web/src/routes/home.tsx', "import type { Contract } from '@stagedoor/contract';\nexport type A = Contract;")).toEqual(
      [],
    );
  });

  test('catches a cycle of files', () => {
    const b = { [`${FEEDS}/b.ts`]: "import { a } from './a.ts';\nexport const b = () => a;" };
    expect(lint(`${FEEDS}/a.ts`, "import { b } from './b.ts';\nexport const a = () => b;", b)).toContain('import(no-cycle)');
  });

  test('finds nothing in this project', () => {
    expect(() =>
      execFileSync(process.execPath, [join(project, 'node_modules/oxlint/bin/oxlint'), '--deny-warnings'], { cwd: project, stdio: 'pipe' }),
    ).not.toThrow();
  });
});
