import type { DomainEvents } from '@stagedoor/contract/domain-events';
import { sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';
import { unreadOf } from '../conversations/index.ts';
import type { Notice } from './notify.ts';

/** Likes, to the author of a comment or the performer of an item: who takes one back and gives it again is told once. */
export const noticesOfReactions = async (executor: Executor, all: readonly DomainEvents['objects.reacted'][]): Promise<Notice[]> => {
  const likes = all.filter(({ action, by, accountId }) => action === 'like' && by === 1 && accountId !== undefined);
  if (likes.length === 0) return [];
  const { rows } = await sql<{
    object_id: string;
    account_id: string;
    at: Date;
    item_id: string;
    comment_id: string | null;
    performer_id: string;
    author_id: string;
  }>`
    select r.object_id, r.account_id, r.created_at as at, i.id as item_id, c.id as comment_id, i.performer_id,
      coalesce(c.author_id, i.performer_id) as author_id
    from unnest(${likes.map(({ objectId }) => objectId)}::uuid[], ${likes.map(({ accountId }) => accountId)}::uuid[]) g (object_id, account_id)
    join reactions r on r.account_id = g.account_id and r.action = 'like' and r.object_id = g.object_id
    left join comments c on c.id = r.object_id
    join items i on i.id = coalesce(c.item_id, r.object_id)`.execute(executor);
  return rows.map((row) => ({
    kind: 'reaction',
    accountId: row.author_id,
    actorId: row.account_id,
    performerId: row.performer_id,
    itemId: row.item_id,
    commentId: row.comment_id,
    subjectId: row.object_id,
    fact: `liked:${row.object_id}:${row.account_id}`,
    group: row.object_id,
    payload: {},
    at: row.at,
  }));
};

/** New comments, to the performer of the item, and to the author of the comment that they answer. */
export const noticesOfComments = async (executor: Executor, all: readonly DomainEvents['comments.changed'][]): Promise<Notice[]> => {
  const ids = all.flatMap(({ commentId }) => commentId ?? []);
  if (ids.length === 0) return [];
  const { rows } = await sql<{
    id: string;
    item_id: string;
    parent_id: string | null;
    author_id: string;
    performer_id: string;
    answered_id: string | null;
    at: Date;
  }>`
    select c.id, c.item_id, c.parent_id, c.author_id, i.performer_id, parent.author_id as answered_id, c.created_at as at
    from comments c join items i on i.id = c.item_id left join comments parent on parent.id = c.parent_id
    where c.id = any(${ids}::uuid[]) and c.deleted_at is null order by c.id`.execute(executor);
  return rows.flatMap((row) => {
    const common = {
      kind: 'comment',
      actorId: row.author_id,
      performerId: row.performer_id,
      itemId: row.item_id,
      commentId: row.id,
      subjectId: row.id,
      fact: `comment:${row.id}`,
      at: row.at,
    } as const;
    const answer: Notice[] = row.answered_id
      ? [{ ...common, accountId: row.answered_id, group: `reply:${row.parent_id}`, payload: { isReply: true } }]
      : [];
    return row.answered_id === row.performer_id
      ? answer
      : [...answer, { ...common, accountId: row.performer_id, group: `item:${row.item_id}`, payload: { isReply: false } }];
  });
};

/** Private messages that their reader has not read meanwhile; as many as are unread. */
export const noticesOfMessages = async (
  executor: Executor,
  all: readonly { payload: DomainEvents['messages.sent']; at: Date }[],
): Promise<Notice[]> => {
  const unread = await unreadOf(
    executor,
    all.map(({ payload: { conversationId, recipientId } }) => ({ conversationId, accountId: recipientId })),
  );
  return all.flatMap(({ payload: { conversationId, messageId, senderId, recipientId }, at }) => {
    const member = unread.get(`${conversationId} ${recipientId}`);
    if (!member || member.count === 0) return [];
    return {
      kind: 'message',
      accountId: recipientId,
      actorId: senderId,
      performerId: member.performerId,
      subjectId: messageId,
      fact: `message:${messageId}`,
      group: conversationId,
      object: { kind: 'conversation', id: conversationId },
      payload: {},
      count: member.count,
      at,
    };
  });
};
