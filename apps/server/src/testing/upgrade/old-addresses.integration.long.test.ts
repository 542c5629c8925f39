import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RecordedAnswer, type UpgradedApp, createUpgradedApp } from './recorded-site.ts';

let upgraded: UpgradedApp;
beforeAll(async () => {
  // Compared before anything is dispatched, as recorded, so that sums are equal too.
  upgraded = await createUpgradedApp({ ROLES: 'web' });
});
afterAll(() => upgraded.close());

/** Addresses of files are signed, and expire. */
const unsigned = (text: string): string => text.replace(/\?(exp|e|expires|signature|s|token)=[^"\s]*/g, '');

/** Online states changed while the site was recorded, and are not compared. */
const IGNORED = ['isOnline'];

/** Cursors are opaque: only their presence is compared. */
const CURSOR = 'after';

/**
 * Paths of what is missing or different; additions are allowed. Lists are compared in their order: each of the recorded ones is by time,
 * then by id.
 */
const differencesOf = (before: unknown, after: unknown, at: string): string[] => {
  if (typeof before === 'string' && typeof after === 'string')
    return unsigned(before) === unsigned(after) ? [] : [`${at}: ${before} -> ${after}`];
  if (Array.isArray(before) && Array.isArray(after)) {
    const differences = before.length === after.length ? [] : [`${at}: ${before.length} entries -> ${after.length}`];
    return [...differences, ...before.flatMap((one, n) => differencesOf(one, after[n], `${at}[${n}]`))];
  }
  if (before !== null && after !== null && typeof before === 'object' && typeof after === 'object')
    return Object.entries(before).flatMap(([name, value]) => {
      if (!(name in after)) return [`${at}.${name}: gone`];
      const now = (after as Record<string, unknown>)[name];
      if (IGNORED.includes(name) || (name === CURSOR && typeof value === typeof now)) return [];
      return differencesOf(value, now, `${at}.${name}`);
    });
  return before === after ? [] : [`${at}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`];
};

const ask = async (url: string, token: string | null): Promise<RecordedAnswer> => {
  const response = await fetch(url, { headers: token ? { authorization: token } : {} });
  const text = await response.text();
  return { status: response.status, body: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text.slice(0, 200) };
};

test('each address returns each viewer the same as before the upgrade', async () => {
  const { app, site } = upgraded;
  const differences: string[] = [];
  let asked = 0;
  for (const [viewer, { token }] of Object.entries(site.viewers))
    for (const [path, before] of Object.entries(site.answers[viewer]!)) {
      differences.push(...differencesOf(before, await ask(app.url + path, token), `${viewer} ${path} `));
      asked += 1;
    }
  expect(differences).toEqual([]);
  expect(asked).toBeGreaterThan(400);
  // Not everything was refused before.
  const open = site.answers['buyer']![`/api/feeds/${site.items['film']!}`]!;
  expect(open).toMatchObject({ status: 200, body: { data: { access: { allowed: true } } } });
});

/** The star is hidden from them. Totals of long lists count hidden items too. */
const SEE_LESS = ['blocked', 'visitorInBlockedCountry', 'follower'];

test('a list can be continued to its end from a cursor of before the upgrade', async () => {
  const { app, site } = upgraded;
  type Page = { data: { data: { _id: string }[]; after?: string | null; total?: number } };
  const counts: { viewer: string; path: string; read: number; total: number | undefined }[] = [];
  for (const [viewer, { token }] of Object.entries(site.viewers))
    for (const [path, { status, body }] of Object.entries(site.answers[viewer]!)) {
      if (status !== 200 || typeof (body as Page).data.after !== 'string') continue;
      const { data: recorded } = body as Page;
      const ids = recorded.data.map(({ _id }) => _id);
      for (let after = recorded.after; after; ) {
        const url = new URL(app.url + path);
        url.searchParams.set('after', after);
        const answer = await ask(url.href, token);
        expect({ path, status: answer.status }).toEqual({ path, status: 200 });
        const { data: page } = answer.body as Page;
        ids.push(...page.data.map(({ _id }) => _id));
        ({ after } = page);
      }
      expect(new Set(ids).size).toBe(ids.length);
      if (!SEE_LESS.includes(viewer)) counts.push({ viewer, path, read: ids.length, total: recorded.total });
    }
  expect(counts.filter(({ read, total }) => read !== total)).toEqual([]);
  expect(counts.length).toBeGreaterThan(0);
});
