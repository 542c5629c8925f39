import type { NotificationKind } from '@stagedoor/contract/notifications.values';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';
import { blockedPair } from '../access/index.ts';

// The one place that withdraws what was told of a thing or a person (decision 103). A fact of `notification_facts f` is told by a row of
// `notifications n`; when the fact no longer holds, it is withdrawn from the row, and comes back with it.

/** When a kind's facts hold. */
interface Holding {
  /** Over `f` and `n`; without one, it holds for good: a record of what happened. */
  whileTrue?: RawBuilder<boolean>;
  /** Hidden while reader and actor are blocked, whoever of the two blocked. Records of money and duties are told all the same. */
  isHiddenByBlock: boolean;
}

const RECORD: Holding = { isHiddenByBlock: false };
const PERSON: Holding = { isHiddenByBlock: true };

/** Comments `c` that are there for everybody; a reply goes with its comment. */
const isCommentThere = sql<boolean>`(c.deleted_at is null and c.hidden_at is null and not exists (
  select from comments above where above.id = c.parent_id and (above.deleted_at is not null or above.hidden_at is not null)))`;

const ofComment = (more = sql``): Holding => ({
  isHiddenByBlock: true,
  whileTrue: sql<boolean>`exists (select from comments c where c.id = f.subject_id and ${isCommentThere} ${more})`,
});

const HOLDINGS: { readonly [K in NotificationKind]: Holding } = {
  live: PERSON,
  post: PERSON,
  reminder: PERSON,
  request: {
    isHiddenByBlock: true,
    whileTrue: sql<boolean>`not exists (select from stream_requests q where q.id = f.subject_id and q.state = 'cancelled')`,
  },
  message: {
    isHiddenByBlock: true,
    whileTrue: sql<boolean>`exists (
      select from messages m where m.conversation_id = n.object_id and m.id = f.subject_id and m.deleted_at is null)`,
  },
  comment: ofComment(),
  // Its author may have taken the name out again.
  mention: ofComment(sql`and exists (
    select from accounts named where named.id = f.account_id and strpos(lower(c.content), '@' || named.username) > 0)`),
  reaction: {
    isHiddenByBlock: true,
    whileTrue: sql<boolean>`(
      exists (select from reactions r where r.account_id = f.actor_id and r.action = 'like' and r.object_id = f.subject_id)
      and not exists (select from comments c where c.id = f.subject_id and not ${isCommentThere}))`,
  },
  // Somebody's words come with these.
  tip: PERSON,
  gift: PERSON,
  subscription: PERSON,
  sale: RECORD,
  order: RECORD,
  expiry: RECORD,
  renewal: RECORD,
  receipt: RECORD,
  walletReceipt: RECORD,
  refund: RECORD,
  dispute: RECORD,
  payout: RECORD,
  report: RECORD,
  stopped: RECORD,
  review: RECORD,
  application: RECORD,
  security: RECORD,
  moderation: RECORD,
  disputeShare: RECORD,
};

/** Returns true for kinds whose facts can end: only those are linked to their row. */
export const canBeWithdrawn = (kind: NotificationKind): boolean => HOLDINGS[kind].isHiddenByBlock || HOLDINGS[kind].whileTrue !== undefined;

const isHiddenKind = sql<boolean>`n.kind in (${sql.join(
  Object.entries(HOLDINGS).flatMap(([kind, { isHiddenByBlock }]) => (isHiddenByBlock ? [sql.lit(kind)] : [])),
)})`;

/** Over `notifications n`: a block between reader and actor hides it at once, before its facts are withdrawn. */
export const isHiddenByBlock = sql<boolean>`(${isHiddenKind} and n.actor_id is not null and ${blockedPair(sql`n.account_id`, sql`n.actor_id`)})`;

const holds = sql<boolean>`(not (${isHiddenKind} and f.actor_id is not null and ${blockedPair(sql`f.account_id`, sql`f.actor_id`)})
  and case n.kind ${sql.join(
    Object.entries(HOLDINGS).flatMap(([kind, { whileTrue }]) => (whileTrue ? [sql`when ${sql.lit(kind)} then ${whileTrue}`] : [])),
    sql` `,
  )} else true end)`;

/** Facts that may hold no longer, or again, as conditions over `notification_facts f`. */
export const factsOf = {
  subjects: (ids: readonly string[]): RawBuilder<boolean> => sql<boolean>`f.subject_id = any(${ids}::uuid[])`,
  /** Comments with their replies. */
  comments: (ids: readonly string[]): RawBuilder<boolean> => sql<boolean>`f.subject_id = any(array(
    select c.id from comments c where c.id = any(${ids}::uuid[]) or c.parent_id = any(${ids}::uuid[])))`,
  /** The acts of accounts on things, pair by pair. */
  deeds: (deeds: readonly { subjectId: string; actorId: string }[]): RawBuilder<boolean> => sql<boolean>`(f.subject_id, f.actor_id) in (
    select * from unnest(${deeds.map(({ subjectId }) => subjectId)}::uuid[], ${deeds.map(({ actorId }) => actorId)}::uuid[]))`,
  /** The facts that two accounts were told of each other. */
  pair: (one: string, other: string): RawBuilder<boolean> => sql<boolean>`(
    (f.actor_id = ${one}::uuid and f.account_id = ${other}::uuid) or (f.actor_id = ${other}::uuid and f.account_id = ${one}::uuid))`,
  /** The acts of an account, and the replies to its comments. */
  actor: (accountId: string): RawBuilder<boolean> => sql<boolean>`(f.actor_id = ${accountId}::uuid or f.subject_id = any(array(
    select reply.id from comments c join comments reply on reply.parent_id = c.id where c.author_id = ${accountId}::uuid)))`,
  told: (facts: readonly { accountId: string; fact: string }[]): RawBuilder<boolean> => sql<boolean>`(f.account_id, f.fact) in (
    select * from unnest(${facts.map(({ accountId }) => accountId)}::uuid[], ${facts.map(({ fact }) => fact)}::text[]))`,
};

interface ChangedRow {
  account_id: string;
  notification_id: string;
  notified_at: Date;
  by: number;
  tokens: bigint;
}

/**
 * Brings rows up to date with facts that may hold no longer, or again: their count, tokens, actor and words are those of the facts that hold. A row
 * without any is shown, counted and mailed to nobody. Only the dispatcher of events calls it, one at a time.
 * @returns whose notifications changed
 */
export const reconsider = async (trx: Executor, which: RawBuilder<boolean>): Promise<string[]> => {
  const { rows } = await sql<ChangedRow>`
    with asked as materialized (
      select f.account_id, f.fact, f.is_withdrawn, not ${holds} as is_over
      from notification_facts f
      join notifications n on n.account_id = f.account_id and n.id = f.notification_id and n.created_at = f.notified_at
      where f.notification_id is not null and ${which}),
    changed as (
      update notification_facts f set is_withdrawn = a.is_over from asked a
      where f.account_id = a.account_id and f.fact = a.fact and f.is_withdrawn <> a.is_over
      returning f.account_id, f.notification_id, f.notified_at, f.is_withdrawn, f.tokens_amount)
    select account_id, notification_id, notified_at, sum(case when is_withdrawn then -1 else 1 end)::int as by,
      sum(case when is_withdrawn then -coalesce(tokens_amount, 0) else coalesce(tokens_amount, 0) end)::bigint as tokens
    from changed group by 1, 2, 3 order by 1, 2`.execute(trx);
  if (rows.length === 0) return [];
  const column = <T>(of: (row: ChangedRow) => T): T[] => rows.map(of);
  // A row of messages tells as many as are unread, or as were when they were read.
  await sql`
    update notifications n set
      count = case when n.kind <> 'message' then greatest(0, n.count + g.by) when l.holding = 0 then 0
        else coalesce(nullif((select x.unread_count from conversation_members x where x.conversation_id = n.object_id and x.account_id = n.account_id), 0),
          greatest(1, n.count + g.by)) end,
      tokens_amount = n.tokens_amount + g.tokens,
      actor_id = coalesce(l.actor_id, n.actor_id), payload = coalesce(l.payload, n.payload),
      comment_id = case when n.kind in ('comment', 'mention') then coalesce(l.subject_id, n.comment_id) else n.comment_id end
    from unnest(${column((row) => row.account_id)}::uuid[], ${column((row) => row.notification_id)}::uuid[],
        ${column((row) => row.notified_at)}::timestamptz[], ${column(({ by }) => by)}::int[], ${column(({ tokens }) => tokens.toString())}::bigint[])
      g (account_id, id, created_at, by, tokens)
    cross join lateral (
      select count(*)::int as holding, (array_agg(f.actor_id order by f.created_at desc, f.fact desc))[1] as actor_id,
        (array_agg(f.subject_id order by f.created_at desc, f.fact desc))[1] as subject_id,
        (array_agg(f.payload order by f.created_at desc, f.fact desc))[1] as payload
      from notification_facts f where f.notification_id = g.id and not f.is_withdrawn) l
    where n.account_id = g.account_id and n.id = g.id and n.created_at = g.created_at`.execute(trx);
  return [...new Set(column((row) => row.account_id))];
};
