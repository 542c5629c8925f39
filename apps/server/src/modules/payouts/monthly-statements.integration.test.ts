import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDays, findChainHead, sealTransactions } from '../../ledger/index.ts';
import { type Person, createAdmin, createPerformer } from '../../testing/factories.ts';
import { createPayout, earn } from '../../testing/payout-fixtures.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { issueMonthlyStatements } from './monthly-statements.ts';
import { verifyStatementFile } from './sign-statement.ts';

/** Another test's open transaction, in the same cluster, puts the closing off. */
const SOON = { timeout: 10_000 };

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
});
afterAll(() => app.close());

const toMonth = (name: string, day: number): void =>
  app.clock.advance(Date.parse(`${name}-${String(day).padStart(2, '0')}T12:00:00Z`) - app.clock.now().getTime());
/** The names of the months from the present one on. */
const monthsAhead = (count: number): string[] => {
  const now = app.clock.now();
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + index + 1, 1)).toISOString().slice(0, 7),
  );
};
const monthsOf = async (star: Person) => (await star.client.call('GET /earning-statements/months')).months;
const fetchFile = (star: Person, path: string) => fetch(`${app.url}/api${path}`, { headers: { authorization: star.client.token ?? '' } });

test('a month’s statement is made once it is closed, by the job or on request, once; it verifies, and the next begins where it ends', async () => {
  const star = await createPerformer(app, { admin });
  const { publicKey } = await star.client.call('GET /payout-statements/key');
  const [first, second, third] = monthsAhead(3) as [string, string, string];
  toMonth(first, 10);
  await earn(app, star, 30);
  expect(await monthsOf(star)).toEqual([]);
  const make = (month: string) => star.client.send('POST /earning-statements', { body: { month } });
  expect((await make(first)).error.error).toBe('STATEMENT_NOT_READY');
  toMonth(second, 2);
  await expect.poll(() => closeDays(app.platform), SOON).toBe(true);
  const lastSeal = async () => {
    await sealTransactions(app.platform);
    return Number((await findChainHead(app.platform.database))?.position ?? 0);
  };
  await expect.poll(lastSeal, SOON).toBeGreaterThan(0);
  expect(await monthsOf(star)).toEqual([{ month: first, statementHash: null, createdAt: null }]);
  expect(await Promise.all([issueMonthlyStatements(app.platform), issueMonthlyStatements(app.platform)])).toContain(1);
  expect(await issueMonthlyStatements(app.platform)).toBe(0);
  const made = (await monthsOf(star))[0]!;
  const file = Buffer.from(await (await fetchFile(star, `/earning-statements/${first}`)).arrayBuffer());
  const verified = verifyStatementFile(file, publicKey);
  expect(verified.sha256).toBe(made.statementHash);
  expect(verified.statement).toMatchObject({
    month: first,
    performer: { id: star.id },
    opening: '0.00',
    sales: { gross: '30.00', commission: '6.00', net: '24.00', count: 1 },
    closing: '24.00',
  });
  expect(verified.statement.paid).toBeUndefined();
  // It names the ledger's seal, and anybody can ask whether the ledger has it.
  const { position, hash } = verified.statement.seal!;
  const seal = await app.client().call('GET /payout-statements/seals/{position}', { params: { position } });
  expect(seal).toMatchObject({ position, hash });
  const { rows } = await sql<{ hash: string }>`select encode(hash, 'hex') as hash from ledger.seals where position = ${position}`.execute(
    app.platform.database,
  );
  expect(rows).toEqual([{ hash }]);
  for (const wrong of [position + 1000, 0, -1, 1.5, 'x'])
    expect(
      (await app.client().raw('GET /payout-statements/seals/{position}', { params: { position: wrong } as never })).status,
    ).toBeGreaterThan(403);
  // Made already: the same one.
  expect((await make(first)).data).toEqual(made);

  await earn(app, star, 10);
  toMonth(third, 1);
  await expect.poll(() => closeDays(app.platform), SOON).toBe(true);
  const both = await Promise.all([make(second), make(second)]);
  expect(both.map(({ status }) => status)).toEqual([201, 201]);
  const next = verifyStatementFile(Buffer.from(await (await fetchFile(star, `/earning-statements/${second}`)).arrayBuffer()), publicKey);
  expect(next.statement).toMatchObject({ opening: '24.00', closing: '32.00', sales: { count: 1 } });

  for (const month of ['2019-01', third, '2099-12']) expect((await make(month)).error.error).toBe('STATEMENT_NOT_READY');
  const stranger = await createPerformer(app, { admin });
  expect((await fetchFile(stranger, `/earning-statements/${first}`)).status).toBe(404);
  expect((await fetchFile(star, '/earning-statements/2026-13')).status).toBe(422);
});

test('statements are PDFs too, in either language, for their performer alone', async () => {
  const id = await createPayout(app, admin, 'paid');
  const star = await createPerformer(app, { admin });
  await earn(app, star, 30);
  const month = app.clock.now().toISOString().slice(0, 7);
  toMonth(monthsAhead(1)[0]!, 2);
  await expect.poll(() => closeDays(app.platform), SOON).toBe(true);
  await star.client.call('POST /earning-statements', { body: { month } });
  for (const locale of ['en', 'es']) {
    const answer = await fetchFile(star, `/earning-statements/${month}/pdf?locale=${locale}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="statement-${month}.pdf"`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.subarray(-6).toString().trim()).toBe('%%EOF');
  }
  expect((await fetchFile(star, `/payout-requests/${id}/statement/pdf`)).status).toBe(404);
});
