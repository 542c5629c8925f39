import { readFileSync, readdirSync } from 'node:fs';
import { CONTRACT } from '@stagedoor/contract';
import { KIND_TRAITS } from '@stagedoor/contract/items.values';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { moneyCalls } from '../features/items/item-calls.ts';

/** Calls that no screen of ours makes: they are specified, or serve other programs. */
const UNUSED: Readonly<Record<string, string>> = {
  'GET /users/view/{id}': 'our lists and panes come with the people in them',
  'POST /users/{id}/avatar/upload': 'the administration suspends accounts and takes items down, it edits nobody’s pictures',
  'POST /performers/{id}/check-subscribe': 'a profile says whether the viewer subscribes',
  'GET /performer-assets/videos/ranking-videos': 'the page of videos sorts its own search',
  'GET /performer-assets/videos/reels': 'reels have a call of their own',
  'GET /reactions/search': 'lists come with the viewer’s reactions; bookmarks and followed performers have calls of their own',
  'POST /payment-wallet/send-private-chat/{id}': 'minutes are charged by the server’s clock',
  'POST /payment/send-tip': 'tips are paid from the wallet, which a card tops up first',
  'POST /performer/performer-assets/products/upload': 'the form of a product uploads its file in pieces, before it is saved',
  'POST /performer/performer-assets/products/image': 'the form of a product takes its pictures from the library',
  'POST /orders/quote': 'the cart reckons with what the products say',
  'GET /orders/users/details/search': 'orders are listed whole',
  'GET /orders/users/products/search': 'purchases of all kinds are one list',
  'GET /emoji/search': 'the chat filters the whole list in the browser',
  'DELETE /performer/media-libraries/{id}': 'chosen files are deleted by one call, a single one too',
  'POST /gateways/sandbox/callback': 'called by the gateway',
  'GET /payout-requests/{id}/view': 'the list of payouts has all of each',
  'GET /payout-requests/stats/total-requested-amount': 'earnings say what is on its way',
  'GET /streaming/private-chat/check-stream/{id}': 'the room of a performer says what is open',
  'GET /conversations/stream/{streamId}': 'a show comes with the id of its conversation',
  'GET /conversations/stream/public/{performerId}': 'a show comes with the id of its conversation',
  'GET /settings/public': 'pages come with the settings; changes arrive by the socket',
};

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourcesIn(path);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [readFileSync(path, 'utf8')] : [];
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

test('every call of the contract is made by a screen, or it is said why not', () => {
  const keys = Object.keys(CONTRACT);
  const unused = keys.filter((key) => !sources.includes(`'${key}'`) && !BY_KIND.has(key) && !JOINED.has(key) && !isLinked(key));
  expect(unused.toSorted()).toEqual(Object.keys(UNUSED).toSorted());
});
