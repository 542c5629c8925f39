import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findCycle, findViolations } from './boundaries.mjs';
import { WEB_GRAPH } from './web-graph.mjs';

const GRAPH = { wallet: [], checkout: ['wallet'] };
const WEB = 'apps/web/src';

let root: string;

/** Plants a file in an otherwise empty project. */
const plant = (path: string, text: string): void => {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

const violations = (graph: Record<string, string[]> = GRAPH): string[] =>
  findViolations(root, {}, { layerTables: {}, exceptions: [] }, [], graph);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'stagedoor-web-boundaries-'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the boundary check of the web', () => {
  /** Uses the graph's one edge, so that it isn't reported as unused. */
  const useEdge = () => plant(`${WEB}/features/checkout/Pay.tsx`, "import { Balance } from '../wallet/Balance.tsx';");

  test('finds nothing in this project', () => {
    expect(findViolations(fileURLToPath(new URL('..', import.meta.url)))).toEqual([]);
    expect(findCycle(WEB_GRAPH)).toBeUndefined();
  });

  test.each([
    [
      'an import against the graph',
      'features/wallet/Balance.tsx',
      "import { Pay } from '../checkout/Pay.tsx';",
      '"wallet" imports "checkout"',
    ],
    ['the same by an export', 'features/wallet/index.ts', "export { Pay } from '../checkout/Pay.tsx';", '"wallet" imports "checkout"'],
    ['the same for a type', 'features/wallet/x.ts', "import type { Pay } from '../checkout/Pay.tsx';", '"wallet" imports "checkout"'],
    ['the same, late', 'features/wallet/x.ts', "const late = import('../checkout/Pay.tsx');", '"wallet" imports "checkout"'],
    [
      'a style sheet of a feature',
      'features/checkout/x.tsx',
      "import styles from '../wallet/wallet.module.css';",
      'a style sheet of "wallet"',
    ],
    ['the same without names', 'features/checkout/x.tsx', "import '../wallet/wallet.css';", 'a style sheet of "wallet"'],
    ['a feature in ui/', 'ui/Card.tsx', "import { Balance } from '../features/wallet/Balance.tsx';", 'ui/ imports features/'],
    ['a style sheet of a feature in ui/', 'ui/Card.tsx', "import styles from '../features/wallet/x.module.css';", 'ui/ imports features/'],
    ['the session in ui/', 'ui/Card.tsx', "import { useSession } from '../app/session.tsx';", 'ui/ imports app/'],
    ['a feature in app/', 'app/shell/Shell.tsx', "import { Balance } from '../../features/wallet/Balance.tsx';", 'app/ imports features/'],
    [
      'the same, late',
      'app/shell/Shell.tsx',
      "const Pay = lazy(() => import('../../features/wallet/Balance.tsx'));",
      'app/ imports features/',
    ],
    ['a route in app/', 'app/guard.ts', "import Home from '../routes/home.tsx';", 'app/ imports routes/'],
    ['a route in a feature', 'features/wallet/x.tsx', "import Home from '../../routes/home.tsx';", 'features/ imports routes/'],
    ['the root in a feature', 'features/wallet/x.tsx', "import { Layout } from '../../root.tsx';", 'root.tsx, which stands above'],
    [
      'a constant of the contract that is written again',
      'features/wallet/limits.ts',
      "import type { CHAT_LENGTH as Length } from '@stagedoor/contract/conversations';\nexport const CHAT_LENGTH: typeof Length = 500;",
      'the type of CHAT_LENGTH',
    ],
  ])('catches %s', (_, path, text, expected) => {
    useEdge();
    plant(`${WEB}/${path}`, text);
    const found = violations();
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`${WEB}/${path}: `);
    expect(found[0]).toContain(expected);
  });

  test('allows declared imports, the layers below, routes that compose features, and everything in tests', () => {
    useEdge();
    plant(`${WEB}/features/wallet/Balance.tsx`, "import { Card } from '../../ui/Card.tsx';\nimport { call } from '../../app/api.ts';");
    plant(
      `${WEB}/routes/home.tsx`,
      "import { Pay } from '../features/checkout/Pay.tsx';\nimport styles from '../features/wallet/x.module.css';",
    );
    plant(`${WEB}/root.tsx`, "import { Pay } from './features/checkout/Pay.tsx';");
    plant(`${WEB}/features/wallet/x.ts`, "// import '../checkout/Pay.tsx'\nimport type { Order } from '@stagedoor/contract/orders';");
    plant(`${WEB}/features/wallet/x.test.ts`, "import { Pay } from '../checkout/Pay.tsx';");
    expect(violations()).toEqual([]);
  });

  test('takes each subject of an area for a feature', () => {
    useEdge();
    plant(`${WEB}/features/admin/orders/OrderPane.tsx`, "import { Entries } from '../ledger/Entries.tsx';");
    plant(`${WEB}/features/admin/ledger/Entries.tsx`, "import styles from '../orders/orders.module.css';");
    plant(`${WEB}/features/admin/Pane.tsx`, 'export {};');
    expect(violations({ ...GRAPH, 'admin/orders': ['admin/ledger'], 'admin/ledger': [] }).toSorted()).toEqual([
      'apps/web/src/features/admin/ledger/Entries.tsx: imports a style sheet of "admin/orders": what features share belongs into ui/',
      'scripts/web-graph.mjs: the feature "admin/Pane.tsx" is not listed',
    ]);
    expect(violations({ ...GRAPH, 'admin/orders': [], 'admin/ledger': [] })).toContainEqual(
      expect.stringContaining('"admin/orders" imports "admin/ledger"'),
    );
  });

  test('catches a feature that is not listed, an edge that nobody uses, and a cycle', () => {
    useEdge();
    plant(`${WEB}/features/surprises/x.ts`, 'export {};');
    expect(violations()).toEqual(['scripts/web-graph.mjs: the feature "surprises" is not listed']);
    expect(violations({ wallet: [], checkout: ['wallet', 'surprises'], surprises: [] })).toEqual([
      'scripts/web-graph.mjs: "checkout" no longer imports "surprises": take the edge out',
    ]);
    plant(`${WEB}/features/surprises/x.ts`, "import '../checkout/x.ts';");
    plant(`${WEB}/features/wallet/x.ts`, "import '../surprises/x.ts';");
    expect(violations({ wallet: ['surprises'], checkout: ['wallet'], surprises: ['checkout'] })).toEqual([
      'scripts/web-graph.mjs: goes round in a circle: wallet → surprises → checkout → wallet',
    ]);
  });

  test.each([
    ['Zod', 'polls.values.ts', "import { z } from 'zod';", 'imports zod'],
    ['a module with schemas', 'polls.values.ts', "import { poll } from './polls.ts';", 'imports ./polls.ts'],
    ['the same by an export', 'polls.values.ts', "export { poll } from './polls.ts';", 'imports ./polls.ts'],
    ['Zod, in another module that browsers run', 'web.ts', "import { z } from 'zod';", 'imports zod'],
  ])('catches %s in what the browser runs of the contract', (_, path, text, expected) => {
    plant(`packages/contract/src/${path}`, text);
    expect(violations()).toEqual([`packages/contract/src/${path}: ${expected}: what the browser runs imports constants alone`]);
  });

  test('allows types and other constants in what the browser runs of the contract', () => {
    plant('packages/contract/src/items.values.ts', 'export const KINDS = [];');
    plant(
      'packages/contract/src/polls.values.ts',
      "import type { Poll } from './polls.ts';\nimport { KINDS } from './items.values.ts';\nexport const x: Poll[] = KINDS;",
    );
    plant('packages/contract/src/polls.ts', "import { z } from 'zod';");
    expect(violations()).toEqual([]);
  });
});
