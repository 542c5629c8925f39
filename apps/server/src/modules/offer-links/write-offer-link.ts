import { randomInt } from 'node:crypto';
import type { OfferLink, OfferLinkTerms } from '@stagedoor/contract/offer-links';
import { MAX_OFFER_LINKS } from '@stagedoor/contract/offer-links.values';
import { type Selectable, sql } from 'kysely';
import { type Idempotency, transact } from '../../platform/database/database.ts';
import type { OfferLinks } from '../../platform/database/schema.gen.ts';
import { CodedError, FieldsError } from '../../platform/errors.ts';
import { type List, type ListQuery, type Sorts, by, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { stateOf, usesLeftOf } from './offer-links.rules.ts';

/** Without letters and digits that look alike. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
/** 31¹² codes: 59 bits. */
const CODE_LENGTH = 12;
const newCode = (): string => Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

const shown = (row: Selectable<OfferLinks>, now: Date): OfferLink => ({
  _id: row.id,
  code: row.code,
  name: row.name,
  kind: row.kind,
  plan: row.plan,
  days: row.days,
  percent: row.percent,
  onlyNew: row.only_new,
  usesMaximum: row.uses_maximum,
  subscribers: row.use_count,
  reserved: row.reserved_count,
  usesLeft: usesLeftOf(row),
  endsAt: row.ends_at?.toISOString() ?? null,
  state: stateOf(row, now),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

const SORTS: Sorts<'createdAt' | 'updatedAt'> = { createdAt: by.id(sql`l.id`), updatedAt: by.instant(sql`l.updated_at`) };

/** A performer's offer links. */
export const listOfferLinks = async (
  { database, clock }: Platform,
  performerId: string,
  query: ListQuery<'createdAt' | 'updatedAt'>,
): Promise<List<OfferLink>> => {
  const from = sql`from offer_links l where l.performer_id = ${performerId}::uuid`;
  const { order } = sorted(SORTS, query, sql`l.id`);
  const page = sql<Selectable<OfferLinks>>`select l.* ${from} order by ${order} ${limitOf(query)}`;
  const { rows, ...totals } = await readPage(database, query, page, from);
  return { data: rows.map((row) => shown(row, clock.now())), ...totals };
};

const getOfferLink = async ({ database, clock }: Platform, id: string): Promise<OfferLink> =>
  shown(await database.selectFrom('offer_links').selectAll().where('id', '=', id).executeTakeFirstOrThrow(), clock.now());

/** @throws FieldsError when its end is past; CodedError NOT_FOR_SALE when the performer sells no such plan, OFFER_LINKS_FULL */
export const createOfferLink = async (
  platform: Platform,
  performerId: string,
  terms: OfferLinkTerms,
  idempotency: Idempotency | undefined,
): Promise<OfferLink> => {
  const now = platform.clock.now();
  const { id } = await transact(platform.database, idempotency, async (trx) => {
    const endsAt = terms.endsAt ? new Date(terms.endsAt) : null;
    if (endsAt && endsAt <= now) throw new FieldsError([{ property: 'endsAt', rule: 'future' }]);
    // Links made at once are counted one after the other.
    const prices = await trx
      .selectFrom('performers')
      .select(['monthly_price_amount as monthly', 'yearly_price_amount as yearly'])
      .where('account_id', '=', performerId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    if (!prices[terms.plan]) throw new CodedError('NOT_FOR_SALE');
    const { count } = await trx
      .selectFrom('offer_links')
      .select((select) => select.fn.countAll<bigint>().as('count'))
      .where('performer_id', '=', performerId)
      .where('closed_at', 'is', null)
      .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', now)]))
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_OFFER_LINKS) throw new CodedError('OFFER_LINKS_FULL', { maximum: MAX_OFFER_LINKS });
    return trx
      .insertInto('offer_links')
      .values({
        performer_id: performerId,
        code: newCode(),
        name: terms.name,
        kind: terms.kind,
        plan: terms.plan,
        days: terms.kind === 'trial' ? terms.days : null,
        percent: terms.kind === 'discount' ? terms.percent : null,
        only_new: terms.onlyNew,
        uses_maximum: terms.usesMaximum,
        ends_at: endsAt,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  });
  return getOfferLink(platform, id);
};

/**
 * Pauses a link, opens it again, or closes it permanently. Idempotent. Uses that are reserved for open orders can still be paid.
 * @throws CodedError NOT_FOUND, OFFER_STATE when it is closed
 */
export const changeOfferLink = async (
  platform: Platform,
  performerId: string,
  id: string,
  state: 'open' | 'paused' | 'closed',
  idempotency: Idempotency | undefined,
): Promise<OfferLink> => {
  const now = platform.clock.now();
  await transact(platform.database, idempotency, async (trx) => {
    const row = await trx
      .selectFrom('offer_links')
      .select(['paused_at', 'closed_at'])
      .where('id', '=', id)
      .where('performer_id', '=', performerId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!row) throw new CodedError('NOT_FOUND');
    const present = row.closed_at ? 'closed' : row.paused_at ? 'paused' : 'open';
    if (present === state) return;
    if (present === 'closed') throw new CodedError('OFFER_STATE');
    const change = state === 'closed' ? { closed_at: now } : { paused_at: state === 'paused' ? now : null };
    await trx
      .updateTable('offer_links')
      .set({ ...change, updated_at: now })
      .where('id', '=', id)
      .execute();
  });
  return getOfferLink(platform, id);
};
