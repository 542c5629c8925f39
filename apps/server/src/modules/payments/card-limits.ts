import { numberToHundredths } from '@stagedoor/contract/shapes';
import { sql } from 'kysely';
import { moneyOf } from '../../ledger/index.ts';
import { type Idempotency, type Trx, recordAudit, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import { networkOf } from '../../platform/network.ts';
import type { Platform } from '../../platform/platform.ts';
import { tokenValueOf } from '../access/index.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Kind = 'account' | 'network' | 'site';
type Reason = 'attempts' | 'declines' | 'card' | 'smallTopUps' | 'site';

/** Hours of a pause, by its reason. */
const PAUSE_HOURS: Readonly<Record<Reason, number>> = { attempts: 1, declines: 24, card: 24, smallTopUps: 24, site: 0.5 };
/** The site is paused for new buyers when so many cards were declined within ten minutes, and most payments were. */
const SITE_WINDOW_MS = 600_000;

export interface CardBuyer {
  accountId: string;
  /** The buyer's address, behind trusted proxies. */
  ip: string;
}

interface Counted {
  attempts: number;
  declines: number;
  network_declines: number;
  card_declines: number;
  small_top_ups: number;
  site_declines: number;
  site_attempts: number;
  has_paid: boolean;
}

/** Counts the tries of a buyer, from their network and with their cards, since the last pause that an admin lifted. */
const countTries = async ({ database, clock }: Platform, accountId: string, network: string): Promise<Counted> => {
  const now = clock.now();
  const since = (ms: number): Date => new Date(now.getTime() - ms);
  const lifted = (kind: Kind, subject: string) =>
    sql`coalesce((select max(p.lifted_at) from card_pauses p where p.kind = ${kind} and p.subject = ${subject}), '-infinity')`;
  const own = sql`a.account_id = ${accountId}::uuid and a.created_at > ${lifted('account', accountId)}`;
  const { rows } = await sql<Counted>`
    select
      (select count(*)::int from card_attempts a where ${own} and a.created_at > ${since(HOUR_MS)}) as attempts,
      (select coalesce(sum(a.declines), 0)::int from card_attempts a where ${own} and a.created_at > ${since(DAY_MS)}) as declines,
      (select coalesce(sum(a.declines), 0)::int from card_attempts a
        where a.network = ${network} and a.created_at > greatest(${since(DAY_MS)}, ${lifted('network', network)})) as network_declines,
      (select coalesce(max(d.declines), 0)::int from (
        select sum(b.declines) as declines from card_attempts b
        where b.created_at > ${since(DAY_MS)} and b.card_mark in (select a.card_mark from card_attempts a where ${own} and a.card_mark is not null)
        group by b.card_mark) d) as card_declines,
      (select count(*)::int from card_attempts a where ${own} and a.is_small_top_up and a.created_at > ${since(DAY_MS)}) as small_top_ups,
      (select coalesce(sum(a.declines), 0)::int from card_attempts a
        where a.created_at > greatest(${since(SITE_WINDOW_MS)}, ${lifted('site', '')})) as site_declines,
      (select count(*)::int from card_attempts a where a.created_at > greatest(${since(SITE_WINDOW_MS)}, ${lifted('site', '')})) as site_attempts,
      exists (select from orders o where o.buyer_id = ${accountId}::uuid and o.method = 'card' and o.state = 'paid'
        and o.paid_at < ${since(DAY_MS)}) as has_paid`.execute(database);
  return rows[0]!;
};

/** The limit that is reached, and whom it pauses; undefined when there is none. */
const reachedLimit = (
  { settings }: Pick<Platform, 'settings'>,
  counted: Counted,
  isSmallTopUp: boolean,
): { kind: Kind; reason: Reason } | undefined => {
  const declines = settings.get('cardDeclinesPerDay');
  if (counted.attempts >= settings.get('cardAttemptsPerHour')) return { kind: 'account', reason: 'attempts' };
  if (counted.declines >= declines) return { kind: 'account', reason: 'declines' };
  if (counted.card_declines >= declines) return { kind: 'account', reason: 'card' };
  if (isSmallTopUp && counted.small_top_ups >= settings.get('smallTopUpsPerDay')) return { kind: 'account', reason: 'smallTopUps' };
  // Buyers who have paid by card before share neither their network's nor the site's pause.
  if (counted.has_paid) return undefined;
  if (counted.network_declines >= settings.get('cardDeclinesPerNetwork')) return { kind: 'network', reason: 'declines' };
  const isMost = counted.site_declines * 2 > counted.site_attempts;
  if (isMost && counted.site_declines >= settings.get('cardDeclinesPerSite')) return { kind: 'site', reason: 'site' };
  return undefined;
};

const findPause = async ({ database, clock }: Platform, accountId: string, network: string): Promise<Date | undefined> => {
  const { rows } = await sql<{ until: Date }>`
    select p.until from card_pauses p where p.until > ${clock.now()} and p.lifted_at is null and (
      p.kind = 'account' and p.subject = ${accountId}
      or (p.kind = 'network' and p.subject = ${network} or p.kind = 'site') and not exists (
        select from orders o where o.buyer_id = ${accountId}::uuid and o.method = 'card' and o.state = 'paid'
          and o.paid_at < ${new Date(clock.now().getTime() - DAY_MS)}))
    order by p.until desc limit 1`.execute(database);
  return rows[0]?.until;
};

/** Whether an amount is one of those by which stolen cards are tried. */
const isSmall = ({ settings }: Pick<Platform, 'settings'>, money: bigint): boolean =>
  money <= moneyOf(numberToHundredths(settings.get('smallTopUp')), tokenValueOf(settings));

/**
 * Refuses a card payment where cards are being tried: too many attempts, declines or small top-ups of an account, a card, a network or the whole site.
 * A limit that is reached becomes a pause that the owner sees.
 * @throws CodedError CARD_PAUSED with `until`
 */
export const assertCardAllowed = async (
  platform: Platform,
  { accountId, ip }: CardBuyer,
  { money, isTopUp }: { money: bigint; isTopUp: boolean },
): Promise<void> => {
  const network = networkOf(ip);
  const paused = await findPause(platform, accountId, network);
  if (paused) throw new CodedError('CARD_PAUSED', { until: paused.toISOString() });
  const counted = await countTries(platform, accountId, network);
  const reached = reachedLimit(platform, counted, isTopUp && isSmall(platform, money));
  if (!reached) return;
  const now = platform.clock.now();
  const until = new Date(now.getTime() + PAUSE_HOURS[reached.reason] * HOUR_MS);
  const subject = { account: accountId, network, site: '' }[reached.kind];
  await platform.database
    .insertInto('card_pauses')
    .values({
      kind: reached.kind,
      subject,
      account_id: reached.kind === 'site' ? null : accountId,
      reason: reached.reason,
      until,
      created_at: now,
      updated_at: now,
    })
    .execute();
  platform.log.warn({ kind: reached.kind, reason: reached.reason, until }, 'card payments are paused');
  throw new CodedError('CARD_PAUSED', { until: until.toISOString() });
};

/** Records that an order is being paid by card. */
export const recordCardAttempt = (
  platform: Platform,
  trx: Trx,
  order: { id: string; gateway: string; money: bigint; isTopUp: boolean },
  { accountId, ip }: CardBuyer,
): Promise<unknown> =>
  trx
    .insertInto('card_attempts')
    .values({
      order_id: order.id,
      account_id: accountId,
      gateway: order.gateway,
      network: networkOf(ip),
      is_small_top_up: order.isTopUp && isSmall(platform, order.money),
      created_at: platform.clock.now(),
    })
    .execute();

/** Records how a try ended: a card that was declined, or a payment, with the card's mark where the company tells one. */
export const recordCardOutcome = (
  trx: Pick<Trx, 'updateTable'>,
  orderId: string,
  isPaid: boolean,
  cardMark: string | null,
): Promise<unknown> =>
  trx
    .updateTable('card_attempts')
    .set((set) => ({
      ...(isPaid ? { is_paid: true } : { declines: set('declines', '+', 1) }),
      ...(cardMark ? { card_mark: cardMark } : {}),
    }))
    .where('order_id', '=', orderId)
    .execute();

/** Deletes tries and pauses of more than thirty days ago: no limit looks further back than a day. */
export const pruneCardAttempts = async ({ background, clock }: Pick<Platform, 'background' | 'clock'>): Promise<void> => {
  const before = new Date(clock.now().getTime() - 30 * DAY_MS);
  await background.deleteFrom('card_attempts').where('created_at', '<', before).execute();
  await background.deleteFrom('card_pauses').where('until', '<', before).execute();
};

/** Ends a pause early; tries of before aren't counted again. @throws CodedError NOT_FOUND, also when it has ended */
export const liftCardPause = (
  platform: Platform,
  adminId: string,
  pauseId: string,
  idempotency: Idempotency | undefined,
): Promise<unknown> =>
  transact(platform.database, idempotency, async (trx) => {
    const at = platform.clock.now();
    const lifted = await trx
      .updateTable('card_pauses')
      .set({ lifted_at: at, lifted_by: adminId, updated_at: at })
      .where('id', '=', pauseId)
      .where('until', '>', at)
      .where('lifted_at', 'is', null)
      .returning(['account_id', 'reason'])
      .executeTakeFirst();
    if (!lifted) throw new CodedError('NOT_FOUND');
    await recordAudit(trx, {
      actorId: adminId,
      action: 'accounts.cardsResumed',
      objectKind: lifted.account_id ? 'account' : 'site',
      objectId: lifted.account_id,
      at,
    });
    return {};
  });
