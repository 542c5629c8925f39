import type { Realtime } from '../../platform/realtime/realtime.ts';
import type { MessagePlace } from './message-items.queries.ts';

/** Tells both members of private messages to read them again, after the commit. */
export const announceChanged = (realtime: Realtime, places: readonly MessagePlace[]): void => {
  for (const { id: messageId, conversation_id: conversationId, performer_id: performerId, fan_id: fanId } of places)
    for (const accountId of [performerId, fanId]) realtime.toAccount(accountId, 'conversations/changed', { conversationId, messageId });
};
