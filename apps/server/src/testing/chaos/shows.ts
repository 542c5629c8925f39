import { systemClock } from '../../platform/clock.ts';
import type { Person } from '../factories.ts';
import { beginGroupShow } from '../paid-show-fixtures.ts';
import type { TestApp } from '../test-app.ts';
import { type TestNode, createTestNode } from '../test-node.ts';
import { pause } from './pause.ts';

/** Price of a minute in tokens, and the minutes held for a seat. */
export const MINUTE_PRICE = 0.5;
const MINIMUM_MINUTES = 2;
const SEATS = 100;
/** Shows on the air at once. Every report of the node covers all of them, and few are taken at a time. */
const SHOWS = 8;
/** A performer ends a show after this many visits and begins another one. */
const VISITS = 200;
const REPORT_EVERY_MS = 1000;
/** Without a report for ten seconds the site takes the node for dead, and gives running minutes back. */
const LATE_MS = 8000;

/** A group show, which one client has for itself at a time. */
export interface ChaosShow {
  performer: Person;
  streamId: string;
  publishToken: string;
  isTaken: boolean;
  visits: number;
}

/** Group shows of the catalogue's first performers on a node without media, which reports until `stop`. */
export interface ChaosShows {
  node: TestNode;
  /** Reports what the node hosts: one report at a time, as of a live process. */
  report(): Promise<void>;
  /** A free show that is on the air; undefined when all are taken. @throws while the database is away */
  take(): Promise<ChaosShow | undefined>;
  /** Whether the node has reported in time since an instant: else what happened to the shows isn't known. */
  isUndisturbedSince(at: number): boolean;
  stop(): Promise<void>;
}

export const createChaosShows = async (app: TestApp, performers: readonly Person[]): Promise<ChaosShows> => {
  const node = createTestNode({ ...app, platform: { ...app.platform, clock: systemClock } });
  let [lastReportAt, lastLateAt] = [performance.now(), -Infinity];
  let isOver = false;
  let reports = Promise.resolve();
  const report = (): Promise<void> => {
    const next = reports.then(async () => {
      await node.report();
      const now = performance.now();
      if (now - lastReportAt > LATE_MS) lastLateAt = now;
      lastReportAt = now;
    });
    reports = next.catch(() => {});
    return next;
  };
  const begin = async (performer: Person): Promise<Omit<ChaosShow, 'isTaken'>> => {
    // The servers go by the real time. A show created by the test's clock, which stands still, would be an old one without a picture to them,
    // and their sweep would end it before the node's first report.
    app.clock.set(new Date());
    const show = await beginGroupShow(performer, { price: MINUTE_PRICE, minimumMinutes: MINIMUM_MINUTES, seats: SEATS });
    await node.publish(show.streamId, show.publishToken);
    await report();
    return { performer, ...show, visits: 0 };
  };
  await report();
  const shows: ChaosShow[] = [];
  for (const performer of performers.slice(0, SHOWS)) shows.push({ ...(await begin(performer)), isTaken: false });
  const reporting = (async () => {
    while (!isOver) {
      // The database may be unavailable.
      await report().catch(() => {});
      await pause(REPORT_EVERY_MS);
    }
  })();
  return {
    node,
    report,
    async take() {
      const show = shows.find(({ isTaken }) => !isTaken);
      if (!show) return undefined;
      show.isTaken = true;
      try {
        const stored = await app.platform.database
          .selectFrom('streams')
          .select(['id', 'state'])
          .where('performer_id', '=', show.performer.id)
          .where('ended_at', 'is', null)
          .executeTakeFirst();
        // One of another id: it was begun, and the answer lost.
        const isNew = stored?.id !== show.streamId || show.visits >= VISITS;
        if (stored && isNew) await show.performer.client.call('POST /streaming/end/{id}', { params: { id: stored.id } });
        if (isNew) Object.assign(show, await begin(show.performer));
        else if (stored?.state !== 'live') {
          await node.publish(show.streamId, show.publishToken);
          await report();
        }
        show.visits += 1;
        return show;
      } catch (error) {
        show.isTaken = false;
        throw error;
      }
    },
    isUndisturbedSince: (at) => lastLateAt < at && performance.now() - lastReportAt < LATE_MS,
    async stop() {
      isOver = true;
      await reporting;
    },
  };
};
