import { type Selectable, sql } from 'kysely';
import type { Executor, Trx } from '../../platform/database/database.ts';
import type { OfferLinks } from '../../platform/database/schema.gen.ts';
import { CodedError, isErrorCode } from '../../platform/errors.ts';

export type FoundOfferLink = Pick<Selectable<OfferLinks>, 'id' | 'code' | 'kind' | 'plan' | 'days' | 'percent' | 'only_new' | 'ends_at'>;

/** By the code in its address, or by the id that an order has stored. */
export type OfferLinkName = { code: string } | { id: string };

/**
 * A performer's offer link that somebody may use now. Taking the use checks the same again under a lock (functions/offer-links.sql).
 * @param fanId who wants to use it; null for visitors
 * @throws CodedError OFFER_ENDED, also for unknown codes and other performers' links; OFFER_PAUSED, OFFER_USED_UP; OFFER_USED when this fan
 * has used it; OFFER_NOT_NEW when it is for new subscribers and this fan is or was one
 */
export const findOfferLink = async (
  executor: Executor,
  { performerId, fanId, now, ...name }: OfferLinkName & { performerId: string; fanId: string | null; now: Date },
): Promise<FoundOfferLink> => {
  const { rows } = await sql<FoundOfferLink & { refusal: string | null }>`
    select l.id, l.code, l.kind, l.plan, l.days, l.percent, l.only_new, l.ends_at, offer_link_refusal(l, ${fanId}::uuid, ${now}) as refusal
    from offer_links l
    where l.performer_id = ${performerId}::uuid and ${'code' in name ? sql`l.code = ${name.code}` : sql`l.id = ${name.id}::uuid`}`.execute(
    executor,
  );
  const [row] = rows;
  if (!row) throw new CodedError('OFFER_ENDED');
  const { refusal, ...link } = row;
  if (refusal !== null) throw new CodedError(isErrorCode(refusal) ? refusal : 'OFFER_ENDED');
  return link;
};

/**
 * Uses a link once for a fan, for free days; a discount is used by the ledger's settlement.
 * @throws CodedError as `findOfferLink`
 */
export const takeOfferLink = async (trx: Trx, link: FoundOfferLink, fanId: string, now: Date): Promise<void> => {
  await sql`select take_offer_link(${link.id}::uuid, ${fanId}::uuid, null, 'used', ${now})`.execute(trx);
};
