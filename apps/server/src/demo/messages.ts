import { openConversation, pinConversation, readAll, sendMessage, setNote } from '../modules/conversations/index.ts';
import { CodedError } from '../platform/errors.ts';
import type { Realtime } from '../platform/realtime/realtime.ts';
import { LETTERS, type ScriptedConversation, type ScriptedMessage } from './letters.ts';
import { MINUTE_MS, type Seeding, minutesBefore, readAccountIds, stepKey, viewerOf } from './seeding.ts';

/** Nobody is connected while the demo is seeded. */
const NOBODY: Pick<Realtime, 'toAccount'> = { toAccount: () => undefined };

type Side = ScriptedMessage['by'];
const otherOf = (side: Side): Side => (side === 'fan' ? 'performer' : 'fan');

interface Line extends ScriptedMessage {
  letter: ScriptedConversation;
  conversationId: string;
  /** Milliseconds. */
  at: number;
  isLast: boolean;
}

/** Leaves out what a fan may not write. */
const ifAllowed = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CodedError && error.code === 'MESSAGES_NOT_ALLOWED') return undefined;
    throw error;
  }
};

/** Seeds private conversations through the regular use cases, all messages in the order of their times. Fans who may not write are left out. */
export const seedMessages = async (seeding: Seeding): Promise<void> => {
  const { base, signal } = seeding;
  const ids = await readAccountIds(seeding.platform);
  const memberOf = (username: string, isPerformer: boolean) => ({
    viewer: { ...viewerOf(ids.get(username)!, username), isPerformer },
    country: null,
    locale: 'en' as const,
  });
  const openAs = (letter: ScriptedConversation, side: Side) => {
    const member = memberOf(letter[side], side === 'performer');
    const to = { source: side === 'performer' ? 'user' : 'performer', sourceId: ids.get(letter[otherOf(side)])! } as const;
    // As if somebody had opened it to write the first line.
    return openConversation(seeding.at(minutesBefore(base, letter.said[0]!.ago)), member, to, undefined);
  };
  const lines: Line[] = [];
  for (const letter of LETTERS.filter(({ fan, performer }) => ids.has(fan) && ids.has(performer))) {
    const opened = await ifAllowed(() => openAs(letter, letter.said[0]!.by));
    if (!opened) continue;
    // Tips are lines of the conversation already: what is said comes after them.
    const last = opened.lastMessage ? Date.parse(opened.lastMessage.createdAt) : 0;
    for (const [place, said] of letter.said.entries()) {
      const at = Math.min(base.getTime(), Math.max(minutesBefore(base, said.ago).getTime(), last + (place + 1) * MINUTE_MS));
      lines.push({ ...said, letter, conversationId: opened._id, at, isLast: said === letter.said.at(-1) });
    }
  }
  for (const { letter, by, text, ago, conversationId, at, isLast } of lines.sort((a, b) => a.at - b.at)) {
    signal.throwIfAborted();
    const author = memberOf(letter[by], by === 'performer');
    const key = stepKey(author.viewer.accountId, `wrote ${letter.fan} ${letter.performer} ${ago}`);
    if (seeding.done.has(key.key)) continue;
    const then = seeding.at(new Date(at));
    if (!(await ifAllowed(() => sendMessage(then, NOBODY, author, { conversationId, text, fileId: [] }, key)))) continue;
    const reader = otherOf(by);
    if (!isLast || letter.unread !== reader) await readAll(then, NOBODY, memberOf(letter[reader], by === 'fan'), conversationId, undefined);
    if (!isLast) continue;
    const { pinned, note } = letter;
    if (pinned) await pinConversation(then, memberOf(letter[pinned], pinned === 'performer'), conversationId, true, undefined);
    if (note) await setNote(then, memberOf(letter.performer, true), conversationId, note, undefined);
  }
};
