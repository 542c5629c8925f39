import type { PrivateConversation } from '@stagedoor/contract/conversations';
import type { WriteObstacle } from '@stagedoor/contract/conversations.values';
import { sql } from 'kysely';
import { type Idempotency, type Trx, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { blockedPair, visiblePerformer } from '../access/index.ts';
import { type Member, getConversation, writeObstacle } from './private.queries.ts';

interface Pair {
  fanId: string;
  performerId: string;
}

interface PairRow {
  conversation_id: string | null;
  has_messages: boolean;
  status: string;
  is_visible: boolean;
  is_blocked: boolean;
  /** Why the fan can't write, or null. */
  obstacle: WriteObstacle | null;
  /** Follows, or subscribed or bought once. */
  is_fan: boolean;
}

const findPair = async (trx: Trx, { viewer, country }: Member, { fanId, performerId }: Pair, now: Date): Promise<PairRow> => {
  const isBlocked = blockedPair(sql`p.account_id`, sql`f.id`);
  const obstacle = writeObstacle({
    peerStatus: sql`f.status`,
    isBlocked,
    isPerformer: sql`false`,
    isSubscribed: sql`coalesce(s.expires_at > ${now}, false)`,
    messagesFrom: sql`p.messages_from`,
    follows: sql`(r.account_id is not null)`,
  });
  const { rows } = await sql<PairRow>`
    select c.id as conversation_id, (c.last_message_id is not null) as has_messages, f.status,
      ${visiblePerformer(viewer, country)} as is_visible, ${isBlocked} as is_blocked, ${obstacle} as obstacle,
      (r.account_id is not null or s.id is not null
        or exists (select from orders o where o.buyer_id = f.id and o.seller_id = p.account_id and o.paid_at is not null)) as is_fan
    from performers p
    join accounts a on a.id = p.account_id
    join accounts f on f.id = ${fanId}::uuid and f.role = 'fan'
    left join conversations c on c.fan_id = f.id and c.performer_id = p.account_id
    left join subscriptions s on s.fan_id = f.id and s.performer_id = p.account_id
    left join reactions r on r.account_id = f.id and r.action = 'follow' and r.object_id = p.account_id
    where p.account_id = ${performerId}::uuid`.execute(trx);
  if (!rows[0]) throw new CodedError('NOT_FOUND');
  return rows[0];
};

/** Creates the conversation of a pair with its two sides; concurrently too there is one. */
const createConversation = async (trx: Trx, { fanId, performerId }: Pair, at: Date): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    insert into conversations (type, performer_id, fan_id, source, source_id, created_at, updated_at)
    values ('private', ${performerId}::uuid, ${fanId}::uuid, 'performer', ${performerId}::uuid, ${at}, ${at})
    on conflict (fan_id, performer_id) do update set updated_at = conversations.updated_at
    returning id`.execute(trx);
  const { id } = rows[0]!;
  await sql`
    insert into conversation_members (conversation_id, account_id, peer_id, created_at, updated_at)
    values (${id}::uuid, ${fanId}::uuid, ${performerId}::uuid, ${at}, ${at}), (${id}::uuid, ${performerId}::uuid, ${fanId}::uuid, ${at}, ${at})
    on conflict do nothing`.execute(trx);
  return id;
};

/**
 * The private conversation with a performer or, for a performer, with a fan: the one there is, or a new one. A fan opens one when allowed to
 * write or written to; a performer with those who follow, subscribed or bought.
 * @throws CodedError NOT_FOUND; FORBIDDEN for two fans or two performers; MESSAGES_NOT_ALLOWED; BLOCKED_PAIR for the performer who blocked
 */
export const openConversation = async (
  platform: Platform,
  member: Member,
  { source, sourceId }: { source: 'performer' | 'user'; sourceId: string },
  idempotency: Idempotency | undefined,
): Promise<PrivateConversation> => {
  const { viewer } = member;
  const isPerformer = viewer.isPerformer;
  if (isPerformer !== (source === 'user') || viewer.role === 'admin') throw new CodedError('FORBIDDEN');
  const pair: Pair = isPerformer ? { fanId: sourceId, performerId: viewer.accountId } : { fanId: viewer.accountId, performerId: sourceId };
  const now = platform.clock.now();
  return transact(platform.database, idempotency, async (trx) => {
    const row = await findPair(trx, member, pair, now);
    if (!isPerformer && !row.is_visible) throw new CodedError('NOT_FOUND');
    if (!row.conversation_id || !row.has_messages) {
      if (row.is_blocked) throw new CodedError(isPerformer ? 'BLOCKED_PAIR' : 'NOT_FOUND');
      if (row.status !== 'active') throw new CodedError('NOT_FOUND');
      if (isPerformer ? !row.is_fan : row.obstacle !== null) throw new CodedError('MESSAGES_NOT_ALLOWED');
    }
    return getConversation(platform, member, row.conversation_id ?? (await createConversation(trx, pair, now)), trx);
  });
};
