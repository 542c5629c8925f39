import { HIDING_REASONS, isHidingReason } from '@stagedoor/contract/reports.values';
import type { ReportReason } from '@stagedoor/contract/reasons.values';
import type { RestrictionSource } from '@stagedoor/contract/restrictions.values';
import { type RawBuilder, sql } from 'kysely';
import { type Trx, recordEvent } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { translate } from '../../platform/texts.ts';
import { type RestrictedObject, holdOf, restrict } from '../restrictions/index.ts';
import { canBeHidden, contentsOf, stopObject, takeObject } from './measures.ts';

/** The content of a report or a notice: whose it is, and its title or first words as they are now. */
export interface Claimed {
  object: RestrictedObject;
  ownerId: string;
  title: string;
}

/** Result of a hiding reason; null when the content was hidden already, or can't be. Stored with the report or the notice. */
export type Hiding = 'hidden' | 'limited' | 'unfounded' | 'cleared' | null;

/** The sender of a report or a notice, as its rows name it. */
export type Sender = { kind: 'account'; id: string } | { kind: 'visitor'; networkHash: string; email: string };

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** An admin left the contents as they are, for this reason. */
const isCleared = async (trx: Trx, object: RestrictedObject, reason: string): Promise<boolean> => {
  const cleared = await trx
    .selectFrom('cleared_contents')
    .select('contents')
    .where('object_type', '=', object.type)
    .where('object_id', '=', object.id)
    .where('reason', '=', reason)
    .executeTakeFirst();
  return cleared !== undefined && cleared.contents === (await contentsOf(trx, object));
};

/** Notices `t` of a sender: by address, or without one by network. */
const noticesOf = ({ email, networkHash }: { email: string; networkHash: string }): RawBuilder<boolean> =>
  sql<boolean>`(t.network_hash = ${networkHash} or (${email} <> '' and lower(t.email) = lower(${email})))`;

/** Rejected reports or notices of a sender within the setting's days; those that an appeal rejected afterwards don't count. */
export const countUnfounded = async (
  { settings, clock }: Pick<Platform, 'settings' | 'clock'>,
  trx: Trx,
  sender: Sender,
): Promise<number> => {
  const since = new Date(clock.now().getTime() - settings.get('unfoundedDays') * DAY_MS);
  const { rows } = await (sender.kind === 'account'
    ? sql<{ count: number }>`
        select count(*)::int as count from reports r
        where r.reporter_id = ${sender.id}::uuid and r.state = 'rejected' and r.restriction_id is null and r.decided_at >= ${since}`
    : sql<{ count: number }>`
        select count(*)::int as count from takedown_notices t
        where ${noticesOf(sender)} and t.state = 'rejected' and t.restriction_id is null and t.decided_at >= ${since}`
  ).execute(trx);
  return rows[0]!.count;
};

/** Hidings of the last hour reached a limit: of one account, of one network, or of all visitors. Serialized until the transaction ends. */
const isLimited = async ({ settings, clock }: Platform, trx: Trx, sender: Sender): Promise<boolean> => {
  const since = new Date(clock.now().getTime() - HOUR_MS);
  const perSender = settings.get('hidingsPerSender');
  const key = sender.kind === 'account' ? sender.id : 'visitors';
  await sql`select pg_advisory_xact_lock(hashtext('reports.hiding'), hashtext(${key}))`.execute(trx);
  if (sender.kind === 'account') {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from reports where reporter_id = ${sender.id}::uuid and hiding = 'hidden' and created_at > ${since}`.execute(
      trx,
    );
    return rows[0]!.count >= perSender;
  }
  const { rows } = await sql<{ all: number; own: number }>`
    select count(*)::int as "all", (count(*) filter (where ${noticesOf(sender)}))::int as own
    from takedown_notices t where t.hiding = 'hidden' and t.created_at > ${since}`.execute(trx);
  return rows[0]!.own >= perSender || rows[0]!.all >= settings.get('hidingsPerHour');
};

/** The reason in the language of the account: a stopped show names it at once. */
const reasonFor = async (trx: Trx, accountId: string, reason: ReportReason): Promise<string> => {
  const account = await trx.selectFrom('accounts').select('locale').where('id', '=', accountId).executeTakeFirstOrThrow();
  return translate(account.locale, `takedowns.reason.${reason}`);
};

/**
 * Hides what a report or a notice with a hiding reason is about, provisionally and in the transaction that stores it; a show on air is stopped.
 * It stays in sight, and the report waits in front of the queue, when an admin left the same contents before, when earlier ones of the sender
 * were unfounded, or when too much was hidden within an hour.
 */
export const hideAtOnce = async (
  platform: Platform,
  trx: Trx,
  claimed: Claimed,
  { reason, source, sender }: { reason: ReportReason; source: RestrictionSource & ('report' | 'notice'); sender: Sender },
): Promise<Hiding> => {
  if (!isHidingReason(reason)) return null;
  const { object, ownerId: accountId, title } = claimed;
  const isShow = object.type === 'stream';
  if (!isShow && !(await canBeHidden(trx, object))) return null;
  if (await isCleared(trx, object, reason)) return 'cleared';
  const { settings, clock } = platform;
  const limit = settings.get('unfoundedLimit');
  if (limit > 0 && (await countUnfounded(platform, trx, sender)) >= limit) return 'unfounded';
  const at = clock.now();
  if (await isLimited(platform, trx, sender)) {
    await recordEvent(trx, 'moderation.alerted', { what: 'limited', key: `limited:${at.toISOString().slice(0, 13)}`, count: 1, name: '' });
    return 'limited';
  }
  const measure = isShow ? 'showStopped' : 'hidden';
  const given = { accountId, object, title, reason, facts: '', source, decidedBy: null, at };
  if (isShow && !(await stopObject(trx, object.id, await reasonFor(trx, accountId, reason), at))) return null;
  const { row, isNew } = await restrict(trx, { ...given, measure });
  if (!isNew) return null;
  if (!isShow) await holdOf(trx, row.id, await takeObject(trx, object, at));
  return 'hidden';
};

/** Open reports and notices with a hiding reason about an object. */
export const countHidingClaims = async (trx: Trx, { type, id }: RestrictedObject): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from reports where state = 'open' and object_type = ${type} and object_id = ${id}::uuid
        and reason = any(${[...HIDING_REASONS]}::text[]))
      + (select count(*) from takedown_notices where state = 'open' and object_type = ${type} and object_id = ${id}::uuid
        and reason = any(${[...HIDING_REASONS]}::text[])))::int as count`.execute(trx);
  return rows[0]!.count;
};
