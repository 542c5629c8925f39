import { calculatePayout, createPayout, decidePayout, findOpenPayout, getAdminPayout } from '../modules/payouts/index.ts';
import { setBankDetails } from '../modules/performers/index.ts';
import type { Platform } from '../platform/platform.ts';
import { DAY_MS, type Seeding, stepKey, viewerOf } from './seeding.ts';

const HOUR_MS = 3_600_000;
/** The first performer, the one of the demo's log-in, is paid and waits for another payout. */
const BANK = { holderName: 'Luna Reyes', bankName: 'Caixa Geral', country: 'PT', iban: 'PT50000201231234567890154', swift: 'CGDIPTPL' };

interface PayoutStep {
  at: Date;
  live: () => Promise<void>;
}

/** A payout that was paid, and one that waits; each step at its time. @param platform with the story's clock */
export const payoutSteps = ({ base, cast, done }: Seeding, platform: Platform, ids: ReadonlyMap<string, string>): PayoutStep[] => {
  const username = cast.performers[0]!.username;
  const performerId = ids.get(username)!;
  const before = (ms: number): Date => new Date(base.getTime() - ms);
  const step = (at: Date, key: string, run: () => Promise<unknown>): PayoutStep => ({
    at,
    live: async () => {
      if (!done.has(key)) await run();
    },
  });
  const request = (at: Date, key: string): PayoutStep =>
    step(at, key, async () => {
      const { obstacle } = await calculatePayout(platform, performerId, { method: 'banking' });
      if (obstacle === null) await createPayout(platform, performerId, { method: 'banking', note: '' }, stepKey(performerId, key));
    });
  const decide = (at: Date, key: string, to: 'approved' | 'paid'): PayoutStep =>
    step(at, key, async () => {
      const adminId = ids.get('admin')!;
      const open = await findOpenPayout(platform, platform.database, performerId);
      if (!open) return;
      const { version } = await getAdminPayout(platform, open._id);
      await decidePayout(platform, { payoutId: open._id, adminId, to, version }, stepKey(adminId, key));
    });
  return [
    // They hold payouts for the first days.
    step(before(19 * DAY_MS), 'payout details', async () => {
      const viewer = { ...viewerOf(performerId, username), confirmedAt: platform.clock.now() };
      await setBankDetails(platform, viewer, BANK, stepKey(performerId, 'payout details'));
    }),
    request(before(15 * DAY_MS), 'payout 1 requested'),
    decide(before(14 * DAY_MS), 'payout 1 approved', 'approved'),
    decide(before(13 * DAY_MS), 'payout 1 paid', 'paid'),
    // Later releases are still available.
    request(before(30 * HOUR_MS), 'payout 2 requested'),
  ];
};
