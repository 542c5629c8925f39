import type { ShowAudience } from '@stagedoor/contract/schedule.values';
import { planShow } from '../modules/schedule/index.ts';
import { setTipMenu } from '../modules/streams/index.ts';
import { type Seeding, readAccountIds, stepKey } from './seeding.ts';

interface DemoPlan {
  username: string;
  title: string;
  /** Days from today, and the hour in UTC. */
  inDays: number;
  hour: number;
  audience?: ShowAudience;
}

const PLANS: readonly DemoPlan[] = [
  { username: 'luna', title: 'Open rehearsal on the silks', inDays: 1, hour: 19 },
  { username: 'luna', title: 'Stretch along with me', inDays: 3, hour: 9, audience: 'subscribers' },
  { username: 'ines.valdemar', title: 'Bach by request', inDays: 1, hour: 20 },
  { username: 'mara', title: 'Soup for a cold night', inDays: 2, hour: 18, audience: 'followers' },
];

/** Plans the demo's coming shows. */
export const seedSchedule = async ({ platform, done, signal }: Seeding): Promise<void> => {
  const ids = await readAccountIds(platform);
  for (const { username, title, inDays, hour, audience = 'everyone' } of PLANS) {
    const performerId = ids.get(username);
    const key = `plan ${username} ${title}`;
    if (!performerId || done.has(key)) continue;
    signal.throwIfAborted();
    const day = platform.clock.now();
    const startsAt = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + inDays, hour)).toISOString();
    await planShow(platform, performerId, { title, categoryId: null, audience, startsAt }, stepKey(performerId, key));
  }
};

const MENUS: Record<string, readonly { title: string; price: bigint }[]> = {
  luna: [
    { title: 'A drop from the top', price: 1500n },
    { title: 'Your song next', price: 2000n },
    { title: 'Upside down for a minute', price: 2500n },
  ],
  mara: [
    { title: 'Taste it for you', price: 500n },
    { title: 'Choose the next spice', price: 1000n },
  ],
};

/** Sets the demo's tip menus. */
export const seedTipMenus = async ({ platform, signal }: Seeding): Promise<void> => {
  const ids = await readAccountIds(platform);
  for (const [username, acts] of Object.entries(MENUS)) {
    const performerId = ids.get(username);
    if (!performerId) continue;
    signal.throwIfAborted();
    await setTipMenu(platform, performerId, acts);
  }
};
