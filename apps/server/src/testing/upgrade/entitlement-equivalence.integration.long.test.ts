import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideItems } from '../../modules/access/index.ts';
import { type UpgradedApp, createUpgradedApp } from './recorded-site.ts';

let upgraded: UpgradedApp;
beforeAll(async () => {
  // Nothing is dispatched, as when the decisions were recorded.
  upgraded = await createUpgradedApp({ ROLES: 'web' });
});
afterAll(() => upgraded.close());

test('each viewer has the same access to each item as before the upgrade, for the same reason', async () => {
  const { app, site } = upgraded;
  const items: Record<string, string> = { ...site.items, newest: site.inFlight.newest, waiting: site.inFlight.waiting };
  const after: Record<string, Record<string, unknown>> = {};
  for (const [name, { viewer, country }] of Object.entries(site.viewers))
    after[name] = Object.fromEntries(await decideItems(app.platform, viewer, Object.values(items), country));
  // By name, for readable differences.
  const named = (decisions: Record<string, Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(decisions).map(([viewer, ofItem]) => [
        viewer,
        Object.fromEntries(Object.entries(items).map(([item, id]) => [item, ofItem[id] ?? 'hidden'])),
      ]),
    );
  expect(JSON.parse(JSON.stringify(named(after)))).toEqual(named(site.access));

  // The important cases are among them.
  const decided = named(site.access) as Record<string, Record<string, { allowed?: boolean; reason?: string } | 'hidden'>>;
  const allowed = (viewer: string, item: string) => {
    const decision = decided[viewer]![item]!;
    return decision === 'hidden' ? 'hidden' : decision.allowed;
  };
  expect(Object.keys(decided)).toHaveLength(11);
  for (const item of ['deleted', 'withdrawn', 'erased', 'gallery', 'digital']) expect([item, allowed('buyer', item)]).toEqual([item, true]);
  expect([allowed('subscriber', 'subscribers'), allowed('lapsed', 'subscribers'), allowed('stranger', 'subscribers')]).toEqual([
    true,
    false,
    true,
  ]);
  expect([allowed('refunded', 'refunded'), allowed('visitor', 'open'), allowed('stranger', 'encore')]).toEqual([false, true, true]);
  expect([allowed('blocked', 'open'), allowed('visitorInBlockedCountry', 'open'), allowed('follower', 'open')]).toEqual([
    'hidden',
    'hidden',
    'hidden',
  ]);
});
