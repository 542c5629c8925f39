import { expect, test } from 'vitest';
import { anId, filterOf, filterTexts, MADE_IN, oneOf, onlyTrue, words } from './filters.ts';

const READS = { q: words, state: oneOf(['open', 'closed']), isReady: onlyTrue, accountId: anId, ...MADE_IN };
const read = (query: string) => filterOf(READS, new URLSearchParams(query));

test('takes what an address sets, and leaves out what the list doesn’t know', () => {
  expect(read('q=%20wren%20&state=open&isReady=true&foreign=1&offset=25')).toEqual({ q: 'wren', state: 'open', isReady: true });
  expect(read('q=%20&state=odd&isReady=yes&accountId=1&from=yesterday')).toEqual({});
});

test('sends days as instants, and the end as the start of the day after', () => {
  const { from, until } = read('from=2026-03-01&until=2026-03-31');
  expect(from).toBe(new Date('2026-03-01T00:00:00').toISOString());
  expect(until).toBe(new Date('2026-04-01T00:00:00').toISOString());
});

test('writes filters as texts', () => {
  expect(filterTexts({ q: 'wren', isReady: true, state: undefined })).toEqual({ q: 'wren', isReady: 'true' });
});
