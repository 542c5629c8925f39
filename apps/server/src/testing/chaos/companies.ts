import { type GatewayName, GATEWAY_NAMES } from '@stagedoor/contract/gateways.values';
import { pollOrder } from '../../modules/payments/index.ts';
import { systemClock } from '../../platform/clock.ts';
import { COMPANY_NAMES, type CompanyDoubles, type CompanyName, enterDoublesKeys, startCompanyDoubles } from '../company-doubles.ts';
import type { Person } from '../factories.ts';
import type { TestApp } from '../test-app.ts';
import { pause } from './pause.ts';
import { type CompanyBooks, createCompanyBooks } from './company-books.ts';
import type { Random } from './random.ts';
import { type ChaosReport, count } from './report.ts';

/** Waits of a callback that nobody took: the server may be down for some seconds. */
const RETRY_MS = [50, 200, 500];
const CALLBACK_TIMEOUT_MS = 5000;
const WORK_EVERY_MS = 50;
/** How long callbacks that were held, or lost, are missing. */
const RELEASE_EVERY_MS = 300;
const LOST_FOR_MS = 1500;
const DELAY_MS = 400;
/** Share of acts at a company whose callbacks go astray. */
const MISHAP_SHARE = 0.4;
const DATALINK_MISHAP_SHARE = 0.05;
/** How long refunds may take at the end, while retries are brought forward. */
const SETTLE_MS = 60_000;
const POLL_AFTER_MS = 700;
const REACH_MS = 60_000;

type BuyerAct = 'approve' | 'repeat' | 'decline' | 'cancel';

/** The companies' doubles beside a site that is killed. */
export interface ChaosCompanies {
  /** A company for the next order, the sandbox among them. */
  pick(random: Random): GatewayName;
  /** Acts as the buyer on a company's page. @returns whether the order ends by it: a declined card leaves it open */
  visit(name: CompanyName, page: { url: string; orderId: string }, act: BuyerAct, random: Random): Promise<boolean>;
  /** Waits until a callback, or a poll by the site, has changed something. @returns whether it did in time */
  reach(name: CompanyName, orderId: string, isReached: () => Promise<boolean>): Promise<boolean>;
  /** Acts of the company, on the payment of an order. */
  refund(name: CompanyName, orderId: string, random: Random): Promise<void>;
  chargeBack(name: CompanyName, orderId: string, random: Random): Promise<void>;
  /** Charges the next period of an order's subscription. @returns the id of the payment */
  renew(name: CompanyName, orderId: string, random: Random): Promise<string>;
  /** Lets every callback and refund arrive, then compares the companies' books with the site's. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** Makes the next callbacks of a company go astray. */
const planMishap = ({ deliveries }: CompanyDoubles[CompanyName], random: Random): void => {
  if (!random.chance(MISHAP_SHARE)) return;
  const mishaps = [
    () => deliveries.lose(),
    () => deliveries.double(),
    () => deliveries.delay(DELAY_MS),
    () => deliveries.hold(),
    () => deliveries.reorder(),
  ];
  random.pick(mishaps)();
};

/** Callbacks that got lost and weren't sent again. */
const lostOf = (double: CompanyDoubles[CompanyName], sent: ReadonlySet<number>) =>
  double.deliveries.list.filter(({ id, state }) => state === 'lost' && !sent.has(id));

/** Sends callbacks that were lost for a while, as a company's support does on request. */
const sendLost = (double: CompanyDoubles[CompanyName], sent: Set<number>): void => {
  const before = Date.now() - LOST_FOR_MS;
  for (const { id } of lostOf(double, sent).filter(({ createdAt }) => createdAt < before)) {
    sent.add(id);
    double.deliveries.resend(id);
  }
};

/** The companies' own work, until `stop`: sends callbacks again, lets held ones go, and makes the refunds that the site leaves to its owner. */
const keepWorking = (doubles: CompanyDoubles, site: { url(): string }, books: CompanyBooks) => {
  const resent = new Map(COMPANY_NAMES.map((name) => [name, new Set<number>()]));
  let isOver = false;
  let nextRelease = 0;
  const working = (async () => {
    for (; !isOver; await pause(WORK_EVERY_MS)) {
      doubles.callAt(site.url());
      if (Date.now() >= nextRelease) {
        nextRelease = Date.now() + RELEASE_EVERY_MS;
        for (const [name, sent] of resent) {
          doubles[name].deliveries.release();
          sendLost(doubles[name], sent);
        }
        // The database may be away.
        await books.refundForOwner().catch(() => {});
      }
      await doubles.work();
    }
  })();
  return {
    countLost: (): number => COMPANY_NAMES.reduce((sum, name) => sum + lostOf(doubles[name], resent.get(name)!).length, 0),
    async stop(): Promise<void> {
      isOver = true;
      await working;
    },
  };
};

export const createChaosCompanies = async (
  app: TestApp,
  owner: Person,
  site: { url(): string },
  report: ChaosReport,
): Promise<ChaosCompanies> => {
  const doubles = await startCompanyDoubles(
    { url: site.url(), publicUrl: app.platform.config.publicUrl },
    { callbackRetryMs: RETRY_MS, callbackTimeoutMs: CALLBACK_TIMEOUT_MS },
  );
  await enterDoublesKeys(owner, doubles);
  const books = createCompanyBooks(app, doubles, report);
  const work = keepWorking(doubles, site, books);

  const companies: ChaosCompanies = {
    pick: (random) => random.pick(GATEWAY_NAMES),
    async visit(name, { url }, act, random) {
      const double = doubles[name];
      if (act === 'cancel') {
        await double.cancel(url);
        return false;
      }
      planMishap(doubles[name], random);
      if (name === 'ccbill' && random.chance(DATALINK_MISHAP_SHARE))
        doubles.ccbill.dataLink.failNext(random.pick([{ kind: 'html' }, { kind: 'done-but-unknown' }] as const));
      if (act === 'decline') {
        await double.decline(url);
        // Half of the buyers try another card.
        if (random.chance(0.5)) return false;
      }
      if (act === 'repeat') double.deliveries.double();
      await double.approve(url);
      // A second payment on the same page: CCBill takes it, and the site refunds it.
      if (act === 'repeat' && name === 'ccbill') await double.approve(url);
      return true;
    },
    async reach(name, orderId, isReached) {
      const until = Date.now() + REACH_MS;
      for (let nextPoll = Date.now() + POLL_AFTER_MS; !(await isReached()); await pause(WORK_EVERY_MS)) {
        if (Date.now() >= until) return false;
        if (Date.now() < nextPoll) continue;
        nextPoll = Date.now() + POLL_AFTER_MS;
        const isFound = await pollOrder({ ...app.platform, clock: systemClock }, app.gateways.get(name), orderId).catch(() => false);
        if (isFound) report.lostCallbacks += 1;
      }
      return true;
    },
    async refund(name, orderId, random) {
      planMishap(doubles[name], random);
      await books.refundAtCompany(name, orderId);
    },
    async chargeBack(name, orderId, random) {
      planMishap(doubles[name], random);
      await books.chargeBack(name, orderId);
    },
    async renew(name, orderId, random) {
      planMishap(doubles[name], random);
      return await books.renew(name, orderId);
    },
    async settle() {
      const until = Date.now() + SETTLE_MS;
      // A buyer's second payment for an order that is already paid is known from its callback alone.
      while (work.countLost() + (await books.countUnsettled()) > 0) {
        if (Date.now() >= until) break;
        await books.bringForward();
        await pause(WORK_EVERY_MS);
      }
      const deliveries = COMPANY_NAMES.flatMap((name) => doubles[name].deliveries.list);
      for (const { event, state, attempts } of deliveries)
        if (state !== 'delivered' && state !== 'lost')
          report.fail(`a callback ${event} is still ${state}: ${JSON.stringify(attempts.at(-1))}`);
      for (const { state } of deliveries) count(report.counts, `callback ${state}`);
      await books.compare();
    },
    async stop() {
      await work.stop();
      await books.close();
      await doubles.close();
    },
  };
  return companies;
};
