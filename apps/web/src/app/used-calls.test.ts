import { readFileSync, readdirSync } from 'node:fs';
import { CONTRACT } from '@stagedoor/contract';
import { KIND_TRAITS } from '@stagedoor/contract/items.values';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { moneyCalls } from '../features/items/item-calls.ts';

/** Calls that no screen of ours makes, from the table of them in docs/conformity.md. */
const UNUSED = [
  ...readFileSync(join(import.meta.dirname, '../../../../docs/conformity.md'), 'utf8').matchAll(
    /^\| `((?:GET|POST|PUT|DELETE) [^`]+)` +\| \S/gm,
  ),
].map(([, key]) => key!);

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourcesIn(path);
    // A table of calls isn't a screen that makes them.
    const isScreen = /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) && entry.name !== 'acts.ts';
    return isScreen ? [readFileSync(path, 'utf8')] : [];
  });
const sources = sourcesIn(join(import.meta.dirname, '..')).join('\n');

/** Calls whose names the registry of kinds makes. */
const BY_KIND = new Set(
  (Object.values(moneyCalls) as unknown as ((kind: string) => string)[]).flatMap((nameOf) =>
    Object.keys(KIND_TRAITS).map((kind) => nameOf(kind)),
  ),
);
/** A link whose address is put together: `${statementHref(id)}/pdf`. */
const JOINED = new Set(['GET /payout-requests/{id}/statement/pdf']);
/** A link to a file has the address, with values in it: `/api/admin/orders/${order._id}/dispute-pack`. */
const isLinked = (key: string): boolean => {
  const [method, path] = key.split(' ');
  if (method !== 'GET') return false;
  const address = path!
    .split(/\{[^}]+\}/)
    .map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`))
    .join(String.raw`\$\{[^}]+\}`)
    .replace(/(?:bank|paypal)-file$/, String.raw`\$\{[^}]+\}`);
  return new RegExp(`\`(?:/api)?${address}[?\`]`).test(sources);
};

/** In quotation marks: of code, or of an attribute. */
const isNamed = (key: string): boolean => sources.includes(`'${key}'`) || sources.includes(`"${key}"`);

test('every call of the contract is made by a screen, or docs/conformity.md says why not', () => {
  const keys = Object.keys(CONTRACT);
  const unused = keys.filter((key) => !isNamed(key) && !BY_KIND.has(key) && !JOINED.has(key) && !isLinked(key));
  expect(unused.toSorted()).toEqual(UNUSED.toSorted());
});
