import type { PrivateConversation, PrivateMessage } from '@stagedoor/contract/conversations';
import { FAN, idOf, INSTANT, PERFORMER } from './fixtures.ts';
import { lineOf } from './fixtures-chat.ts';

/** A fan's conversation with the performer, who is a verified one. */
export const PRIVATE: PrivateConversation = {
  _id: idOf(40),
  type: 'private',
  source: 'performer',
  sourceId: PERFORMER._id,
  streamId: null,
  performerId: PERFORMER._id,
  isClosed: false,
  totalNotSeenMessages: 0,
  isPinned: false,
  createdAt: INSTANT,
  updatedAt: INSTANT,
  peer: { ...PERFORMER, isPerformer: true, isVerified: true, isOnline: false, isLive: false, live: { state: 'none' } },
  lastMessage: null,
  canWrite: true,
  writeObstacle: null,
  peerSeenAt: null,
  fan: null,
};

/** A message of the performer; a higher number is a later one. */
export const messageOf = (number: number, text: string): PrivateMessage => ({
  ...lineOf(number, text),
  conversationId: PRIVATE._id,
  sender: { ...PERFORMER, isHost: true, isModerator: false },
  price: null,
  access: null,
  item: null,
  isBought: null,
  itemState: null,
  preview: null,
  replyTo: null,
  deliveredAt: null,
  seenAt: null,
});

/** The same from the fan. */
export const ownMessageOf = (number: number, text: string): PrivateMessage => ({
  ...messageOf(number, text),
  sender: { _id: FAN._id, username: FAN.username, name: FAN.name, avatar: FAN.avatar, isHost: false, isModerator: false },
});
