import type { ChatState } from '@stagedoor/contract/chat';
import type { Message } from '@stagedoor/contract/conversations';
import { FAN, idOf, INSTANT, PIXEL } from './fixtures.ts';
import { HOST, SHOW_ID } from './fixtures-shows.ts';

export const CONVERSATION_ID = idOf(31);

/** A chat without rules, for a viewer who may write. */
export const CHAT_STATE: ChatState = {
  streamId: SHOW_ID,
  performerId: HOST._id,
  slowSeconds: 0,
  writers: 'everyone',
  moderatorIds: [],
  role: 'viewer',
  obstacle: null,
  canSendPictures: false,
  timeout: null,
  waitUntil: null,
  timeouts: [],
};

const senderOf = (account: { _id: string; username: string; name: string }): Message['sender'] => ({
  _id: account._id,
  username: account.username,
  name: account.name,
  avatar: PIXEL,
  isHost: account._id === HOST._id,
  isModerator: false,
});

export const OWN_SENDER = senderOf(FAN);
export const HOST_SENDER = senderOf(HOST);
/** Another viewer. */
export const MARA = senderOf({ _id: idOf(3), username: 'mara', name: 'Mara Holt' });

/** A line of the chat; a higher number is a later one. */
export const lineOf = (number: number, text: string, changes: Partial<Message> = {}): Message => ({
  _id: idOf(1000 + number),
  conversationId: CONVERSATION_ID,
  kind: 'text',
  text,
  fileId: [],
  files: [],
  sender: MARA,
  tip: null,
  gift: null,
  isDeleted: false,
  createdAt: INSTANT,
  updatedAt: INSTANT,
  ...changes,
});
