import { NOTIFICATION_TRAITS, type NOTIFICATION_TABS, type NotificationKind } from '@stagedoor/contract/notifications.values';
import { sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { isMutedBy } from '../access/index.ts';
import { REGISTRY } from './registry.ts';
import { isOn } from './is-on.ts';
import { ensureMonth } from './months.ts';
import { type Begun, enqueueMails } from './notification-mails.ts';
import type { Payloads } from './payloads.ts';
import { canBeWithdrawn, factsOf, reconsider } from './withdrawals.ts';

/** Something that somebody is told. */
export type Notice = {
  [K in NotificationKind]: {
    kind: K;
    accountId: string;
    /** Names the fact: it is told an account once, however often its event is handled. */
    fact: string;
    /** Notices of one kind and group become one row. */
    group: string;
    payload: Payloads[K];
    at: Date;
    actorId?: string | null;
    /** Whoever may not see this performer isn't shown it. */
    performerId?: string | null;
    itemId?: string | null;
    commentId?: string | null;
    /** The thing whose end withdraws it: a message, a comment, what was liked, a request. */
    subjectId?: string | null;
    object?: { kind: string; id: string };
    tokens?: bigint | null;
    /** How many facts the row tells now, where that is counted elsewhere. */
    count?: number;
  };
}[NotificationKind];

const DAY_MS = 86_400_000;

/** A row to be written: several notices of a group in one. */
type Row = Notice & { total: number; isAbsolute: boolean; facts: readonly Notice[] };

/** A row of `notifications`. */
interface Place {
  id: string;
  createdAt: Date;
}

/** What a muted performer isn't told of: about money, rights and the own account everybody is. */
const CAN_BE_MUTED: ReadonlySet<string> = new Set(['live', 'posts', 'replies', 'messages'] satisfies (typeof NOTIFICATION_TABS)[number][]);
const actorOf = ({ kind, actorId, performerId }: Notice): string | null =>
  CAN_BE_MUTED.has(NOTIFICATION_TRAITS[kind].tab ?? '') ? (actorId ?? performerId ?? null) : null;

/** The notices of one batch that were not told yet, and whose readers are there and have not muted whom they tell of. */
const takeFresh = async (trx: Trx, notices: readonly Notice[]): Promise<Notice[]> => {
  const { rows } = await sql<{ nr: bigint }>`
    with given as (
      select * from unnest(${notices.map(({ accountId }) => accountId)}::uuid[], ${notices.map(({ fact }) => fact)}::text[],
        ${notices.map(({ at }) => at)}::timestamptz[], ${notices.map(actorOf)}::uuid[]) with ordinality g (account_id, fact, at, actor_id, nr)
    ), fresh as (
      insert into notification_facts (account_id, fact, created_at)
      select distinct on (g.account_id, g.fact) g.account_id, g.fact, g.at
      from given g join accounts a on a.id = g.account_id and a.status <> 'deleted' and not ${isMutedBy(sql`g.actor_id`, sql`g.account_id`)} order by g.account_id, g.fact, g.nr
      on conflict do nothing returning account_id, fact)
    select min(g.nr) as nr from given g join fresh f using (account_id, fact) group by g.account_id, g.fact order by 1`.execute(trx);
  return rows.map(({ nr }) => notices[Number(nr) - 1]!);
};

const groupOf = ({ accountId, kind, group }: Notice): string => `${accountId} ${kind} ${group}`;

/** What a row tells of a group: the last fact, but all transactions of a receipt. */
const payloadOf = (notice: Notice, before: Row | undefined): Notice =>
  notice.kind === 'walletReceipt' && before?.kind === 'walletReceipt'
    ? { ...notice, payload: { transactionIds: [...before.payload.transactionIds, ...notice.payload.transactionIds] } }
    : notice;

/** One row for each group; those of kinds that aren't grouped stay by themselves. */
const grouped = (notices: readonly Notice[]): Row[] => {
  const rows = new Map<string, Row>();
  for (const notice of notices) {
    const key = REGISTRY[notice.kind].isGrouped ? groupOf(notice) : `${groupOf(notice)} ${notice.fact}`;
    const before = rows.get(key);
    const known = before?.tokens ?? null;
    const sum = known === null ? (notice.tokens ?? null) : known + (notice.tokens ?? 0n);
    const total = notice.count ?? (before?.total ?? 0) + 1;
    const facts = [...(before?.facts ?? []), notice];
    rows.set(key, { ...payloadOf(notice, before), tokens: sum, total, isAbsolute: notice.count !== undefined, facts });
  }
  return [...rows.values()];
};

const column = <T>(rows: readonly Row[], of: (row: Row) => T): T[] => rows.map(of);

/** The rows as a table `g`, in the order of their accounts: two writers never wait for each other in a circle. */
const asTable = (rows: readonly Row[]) => sql`
  unnest(${column(rows, ({ accountId }) => accountId)}::uuid[], ${column(rows, ({ kind }) => kind)}::text[],
    ${column(rows, ({ group }) => group)}::text[], ${column(rows, ({ actorId }) => actorId ?? null)}::uuid[],
    ${column(rows, ({ performerId }) => performerId ?? null)}::uuid[], ${column(rows, ({ itemId }) => itemId ?? null)}::uuid[],
    ${column(rows, ({ commentId }) => commentId ?? null)}::uuid[], ${column(rows, ({ object }) => object?.kind ?? null)}::text[],
    ${column(rows, ({ object }) => object?.id ?? null)}::uuid[], ${column(rows, ({ payload }) => JSON.stringify(payload))}::text[],
    ${column(rows, ({ total }) => total)}::int[], ${column(rows, ({ tokens }) => tokens?.toString() ?? null)}::bigint[],
    ${column(rows, ({ at }) => at)}::timestamptz[], ${column(rows, ({ isAbsolute }) => isAbsolute)}::boolean[])
    with ordinality g (account_id, kind, group_key, actor_id, performer_id, item_id, comment_id, object_kind, object_id, payload, count,
      tokens_amount, at, is_absolute, nr)`;

/**
 * Adds facts to the unread rows of their groups that began at most a day before. One that tells nothing any more is left out: what is new gets a mail
 * of its own.
 * @returns the rows without one
 */
const addToUnread = async (trx: Trx, rows: readonly Row[], places: Map<Row, Place>): Promise<Row[]> => {
  const growing = rows.filter(({ kind }) => REGISTRY[kind].isGrouped);
  if (growing.length === 0) return [...rows];
  const since = new Date(Math.min(...growing.map(({ at }) => at.getTime())) - DAY_MS);
  const { rows: added } = await sql<Place & { nr: bigint }>`
    update notifications n set actor_id = g.actor_id, comment_id = g.comment_id, updated_at = greatest(n.updated_at, g.at),
      payload = case when n.kind = 'walletReceipt'
        then jsonb_build_object('transactionIds', (n.payload -> 'transactionIds') || (g.payload::jsonb -> 'transactionIds')) else g.payload::jsonb end,
      count = case when g.is_absolute then g.count else n.count + g.count end,
      tokens_amount = coalesce(n.tokens_amount + g.tokens_amount, g.tokens_amount)
    from ${asTable(growing)}
    where n.account_id = g.account_id and n.kind = g.kind and n.group_key = g.group_key and n.read_at is null and n.count > 0
      and n.created_at > ${since} and n.created_at > g.at - interval '1 day'
    returning g.nr, n.id, n.created_at as "createdAt"`.execute(trx);
  for (const { nr, ...place } of added) places.set(growing[Number(nr) - 1]!, place);
  return rows.filter((row) => !places.has(row));
};

/** Begins new rows. @returns them, with whether they are mailed */
const begin = async (trx: Trx, rows: readonly Row[], places: Map<Row, Place>): Promise<Begun[]> => {
  const begun: Begun[] = [];
  for (const [kind, ofKind] of Map.groupBy(rows, (row) => row.kind)) {
    const { rows: made } = await sql<Begun & { group: string }>`
      insert into notifications as n (account_id, kind, group_key, actor_id, performer_id, item_id, comment_id, object_kind, object_id,
        payload, count, tokens_amount, on_site, created_at, updated_at)
      select g.account_id, g.kind, g.group_key, g.actor_id, g.performer_id, g.item_id, g.comment_id, g.object_kind, g.object_id,
        g.payload::jsonb, g.count, g.tokens_amount, ${isOn('site', kind, sql`g.account_id`)}, g.at, g.at
      from ${asTable(ofKind)}
      returning n.id, n.account_id as "accountId", n.kind, n.group_key as "group", n.created_at as "createdAt",
        ${isOn('mail', kind, sql`n.account_id`)} as "isMailed"`.execute(trx);
    begun.push(...made);
    const byGroup = new Map(made.map((row) => [`${row.accountId} ${row.group}`, row]));
    for (const row of ofKind) {
      const place = byGroup.get(`${row.accountId} ${row.group}`);
      if (place) places.set(row, place);
    }
  }
  return begun;
};

/** Links facts to their rows, where they may be withdrawn; facts that hold no longer are withdrawn at once. */
const noteFacts = async (trx: Trx, places: ReadonlyMap<Row, Place>): Promise<void> => {
  const told = [...places].flatMap(([{ kind, facts }, place]) => (canBeWithdrawn(kind) ? facts.map((fact) => ({ ...place, fact })) : []));
  if (told.length === 0) return;
  const of = <T>(value: (one: (typeof told)[number]) => T): T[] => told.map(value);
  await sql`
    update notification_facts f set notification_id = g.id, notified_at = g.created_at, actor_id = g.actor_id, subject_id = g.subject_id,
      payload = g.payload::jsonb, tokens_amount = g.tokens_amount
    from unnest(${of(({ fact }) => fact.accountId)}::uuid[], ${of(({ fact }) => fact.fact)}::text[], ${of(({ id }) => id)}::uuid[],
        ${of(({ createdAt }) => createdAt)}::timestamptz[], ${of(({ fact }) => fact.actorId ?? null)}::uuid[],
        ${of(({ fact }) => fact.subjectId ?? null)}::uuid[], ${of(({ fact }) => JSON.stringify(fact.payload))}::text[],
        ${of(({ fact }) => fact.tokens?.toString() ?? null)}::bigint[])
      g (account_id, fact, id, created_at, actor_id, subject_id, payload, tokens_amount)
    where f.account_id = g.account_id and f.fact = g.fact`.execute(trx);
  await reconsider(trx, factsOf.told(of(({ fact }) => fact)));
};

/**
 * Tells accounts facts: each fact once, several of one group in one row. Only the dispatcher of events calls it, one at a time, so that two
 * facts never begin two rows of a group at once.
 * @returns who was told something
 */
export const notify = async (platform: Platform, trx: Trx, given: readonly Notice[]): Promise<string[]> => {
  const notices = given.filter(({ accountId, actorId }) => accountId !== actorId);
  if (notices.length === 0) return [];
  const fresh = await takeFresh(trx, notices);
  if (fresh.length === 0) return [];
  for (const { at } of fresh) await ensureMonth(platform.database, at);
  const rows = grouped(fresh).sort((one, other) => (groupOf(one) < groupOf(other) ? -1 : 1));
  const places = new Map<Row, Place>();
  const begun = await begin(trx, await addToUnread(trx, rows, places), places);
  await noteFacts(trx, places);
  await enqueueMails(platform, trx, begun);
  return [...new Set(rows.map(({ accountId }) => accountId))];
};
