import type { PrivateConversation } from '@stagedoor/contract/conversations';

/** The part of the list that was loaded, without gaps, in its order. */
export interface ConversationRows {
  rows: readonly PrivateConversation[];
  /** The cursor of what follows; null at the end. */
  after: string | null;
}

export interface ConversationPage {
  data: readonly PrivateConversation[];
  after: string | null;
}

export const NO_ROWS: ConversationRows = { rows: [], after: null };

const lastAt = ({ lastMessage, updatedAt }: PrivateConversation): string => lastMessage?.createdAt ?? updatedAt;

/**
 * The first page was read again: what stood below it stays. Where so much came before it that the page doesn't reach what was known, the
 * list begins anew: there would be a gap.
 */
export const withFirstPage = (known: ConversationRows, page: ConversationPage): ConversationRows => {
  const end = page.data.at(-1);
  if (!end || page.after === null || !known.rows.some(({ _id }) => _id === end._id)) return { rows: page.data, after: page.after };
  const read = new Set(page.data.map(({ _id }) => _id));
  // Pinned ones are all on the first page.
  const below = known.rows.filter((row) => !read.has(row._id) && !row.isPinned && lastAt(row) <= lastAt(end));
  return below.length === 0 ? { rows: page.data, after: page.after } : { rows: [...page.data, ...below], after: known.after };
};

/** The next page; what moved up meanwhile stays where it is. */
export const withNextPage = (known: ConversationRows, page: ConversationPage): ConversationRows => {
  const read = new Set(known.rows.map(({ _id }) => _id));
  return { rows: [...known.rows, ...page.data.filter(({ _id }) => !read.has(_id))], after: page.after };
};

/** One was read again; null: it is no longer in the list. */
export const withConversation = (known: ConversationRows, id: string, conversation: PrivateConversation | null): ConversationRows => ({
  ...known,
  rows: known.rows.flatMap((row) => (row._id === id ? (conversation ?? []) : row)),
});
