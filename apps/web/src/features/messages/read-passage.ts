import type { PrivateMessage } from '@stagedoor/contract/conversations';
import { MESSAGE_PAGE } from '@stagedoor/contract/conversations.values';
import { call } from '../../app/browser-call.ts';

// Messages around an earlier one of a conversation: a passage, which doesn't reach the newest.

const AROUND = 'GET /messages/conversations/{id}/around/{messageId}';
/** Messages of one request, and requests of one reading: what is shown beyond is read when it is asked for again. */
const MOST_ROWS = 100;
const MOST_PAGES = 10;

/** Messages in a row, and whether there are others on either side. */
export interface Passage {
  rows: readonly PrivateMessage[];
  hasOlder: boolean;
  hasNewer: boolean;
}

/** Reads the messages around one; the newest where it isn't there to be shown. */
export const readAround = async (conversationId: string, messageId: string): Promise<Passage> => {
  const { data, hasOlder, hasNewer } = await call(AROUND, { params: { id: conversationId, messageId }, query: { limit: MESSAGE_PAGE } });
  return { rows: data, hasOlder: hasOlder === true, hasNewer: hasNewer === true };
};

/** Reads a page on one side of a message; a newer one begins with the message itself. */
export const readBeside = async (
  conversationId: string,
  messageId: string,
  side: 'older' | 'newer',
  limit: number = MESSAGE_PAGE,
): Promise<{ rows: readonly PrivateMessage[]; hasMore: boolean }> => {
  const { data, hasOlder, hasNewer } = await call(AROUND, { params: { id: conversationId, messageId }, query: { side, limit } });
  return { rows: data, hasMore: (side === 'older' ? hasOlder : hasNewer) === true };
};

/** Reads a shown passage again. @param shown ids, oldest first; one at least */
export const readPassage = async (conversationId: string, shown: readonly string[], hasOlder: boolean): Promise<Passage> => {
  const last = shown.at(-1)!;
  const readFrom = async (rows: readonly PrivateMessage[], from: string, pages: number): Promise<Passage> => {
    const page = await readBeside(conversationId, from, 'newer', MOST_ROWS);
    const all = [...rows, ...page.rows.slice(rows.length === 0 ? 0 : 1)];
    const end = all.at(-1)?._id;
    if (page.hasMore && end !== undefined && end < last && pages < MOST_PAGES) return readFrom(all, end, pages + 1);
    return { rows: all, hasOlder, hasNewer: page.hasMore };
  };
  return readFrom([], shown[0]!, 1);
};
