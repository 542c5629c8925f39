import { expect, test } from 'vitest';
import { readShown, shownAfter } from './read-shown.ts';

const rowOf = (number: number) => ({ _id: String(number).padStart(5, '0') });
const idsOf = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => rowOf(from + index)._id);

/** A server that holds the numbers from 1 on. @param before called before each page */
const createServer = (count: number, before: (page: number, rows: { _id: string }[]) => void = () => undefined) => {
  const rows = idsOf(1, count).map((_id) => ({ _id }));
  const pages: { limit: number; offset: number }[] = [];
  return {
    pages,
    async read(page: { limit: number; offset: number }) {
      pages.push(page);
      before(pages.length, rows);
      return { data: rows.toReversed().slice(page.offset, page.offset + page.limit), total: rows.length };
    },
  };
};

test('the first page is read as it is', async () => {
  const { read, pages } = createServer(60);
  const { rows, hasOlder } = await readShown(read, [], 25);
  expect([rows.map(({ _id }) => _id).toReversed(), hasOlder, pages]).toEqual([idsOf(36, 60), true, [{ limit: 25, offset: 0 }]]);
  expect(await readShown(createServer(25).read, [], 25)).toMatchObject({ hasOlder: false });
  expect(await readShown(createServer(0).read, [], 25)).toEqual({ rows: [], hasOlder: false });
});

test('all that is shown is read again, however much was missed', async () => {
  const { read, pages } = createServer(400);
  const { rows, hasOlder } = await readShown(read, idsOf(71, 120), 25);
  expect([rows.map(({ _id }) => _id).toReversed(), hasOlder]).toEqual([idsOf(71, 400), true]);
  expect(pages.map(({ offset }) => offset)).toEqual([0, 74, 148, 222, 296]);
});

test('one request is enough where little was missed; what is older stays out', async () => {
  const { read, pages } = createServer(40);
  const { rows, hasOlder } = await readShown(read, idsOf(8, 32), 25);
  expect([rows.map(({ _id }) => _id).toReversed(), hasOlder, pages.length]).toEqual([idsOf(8, 40), true, 1]);
});

test('what was removed is gone, and rows that move meanwhile are not skipped', async () => {
  const { read } = createServer(400, (page, rows) => {
    if (page === 2) rows.splice(rows.length - 40, 30);
  });
  const { rows } = await readShown(read, idsOf(100, 120), 25);
  expect(rows.map(({ _id }) => _id).toReversed()).toEqual([...idsOf(100, 360), ...idsOf(391, 400)]);
});

test('of a very long one the newest are shown, without a gap', async () => {
  const { read, pages } = createServer(5000);
  const { rows, hasOlder } = await readShown(read, idsOf(1, 200), 25);
  expect([rows.map(({ _id }) => _id).toReversed(), hasOlder, pages.length]).toEqual([idsOf(4010, 5000), true, 10]);
});

test('what was added while it was read stays, and what the server has no more goes', () => {
  const known = [1, 2, 3, 6].map(rowOf);
  const before = new Set(idsOf(1, 3));
  expect(shownAfter(known, [5, 3, 1].map(rowOf), before).map(({ _id }) => Number(_id))).toEqual([1, 3, 5, 6]);
});
