import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { type Placeholders, compiledOnce } from './compiled.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('a statement is built once, and each execution has its own values, wherever they come in it', async () => {
  let built = 0;
  const twice = compiledOnce(({ word, number }: Placeholders<{ word: string; number: number }>, executor) => {
    built += 1;
    return sql<{ text: string }>`select ${word}::text || ${number}::int || ${word}::text || ${'!'}::text as text`.compile(executor);
  });
  const { database } = app.platform;
  const texts = async (values: readonly { word: string; number: number }[]) =>
    (await Promise.all(values.map((one) => twice(database, one)))).map(([row]) => row?.text);
  expect(
    await texts([
      { word: 'a', number: 1 },
      { word: 'b', number: 2 },
    ]),
  ).toEqual(['a1a!', 'b2b!']);
  const inTransaction = await database.transaction().execute((trx) => twice(trx, { word: "c'; --", number: 3 }));
  expect([inTransaction, built]).toEqual([[{ text: "c'; --3c'; --!" }], 1]);
});
