import { createDeliveries } from '@stagedoor/server/live/built-in/deliveries';
import { createDevices } from '@stagedoor/server/live/built-in/devices';
import type { Bound } from './rounds.ts';

const SEATS = 200;
/** Media of a show. Long enough that a seat has every state it will ever have. */
const SHOW_SECONDS = 1_800;
const PARTS_PER_SECOND = 3;
const REPORT_SECONDS = 2;
/** Per cent of a core. */
const AT_MOST = 5;

/**
 * Counts what 200 LL-HLS viewers with seats fetch, as the live process does: each asks for every playlist and every part, and a report reads all seats
 * every two seconds. Measures the processor time for each second of the show; what else serves the requests is in `live-playlists` and `live-origin`.
 */
export const seats = (): readonly Bound[] => {
  let now = 0;
  const deliveries = createDeliveries(() => now);
  const devices = createDevices(() => now);
  const fans = Array.from({ length: SEATS }, (_, index) => `fan ${index}`);
  const before = process.cpuUsage();
  for (let part = 0; part < SHOW_SECONDS * PARTS_PER_SECOND; part += 1) {
    now = (part * 1000) / PARTS_PER_SECOND;
    for (const fan of fans) {
      devices.enter(fan, 'phone');
      deliveries.hear(fan);
      devices.enter(fan, 'phone');
      deliveries.recordFetched(fan, 'hls', { from: now, to: now + 1000 / PARTS_PER_SECOND });
    }
    if (part % (REPORT_SECONDS * PARTS_PER_SECOND) === 0) deliveries.snapshot();
  }
  const { user, system } = process.cpuUsage(before);
  const delivered = deliveries.snapshot().reduce((sum, { deliveredMs }) => sum + deliveredMs, 0);
  if (Math.round(delivered / SEATS / 1000) !== SHOW_SECONDS) throw new Error(`${delivered} ms were counted.`);
  const percent = ((user + system) / 1_000_000 / SHOW_SECONDS) * 100;
  return [{ name: `counting the media of ${SEATS} seats`, unit: '% of a core', measured: percent, atMost: AT_MOST }];
};
