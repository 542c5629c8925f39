import type { PrivateConversation } from '@stagedoor/contract/conversations';
import { expect, test } from 'vitest';
import { NO_ROWS, withConversation, withFirstPage, withNextPage } from './conversation-rows.ts';

/** Conversations by the minute of their last message; pinned ones are written with a star. */
const listOf = (...written: (number | `*${number}`)[]) =>
  written.map((one) => {
    const [isPinned, minute] = [typeof one === 'string', Number(String(one).replace('*', ''))];
    const at = `2026-11-26T12:${String(minute).padStart(2, '0')}:00.000Z`;
    return { _id: `c${minute % 10}`, isPinned, lastMessage: { createdAt: at }, updatedAt: at } as PrivateConversation;
  });
const idsOf = ({ rows }: { rows: readonly PrivateConversation[] }) => rows.map(({ _id }) => _id).join(' ');

const first = { data: listOf('*3', 9, 8), after: 'after 8' };
const second = { data: listOf(7, 6), after: 'after 6' };
const both = withNextPage(withFirstPage(NO_ROWS, first), second);

test('pages follow one another, each conversation once', () => {
  expect([idsOf(both), both.after]).toEqual(['c3 c9 c8 c7 c6', 'after 6']);
  expect(withNextPage(both, { data: listOf(6, 5), after: null })).toMatchObject({ after: null, rows: { length: 6 } });
});

test('a conversation that moves up leaves no gap below the first page', () => {
  // 16 is conversation 6, which got a message: 8 is pushed off the page.
  const moved = withFirstPage(both, { data: listOf('*3', 16, 9), after: 'after 9' });
  expect([idsOf(moved), moved.after]).toEqual(['c3 c6 c9 c8 c7', 'after 6']);
});

test('one that is gone from the page, unpinned or removed, isn’t kept below it', () => {
  // 8 was removed; 3 was unpinned and stands far below.
  const removed = withFirstPage(both, { data: listOf(9, 7, 6), after: 'after 6' });
  expect([idsOf(removed), removed.after]).toEqual(['c9 c7 c6', 'after 6']);
});

test('the list begins anew where more came than the page holds, and where it is short', () => {
  const anew = withFirstPage(both, { data: listOf(15, 14, 11), after: 'after 11' });
  expect([idsOf(anew), anew.after]).toEqual(['c5 c4 c1', 'after 11']);
  expect(withFirstPage(both, { data: listOf(9, 8), after: null })).toMatchObject({ rows: { length: 2 }, after: null });
});

test('one is replaced, or leaves the list', () => {
  const [changed] = listOf(8);
  expect(withConversation(both, 'c8', { ...changed!, totalNotSeenMessages: 2 }).rows[2]).toMatchObject({
    _id: 'c8',
    totalNotSeenMessages: 2,
  });
  expect(idsOf(withConversation(both, 'c8', null))).toBe('c3 c9 c7 c6');
});
