import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideItems } from '../../modules/access/index.ts';
import { type UpgradedApp, createUpgradedApp } from './version-20.ts';

let upgraded: UpgradedApp;
beforeAll(async () => {
  // Nothing is dispatched, as when the decisions were recorded.
  upgraded = await createUpgradedApp({ ROLES: 'web' });
});
afterAll(() => upgraded.close());

test('each viewer has the same access to each item as before the upgrade, for the same reason', async () => {
  const { app, fixture, applied } = upgraded;
  // Sold messages came later, and are for those they were sent to alone (0034).
  const { message: _message, ...kept } = fixture.items;
  const items = { ...kept, newest: fixture.inFlight.newest, waiting: fixture.inFlight.waiting };
  expect(applied[0]).toMatch(/^0021-/);
  const after: Record<string, Record<string, unknown>> = {};
  for (const [name, { viewer, country }] of Object.entries(fixture.viewers))
    after[name] = Object.fromEntries(await decideItems(app.platform, viewer, Object.values(items), country));
  // By name, for readable differences.
  const named = (decisions: Record<string, Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(decisions).map(([viewer, ofItem]) => [
        viewer,
        Object.fromEntries(Object.entries(items).map(([item, id]) => [item, ofItem[id] ?? 'hidden'])),
      ]),
    );
  // Since then, unpublished items that aren't open to the viewer are left out.
  const unpublished = new Set(
    (await app.platform.database.selectFrom('items').select('id').where('state', '<>', 'active').execute()).map(({ id }) => id),
  );
  const before = structuredClone(fixture.access) as Record<string, Record<string, { allowed: boolean }>>;
  for (const ofItem of Object.values(before))
    for (const [id, { allowed: isOpen }] of Object.entries(ofItem)) if (unpublished.has(id) && !isOpen) delete ofItem[id];
  expect(JSON.parse(JSON.stringify(named(after)))).toEqual(named(before));

  // The important cases are among them.
  const decided = named(fixture.access) as Record<string, Record<string, { allowed?: boolean; reason?: string } | 'hidden'>>;
  const allowed = (viewer: string, item: string) => {
    const decision = decided[viewer]![item]!;
    return decision === 'hidden' ? 'hidden' : decision.allowed;
  };
  expect(Object.keys(decided)).toHaveLength(11);
  expect(['deleted', 'withdrawn', 'erased', 'gallery', 'digital'].map((item) => allowed('buyer', item))).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  expect([allowed('subscriber', 'subscribers'), allowed('lapsed', 'subscribers'), allowed('stranger', 'subscribers')]).toEqual([
    true,
    false,
    true,
  ]);
  expect([allowed('refunded', 'refunded'), allowed('visitor', 'open')]).toEqual([false, true]);
  expect([allowed('blocked', 'open'), allowed('visitorInBlockedCountry', 'open'), allowed('follower', 'open')]).toEqual([
    'hidden',
    'hidden',
    'hidden',
  ]);
});
