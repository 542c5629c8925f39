import { openConversation, pinConversation, readAll, sendMessage, setNote } from '../modules/conversations/index.ts';
import { CodedError } from '../platform/errors.ts';
import type { Realtime } from '../platform/realtime/realtime.ts';
import { LETTERS } from './letters.ts';
import { type Seeding, minutesBefore, readAccountIds, stepKey, viewerOf } from './seeding.ts';

/** Nobody is connected while the demo is seeded. */
const NOBODY: Pick<Realtime, 'toAccount'> = { toAccount: () => undefined };

/** Seeds private conversations through the regular use cases, all messages in the order of their times. Fans who may not write are left out. */
export const seedMessages = async (seeding: Seeding): Promise<void> => {
  const { base, signal } = seeding;
  const ids = await readAccountIds(seeding.platform);
  const memberOf = (username: string, isPerformer: boolean) => ({
    viewer: { ...viewerOf(ids.get(username)!, username), isPerformer },
    country: null,
    locale: 'en' as const,
  });
  const known = LETTERS.filter(({ fan, performer }) => ids.has(fan) && ids.has(performer));
  const conversations = new Map<(typeof LETTERS)[number], string>();
  const refused = new Set<(typeof LETTERS)[number]>();
  const lines = known.flatMap((letter) => letter.said.map((line) => ({ letter, line }))).sort((a, b) => b.line.ago - a.line.ago);
  for (const { letter, line } of lines) {
    if (refused.has(letter)) continue;
    signal.throwIfAborted();
    const isPerformer = line.by === 'performer';
    const author = memberOf(letter[line.by], isPerformer);
    const reader = memberOf(letter[isPerformer ? 'fan' : 'performer'], !isPerformer);
    const at = seeding.at(minutesBefore(base, line.ago));
    try {
      const to = { source: isPerformer ? 'user' : 'performer', sourceId: reader.viewer.accountId } as const;
      const id = conversations.get(letter) ?? (await openConversation(at, author, to, undefined))._id;
      conversations.set(letter, id);
      const key = stepKey(author.viewer.accountId, `wrote ${letter.fan} ${letter.performer} ${line.ago}`);
      if (seeding.done.has(key.key)) continue;
      await sendMessage(at, NOBODY, author, { conversationId: id, text: line.text, fileId: [] }, key);
      const isLast = line === letter.said.at(-1);
      const isUnread = isLast && letter.unread === (isPerformer ? 'fan' : 'performer');
      if (!isUnread) await readAll(seeding.at(minutesBefore(base, Math.max(0, line.ago - 2))), NOBODY, reader, id, undefined);
    } catch (error) {
      if (!(error instanceof CodedError && error.code === 'MESSAGES_NOT_ALLOWED')) throw error;
      refused.add(letter);
    }
  }
  for (const [{ fan, performer, pinned, note }, id] of conversations) {
    if (pinned)
      await pinConversation(seeding.platform, memberOf(pinned === 'fan' ? fan : performer, pinned !== 'fan'), id, true, undefined);
    if (note) await setNote(seeding.platform, memberOf(performer, true), id, note, undefined);
  }
};
