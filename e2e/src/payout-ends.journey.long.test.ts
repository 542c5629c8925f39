import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { closeDays } from '@stagedoor/server/ledger/index';
import { issueMonthlyStatements } from '@stagedoor/server/modules/payouts/monthly-statements';
import { PASSWORD, type Person, createAdmin, createPerformer } from '@stagedoor/server/testing/factories';
import { ageDetails, createPayee, earn } from '@stagedoor/server/testing/payout-fixtures';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Visit, goTo, sheetClosed } from './browser.ts';
import { checkBothWidths, saveDownload, seatOf } from './seats.ts';

// How payouts end other than paid at once: changed, cancelled, rejected, dissolved in their batch, returned by the bank; what is paid by PayPal; and
// the statement of a month.

const IBAN = 'GB29NWBK60161331926819';

let app: TestApp;
let admin: Person;
let folder: string;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  admin = await createAdmin(app);
  folder = await mkdtemp(join(tmpdir(), 'stagedoor-payouts-'));
  await admin.client.call('PUT /admin/settings', {
    body: { values: { payoutPayerName: 'Stagedoor GmbH', payoutPayerIban: 'DE89370400440532013000' } },
  });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await app.close();
});

/** The performer's payouts, oldest first. */
const payoutsOf = ({ id }: Person) =>
  app.platform.database
    .selectFrom('payout_requests')
    .select(['id', 'state', 'amount', 'method', 'reason', 'batch_id', 'payment_reference'])
    .where('performer_id', '=', id)
    .orderBy('created_at')
    .execute();
const lastOf = async (person: Person) => (await payoutsOf(person)).at(-1)!;
/** What is available and on its way, in hundredths. */
const sumsOf = async ({ id }: Person): Promise<{ available: bigint; transit: bigint }> => {
  const { rows } = await sql<{ kind: string; sum: bigint }>`
    select a.kind, sum(e.amount)::bigint as sum from ledger.accounts a join ledger.entries e on e.account_id = a.id
    where a.owner_id = ${id}::uuid group by a.kind`.execute(app.platform.database);
  const of = (kind: string) => rows.find((row) => row.kind === kind)?.sum ?? 0n;
  return { available: of('earningsAvailable'), transit: of('payoutTransit') };
};
const batches = () => app.platform.database.selectFrom('payout_batches').select(['id', 'state', 'number']).orderBy('number').execute();
const mailsSaying = async ({ email }: Person, words: string): Promise<number> => {
  await app.settle();
  return (await app.mailsTo(email)).filter((mail) => mail.replaceAll(/=\r?\n/g, '').includes(words)).length;
};

/** Asks for everything by the sheet of the page. */
const request = async (page: Page, amount?: string): Promise<void> => {
  await page.getByRole('button', { name: 'Request payout' }).click();
  const sheet = page.getByRole('dialog');
  if (amount) await sheet.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await sheet.getByRole('button', { name: /^Request / }).click();
  await sheetClosed(page);
};
/** The payout's pane in the admin's queue. */
const openPayout = async (page: Page, id: string) => {
  await goTo(page, `/admin/payouts?id=${id}`);
  const pane = page.getByRole('region', { name: /^PO-\d+$/ });
  await pane.getByText('Paid before').waitFor();
  return pane;
};
const approve = async (page: Page, person: Person): Promise<void> => {
  const { id } = await lastOf(person);
  await (await openPayout(page, id)).getByRole('button', { name: /^Approve/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await sheetClosed(page);
  await expect.poll(async () => (await lastOf(person)).state).toBe('approved');
};
/** Gathers everything approved of a method. */
const gather = async (page: Page, method: 'Bank' | 'PayPal') => {
  const before = (await batches()).length;
  await goTo(page, '/admin/payouts');
  await page.getByRole('button', { name: 'New batch' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${method} · \\d+ payout`) })
    .click();
  const pane = page.getByRole('region', { name: /^PB-\d+$/ });
  await pane.getByText('Open', { exact: true }).waitFor();
  const made = await batches();
  expect(made).toHaveLength(before + 1);
  return { pane, batch: made.at(-1)! };
};
/** What a payout's row of the history says when it is opened. */
const expectReason = async (seat: Visit, state: string, reason: string): Promise<void> => {
  const { page } = seat;
  await page
    .getByRole('table')
    .getByRole('row', { name: new RegExp(state) })
    .getByRole('button')
    .first()
    .click();
  await page.getByRole('dialog').getByText(reason).waitFor();
  await seat.checkAxe(`a payout that is ${state.toLowerCase()}`);
  await page.keyboard.press('Escape');
  await sheetClosed(page);
};
const expectNotice = async ({ page }: Visit, person: Person, words: string): Promise<void> => {
  await expect.poll(() => mailsSaying(person, words)).toBe(1);
  await goTo(page, '/notification');
  await page.getByText(words, { exact: false }).first().waitFor();
  await goTo(page, '/model/payout-request');
};

test('a payout by bank is changed and cancelled, rejected, batched twice, paid, and returned by the bank', async () => {
  const star = await createPerformer(app, { admin });
  await star.client.call('PUT /performers/banking-settings', {
    body: { holderName: 'Nora Quill', bankName: 'First Bank', country: 'GB', iban: IBAN, currentPassword: PASSWORD },
  });
  await ageDetails(app, star);
  await earn(app, star, 50);
  const seat = await seatOf(app, star, { scheme: 'dark' });
  const { page } = seat;
  const sheet = page.getByRole('dialog');
  const next = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Next payout' }) });

  // Changed, and taken back.
  await goTo(page, '/model/payout-request');
  await request(page, '25');
  await next.getByText('$25.00').waitFor();
  expect(await lastOf(star)).toMatchObject({ state: 'pending', amount: 2500n, method: 'banking' });
  expect(await sumsOf(star)).toEqual({ available: 1500n, transit: 2500n });
  await next.getByRole('button', { name: 'Change', exact: true }).click();
  await sheet.getByRole('textbox', { name: 'Amount' }).fill('30,50');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await sheetClosed(page);
  await next.getByText('$30.50').waitFor();
  expect(await sumsOf(star)).toEqual({ available: 950n, transit: 3050n });
  await next.getByRole('button', { name: 'Cancel request' }).click();
  await sheet.getByText('$30.50 will be available again.', { exact: false }).waitFor();
  await seat.checkAxe('cancelling a payout');
  await sheet.getByRole('button', { name: 'Cancel request' }).click();
  await sheetClosed(page);
  await next.getByText('Not requested').waitFor();
  expect((await payoutsOf(star)).map(({ state }) => state)).toEqual(['cancelled']);
  expect(await sumsOf(star)).toEqual({ available: 4000n, transit: 0n });

  // Rejected, with a reason.
  await request(page);
  await next.getByText('$40.00').waitFor();
  const office = await seatOf(app, admin);
  const desk = office.page;
  const waiting = await openPayout(desk, (await lastOf(star)).id);
  await waiting.getByRole('button', { name: /^Reject/ }).click();
  const question = desk.getByRole('dialog');
  await question.getByText(/^\$40\.00 goes back to what .* can withdraw\./).waitFor();
  await question.getByRole('button', { name: 'Reject' }).click();
  await question.getByRole('alert').first().waitFor();
  const REJECTED = 'The account belongs to somebody else.';
  await question.getByLabel('Reason for rejecting').fill(REJECTED);
  await checkBothWidths(office, 'rejecting a payout');
  await question.getByRole('button', { name: 'Reject' }).click();
  await expect.poll(() => lastOf(star)).toMatchObject({ state: 'rejected', reason: REJECTED });
  expect(await sumsOf(star)).toEqual({ available: 4000n, transit: 0n });
  await next.getByText('Not requested').waitFor();
  await expectNotice(seat, star, `Your payout of $40.00 was rejected: ${REJECTED}`);
  await expectReason(seat, 'Rejected', REJECTED);

  // Approved, into a batch, which is dissolved and made again.
  await request(page);
  await next.getByText('$40.00').waitFor();
  await approve(desk, star);
  await next.getByRole('button', { name: 'Change', exact: true }).waitFor({ state: 'detached' });
  const first = await gather(desk, 'Bank');
  const file = await readFile(
    await saveDownload(desk, folder, () => first.pane.getByRole('button', { name: 'Download bank file' }).click()),
    'utf8',
  );
  expect(file).toContain(`<MsgId>PB-${first.batch.number}</MsgId>`);
  expect(file).toContain(`<IBAN>${IBAN}</IBAN>`);
  expect(file).toContain('<InstdAmt Ccy="USD">40.00</InstdAmt>');
  await first.pane.getByRole('button', { name: 'Dissolve' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Dissolve' }).click();
  await first.pane.getByText('Dissolved', { exact: true }).waitFor();
  await first.pane.getByRole('button', { name: 'Download bank file' }).waitFor({ state: 'detached' });
  expect(await batches()).toMatchObject([{ state: 'cancelled' }]);
  expect(await lastOf(star)).toMatchObject({ state: 'approved', batch_id: null });
  const second = await gather(desk, 'Bank');
  expect(await lastOf(star)).toMatchObject({ state: 'approved', batch_id: second.batch.id });
  const again = await readFile(
    await saveDownload(desk, folder, () => second.pane.getByRole('button', { name: 'Download bank file' }).click()),
    'utf8',
  );
  expect(again).toContain(`<MsgId>PB-${second.batch.number}</MsgId>`);
  expect(second.batch.number).not.toBe(first.batch.number);
  await second.pane.getByRole('button', { name: 'Mark all as paid' }).click();
  await question.getByRole('textbox', { name: /^Payment reference/ }).fill('SEPA-2');
  await desk.getByRole('dialog').getByRole('button', { name: 'Mark all as paid' }).click();
  await second.pane.getByText('Paid', { exact: true }).waitFor();
  expect(await lastOf(star)).toMatchObject({ state: 'paid', payment_reference: 'SEPA-2' });
  expect(await sumsOf(star)).toEqual({ available: 0n, transit: 0n });
  await page.getByRole('heading', { name: 'Statement', exact: true }).waitFor();

  // The bank returns it.
  const paid = await openPayout(desk, (await lastOf(star)).id);
  await paid.getByRole('button', { name: 'Mark as returned' }).click();
  const RETURNED = 'The account is closed.';
  await question.getByLabel('Reason for the return').fill(RETURNED);
  await office.checkAxe('a payout that comes back');
  await question.getByRole('button', { name: 'Mark as returned' }).click();
  await paid.getByText('Returned', { exact: true }).first().waitFor();
  expect(await lastOf(star)).toMatchObject({ state: 'returned', reason: RETURNED });
  expect(await sumsOf(star)).toEqual({ available: 4000n, transit: 0n });
  const available = page.locator('section').filter({ hasText: 'Available now' });
  await available.getByText('$40.00').waitFor();
  await expectNotice(seat, star, `Your payout of $40.00 was returned: ${RETURNED}`);
  await expectReason(seat, 'Returned', RETURNED);
  await checkBothWidths(seat, 'payouts of all ends');
  await office.close();
  await seat.close();
});

test('payouts by PayPal are paid in a batch, whose file has a line each', async () => {
  const payees = [await createPayee(app, admin), await createPayee(app, admin)];
  const seat = await seatOf(app, payees[0]!, { width: 390, height: 844, scheme: 'dark' });
  await goTo(seat.page, '/model/payout-request');
  await request(seat.page, '22');
  await payees[1]!.client.call('POST /payout-requests', { body: { method: 'paypal' } });
  const office = await seatOf(app, admin);
  const desk = office.page;
  for (const payee of payees) await approve(desk, payee);
  const { pane, batch } = await gather(desk, 'PayPal');
  await pane.getByText('$46.00').first().waitFor();
  const path = await saveDownload(desk, folder, () => pane.getByRole('button', { name: 'Download PayPal file' }).click());
  expect(path).toMatch(new RegExp(`PB-${batch.number}\\.csv$`));
  const lines = (await readFile(path, 'utf8')).split('\r\n');
  expect(lines).toEqual([
    expect.stringMatching(/^"payee@example\.org",22\.00,USD,PO-\d+,"PO-\d+ .+",PAYPAL$/),
    expect.stringMatching(/^"payee@example\.org",24\.00,USD,PO-\d+,"PO-\d+ .+",PAYPAL$/),
    '',
  ]);
  await pane.getByRole('button', { name: 'Mark all as paid' }).click();
  await desk
    .getByRole('dialog')
    .getByRole('textbox', { name: /^Payment reference/ })
    .fill('MP-77');
  await desk.getByRole('dialog').getByRole('button', { name: 'Mark all as paid' }).click();
  await pane.getByText('Paid', { exact: true }).waitFor();
  await office.checkAxe('a batch that is paid');
  for (const payee of payees) expect(await lastOf(payee)).toMatchObject({ state: 'paid', batch_id: batch.id, payment_reference: 'MP-77' });
  expect(await sumsOf(payees[0]!)).toEqual({ available: 200n, transit: 0n });
  await seat.page.getByRole('heading', { name: 'Statement', exact: true }).waitFor();
  await office.close();
  await seat.close();
});

test('a month’s statement is made by the job, downloaded as signed file and PDF, and verifies', async () => {
  const program = join(folder, 'verify-statement.mjs');
  await writeFile(program, Buffer.from(await (await fetch(`${app.platform.config.publicUrl}/verify-statement.mjs`)).arrayBuffer()));
  const now = app.clock.now();
  const at = (month: number, day: number): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month, day, 12));
  app.clock.set(at(1, 10));
  const star = await createPerformer(app, { admin });
  await earn(app, star, 30);
  app.clock.set(at(2, 2));
  const seat = await seatOf(app, star);
  const { page } = seat;
  // Another test's open transaction, in the same cluster, puts the closing off.
  await expect.poll(() => closeDays(app.platform)).toBe(true);
  await goTo(page, '/model/payout-request');
  const name = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(at(1, 10));
  await page.getByRole('button', { name: `Create the statement for ${name}` }).waitFor();
  await issueMonthlyStatements(app.platform);
  await goTo(page, '/model/payout-request');
  const path = await saveDownload(page, folder, () => page.getByRole('link', { name: `${name}, the signed file` }).click());
  expect(path).toMatch(new RegExp(`statement-${at(1, 10).toISOString().slice(0, 7)}\\.json$`));
  const { publicKey } = await app.client().call('GET /payout-statements/key');
  const { stdout } = await promisify(execFile)(process.execPath, [program, path, publicKey], { cwd: folder });
  expect(stdout).toContain('The statement is right.');
  expect(stdout).toContain('at 20.00 %  gross 30.00, commission 6.00, net 24.00 (1 lines)');
  const { sha256 } = await app.platform.database
    .selectFrom('monthly_statements')
    .select('sha256')
    .where('performer_id', '=', star.id)
    .executeTakeFirstOrThrow();
  expect(stdout).toContain(sha256);
  const pdf = await readFile(await saveDownload(page, folder, () => page.getByRole('link', { name: `${name} as a PDF` }).click()));
  expect([pdf.subarray(0, 5).toString(), pdf.subarray(-6).toString().trim()]).toEqual(['%PDF-', '%%EOF']);
  await checkBothWidths(seat, 'statements of months');
  await seat.close();
});
