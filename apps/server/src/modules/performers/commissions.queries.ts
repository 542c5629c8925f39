import { COMMISSION_KEYS } from '@stagedoor/contract/performers';
import { sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';

type CommissionKey = (typeof COMMISSION_KEYS)[number];

/** When a rate was last changed, and by whom; the name is null when no person did. */
export interface RateChange {
  at: Date;
  by: string | null;
}

/** The last change of each of the site's rates, from the audit log; none of those that are still the default. */
export const readSiteRateChanges = async (executor: Executor): Promise<ReadonlyMap<CommissionKey, RateChange>> => {
  // By the index `audit_log_named`.
  const { rows } = await sql<RateChange & { key: CommissionKey }>`
    select k.key, l.created_at as at, a.name as by
    from unnest(${[...COMMISSION_KEYS]}::text[]) as k(key)
    cross join lateral (
      select l.created_at, l.actor_id from audit_log l
      where lower(coalesce(l.detail ->> 'name', l.detail ->> 'key', l.detail ->> 'code')) = lower(k.key) and l.action = 'settings.changed'
      order by l.id desc limit 1) l
    left join accounts a on a.id = l.actor_id`.execute(executor);
  return new Map(rows.map(({ key, at, by }) => [key, { at, by }]));
};

/** The last change of each own rate of performers, also its removal, from the audit log. @returns the change of a performer's rate */
export const readOwnRateChanges = async (
  executor: Executor,
  performerIds: readonly string[],
): Promise<(performerId: string, key: CommissionKey) => RateChange | undefined> => {
  const { rows } = await sql<RateChange & { id: string; key: CommissionKey }>`
    select distinct on (l.object_id, k.key) l.object_id as id, k.key, l.created_at as at, a.name as by
    from audit_log l
    cross join unnest(${[...COMMISSION_KEYS]}::text[]) as k(key)
    left join accounts a on a.id = l.actor_id
    where l.object_kind = 'performer' and l.object_id = any(${[...performerIds]}::uuid[]) and l.action = 'performers.commissionsChanged'
      and l.detail -> 'from' -> k.key is distinct from l.detail -> 'to' -> k.key
    order by l.object_id, k.key, l.id desc`.execute(executor);
  const changes = new Map(rows.map(({ id, key, at, by }) => [`${id} ${key}`, { at, by }]));
  return (performerId, key) => changes.get(`${performerId} ${key}`);
};

const later = (one: Date | undefined, other: Date | undefined): Date | undefined =>
  one && other ? (one > other ? one : other) : (one ?? other);

/** The effective commission of a performer on each kind of sale, in per cent. @throws CodedError NOT_FOUND */
export const listCommissions = async (
  { database, settings }: Platform,
  performerId: string,
): Promise<{ kind: CommissionKey; rate: number; source: 'site' | 'own'; setAt: string | null }[]> => {
  const row = await database
    .selectFrom('performers')
    .select('commission_overrides')
    .where('account_id', '=', performerId)
    .executeTakeFirst();
  if (!row) throw new CodedError('NOT_FOUND');
  // In hundredths of a per cent, as stored with sales.
  const own = row.commission_overrides;
  const [ofSite, ofOwn] = await Promise.all([readSiteRateChanges(database), readOwnRateChanges(database, [performerId])]);
  return COMMISSION_KEYS.map((kind) => {
    const override = own[kind];
    const ownAt = ofOwn(performerId, kind)?.at;
    // The site's rate holds for the performer since it was set, or since an own one ended.
    return override === undefined
      ? { kind, rate: settings.get(kind), source: 'site', setAt: later(ofSite.get(kind)?.at, ownAt)?.toISOString() ?? null }
      : { kind, rate: override / 100, source: 'own', setAt: ownAt?.toISOString() ?? null };
  });
};
