import type { GatewayName } from '@stagedoor/contract/gateways.values';
import { sql } from 'kysely';
import { type RestoreRow, findUnconfirmed, saveAnswers } from '../../backup/restores.store.ts';
import type { CardGateway, PaymentNotice } from '../../gateways/gateway.ts';
import type { Gateways } from '../../gateways/registry.ts';
import { transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { applyNotice, pollOrder } from '../payments/index.ts';
import { repeatErasures } from './repeat-erasures.ts';
import { type StoredAnswer, type StoredUnbooked, answersOf } from './stored-answers.ts';
import { findOpenOrders, findRunningSubscriptions, hasOrders, isSaleKnown, isUnclearReturn } from './restores.queries.ts';

// Asks each card company what happened since the backup, and books it as its callbacks would.

/** A company's days, and clocks: events that the backup has are recognized. */
const MARGIN_MS = 86_400_000;

type Outcome = 'booked' | 'known' | StoredUnbooked['reason'];

/** Books one event, or says why it can't be. */
const book = async (platform: Platform, notice: PaymentNotice): Promise<Outcome> => {
  const { database, settings } = platform;
  // The list doesn't say which order a first payment is of: an order is never guessed.
  if (notice.event === 'approved' && !notice.orderId) return (await isSaleKnown(database, notice)) ? 'known' : 'unknownOrder';
  if (notice.event === 'refunded' && (await isUnclearReturn(database, notice, settings.get('currency')))) return 'amountMismatch';
  const outcome = await applyNotice(platform, notice);
  if (outcome === 'unknownOrder' || outcome === 'amountMismatch') return outcome;
  return outcome === 'repeated' || outcome === 'stale' ? 'known' : 'booked';
};

const unbookedOf = (notice: PaymentNotice, reason: StoredUnbooked['reason']): StoredUnbooked => ({
  event: notice.event === 'approved' || notice.event === 'renewed' || notice.event === 'chargedBack' ? notice.event : 'refunded',
  reason,
  at: String(notice.payload['timestamp'] ?? notice.payload['nextChargeOn'] ?? ''),
  amount: notice.amount === null ? null : notice.amount.toString(),
  currency: notice.currency,
  saleId: notice.saleId ?? '',
  paymentId: notice.paymentId,
});

/** Adds what became of an event; what the company told at an earlier question is replaced. */
const note = (answer: StoredAnswer, notice: PaymentNotice, outcome: Outcome): void => {
  if (outcome === 'booked' || outcome === 'known') answer[outcome] += 1;
  else answer.unbooked.push(unbookedOf(notice, outcome));
};

const emptyAnswer = (company: GatewayName, way: StoredAnswer['way'], now: Date, toldUntil: Date): StoredAnswer => ({
  company,
  way,
  askedAt: now.toISOString(),
  toldUntil: toldUntil.toISOString(),
  failure: null,
  booked: 0,
  known: 0,
  unbooked: [],
});

/** Asks for the list of the period, from where the company stopped before. */
const askForList = async (
  platform: Platform,
  gateway: CardGateway & Required<Pick<CardGateway, 'listPeriod'>>,
  from: Date,
  before: StoredAnswer | undefined,
): Promise<StoredAnswer> => {
  const now = platform.clock.now();
  const start = before ? new Date(before.toldUntil) : from;
  const report = await gateway.listPeriod(start, now);
  const answer: StoredAnswer = { ...(before ?? emptyAnswer(gateway.name, 'list', now, start)), askedAt: now.toISOString() };
  answer.unbooked = [...answer.unbooked];
  for (const notice of report.notices) note(answer, notice, await book(platform, notice));
  for (const line of report.unread)
    answer.unbooked.push({ event: 'unread', reason: 'unread', at: '', amount: null, currency: null, saleId: line, paymentId: null });
  return { ...answer, toldUntil: report.until.toISOString(), failure: report.failure };
};

/** Asks about each open order and each subscription, from the beginning: what is known changes nothing. */
const askForEach = async (
  platform: Platform,
  gateway: CardGateway,
  { ownAccounts }: Gateways,
  from: Date,
  before: StoredAnswer | undefined,
): Promise<StoredAnswer> => {
  const now = platform.clock.now();
  const answer = { ...emptyAnswer(gateway.name, 'each', now, from), booked: before?.booked ?? 0 };
  try {
    if (gateway.capabilities.poll)
      for (const { id } of await findOpenOrders(platform.database, gateway.name))
        if (await pollOrder(platform, gateway, id, ownAccounts)) answer.booked += 1;
    for (const { saleId, paidUntil } of gateway.askSubscription ? await findRunningSubscriptions(platform.database, gateway.name) : []) {
      const account = await ownAccounts.ofSale(gateway.name, saleId);
      for (const notice of await gateway.askSubscription!(saleId, paidUntil, account)) note(answer, notice, await book(platform, notice));
    }
    return { ...answer, toldUntil: now.toISOString() };
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'GATEWAY_UNAVAILABLE') throw error;
    return { ...answer, failure: { reason: gateway.isReady() ? 'unreachable' : 'notSetUp', detail: '' } };
  }
};

const askOne = async (
  platform: Platform,
  gateways: Gateways,
  gateway: CardGateway,
  restore: RestoreRow,
  before: StoredAnswer | undefined,
): Promise<StoredAnswer> => {
  const from = new Date(restore.recovered_until.getTime() - MARGIN_MS);
  const now = platform.clock.now();
  if (gateway.name === 'sandbox') return emptyAnswer('sandbox', 'none', now, now);
  const { listPeriod } = gateway;
  if (listPeriod) return askForList(platform, { ...gateway, listPeriod }, from, before);
  return askForEach(platform, gateway, gateways, from, before);
};

const ask = async (platform: Platform, gateways: Gateways, restore: RestoreRow): Promise<void> => {
  const { database, clock } = platform;
  await repeatErasures(platform);
  const before = answersOf(restore);
  const answers: StoredAnswer[] = [];
  for (const gateway of gateways.all) {
    if (!gateway.isReady() && !(await hasOrders(database, gateway.name))) continue;
    const told = before.find(({ company }) => company === gateway.name);
    answers.push(await askOne(platform, gateways, gateway, restore, told));
  }
  await saveAnswers(database, restore.id, answers, clock.now());
};

/**
 * Asks all companies, and repeats erasures if that failed. One node asks at a time, as companies limit questions; a question beside another one does nothing.
 * @throws CodedError RESTORE_STATE when no restore waits
 */
export const askCompanies = (platform: Platform, gateways: Gateways, { isFirst = false } = {}): Promise<void> =>
  // A connection of its own, held for as long as the companies take.
  transact(platform.background, undefined, async (trx) => {
    const lock = await sql<{ isOurs: boolean }>`select pg_try_advisory_xact_lock(hashtext('restores:ask')) as "isOurs"`.execute(trx);
    if (!lock.rows[0]!.isOurs) return;
    const restore = await findUnconfirmed(platform.database);
    if (!restore) throw new CodedError('RESTORE_STATE');
    if (!isFirst || restore.asked_at === null) await ask(platform, gateways, restore);
  });

/** Asks in the background once a quiet site has started, unless it was asked before; the owner sees what came of it, and can ask again. */
export const askAtStart = (platform: Platform, gateways: Gateways): void => {
  if (!platform.quiet.isOn()) return;
  askCompanies(platform, gateways, { isFirst: true }).catch((error: unknown) =>
    platform.log.warn({ err: error }, 'the card companies could not be asked what happened since the backup'),
  );
};
