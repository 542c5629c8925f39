import type { Comment } from '@stagedoor/contract/comments';

export interface CommentPage {
  data: Comment[];
  total: number;
  after: string | null;
  /** Only the item's performer may comment. */
  isClosed: boolean;
  /** The viewer may close and open the comments. */
  mayClose: boolean;
  /** It is the viewer's item. */
  isHost: boolean;
}

/** The loaded part of a list of comments. */
export interface CommentPages {
  pages: CommentPage[];
  pageParams: unknown[];
}

const changed = (known: CommentPages, by: number, edit: (data: Comment[], index: number) => Comment[]): CommentPages => ({
  ...known,
  pages: known.pages.map((page, index) => ({ ...page, total: page.total + by, data: edit(page.data, index) })),
});

/** Adds a comment at the top, or at the end of the loaded part; no duplicates. */
export const withComment = (known: CommentPages, comment: Comment, place: 'top' | 'end'): CommentPages => {
  if (known.pages.some(({ data }) => data.some(({ _id }) => _id === comment._id))) return known;
  const at = place === 'top' ? 0 : known.pages.length - 1;
  return changed(known, 1, (data, index) => (index !== at ? data : place === 'top' ? [comment, ...data] : [...data, comment]));
};

/** Removes a comment; the total decreases by one. */
export const withoutComment = (known: CommentPages, id: string): CommentPages =>
  known.pages.some(({ data }) => data.some(({ _id }) => _id === id))
    ? changed(known, -1, (data) => data.filter(({ _id }) => _id !== id))
    : known;

/** Replaces a comment. */
export const withReplaced = (known: CommentPages, id: string, comment: Comment): CommentPages =>
  changed(known, 0, (data) => data.map((one) => (one._id === id ? comment : one)));

/**
 * The stored comment in place of the pending one; added where a list that was read before it was stored has taken the pending one's place
 * meanwhile, and not twice where it was read after.
 */
export const withStored = (known: CommentPages, pendingId: string, stored: Comment, place: 'top' | 'end'): CommentPages => {
  const has = (id: string): boolean => known.pages.some(({ data }) => data.some(({ _id }) => _id === id));
  if (!has(pendingId)) return withComment(known, stored, place);
  return has(stored._id) ? withoutComment(known, pendingId) : withReplaced(known, pendingId, stored);
};

/** Removes duplicates: a list that grew between two pages repeats some. */
export const commentsOf = ({ pages }: CommentPages): Comment[] => [
  ...new Map(pages.flatMap(({ data }) => data).map((comment) => [comment._id, comment])).values(),
];
