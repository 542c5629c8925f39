import type { Comment } from '@stagedoor/contract/comments';
import { describe, expect, it } from 'vitest';
import { type CommentPages, commentsOf, withComment, withoutComment, withReplaced, withStored } from './comment-pages.ts';

const named = (_id: string, content = _id): Comment => ({ _id, content }) as Comment;
const PAGE = { after: null, isClosed: false, mayClose: false, isHost: false };
const pagesOf = (...pages: string[][]): CommentPages => {
  const total = pages.flat().length;
  return { pages: pages.map((ids) => ({ data: ids.map((id) => named(id)), ...PAGE, total })), pageParams: pages.map(() => undefined) };
};
const seen = (known: CommentPages) => [
  commentsOf(known)
    .map(({ _id }) => _id)
    .join(' '),
  known.pages.map(({ total }) => total),
];

describe('a list of comments', () => {
  it('adds a new one at the top or at the end, without duplicates, and counts it', () => {
    const known = pagesOf(['d', 'c'], ['b', 'a']);
    expect(seen(withComment(known, named('e'), 'top'))).toEqual(['e d c b a', [5, 5]]);
    expect(seen(withComment(known, named('e'), 'end'))).toEqual(['d c b a e', [5, 5]]);
    expect(withComment(known, named('b'), 'top')).toBe(known);
  });

  it('removes one and counts it; removing a missing one changes nothing', () => {
    const known = pagesOf(['c'], ['b', 'a']);
    expect(seen(withoutComment(known, 'b'))).toEqual(['c a', [2, 2]]);
    expect(withoutComment(known, 'x')).toBe(known);
  });

  it('replaces one', () => {
    const known = withReplaced(pagesOf(['c', 'b']), 'c', named('z', 'new'));
    expect(seen(known)).toEqual(['z b', [2]]);
  });

  it('has a stored one in place of the pending one, whatever list was read meanwhile', () => {
    const stored = named('s');
    expect(seen(withStored(pagesOf(['p', 'c', 'b']), 'p', stored, 'top'))).toEqual(['s c b', [3]]);
    // Read before it was stored.
    expect(seen(withStored(pagesOf(['c', 'b']), 'p', stored, 'top'))).toEqual(['s c b', [3]]);
    // Read after.
    expect(seen(withStored(pagesOf(['s', 'c', 'b']), 'p', stored, 'top'))).toEqual(['s c b', [3]]);
    expect(seen(withStored(pagesOf(['p', 's', 'c', 'b']), 'p', stored, 'top'))).toEqual(['s c b', [3]]);
  });

  it('removes duplicates across pages', () => {
    expect(commentsOf(pagesOf(['c', 'b'], ['b', 'a'])).map(({ _id }) => _id)).toEqual(['c', 'b', 'a']);
  });
});
