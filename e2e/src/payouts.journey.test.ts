import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PASSWORD, type Person, createAdmin, createPerformer } from '@stagedoor/server/testing/factories';
import { ageDetails, earn } from '@stagedoor/server/testing/payout-fixtures';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, sheetClosed, visit } from './browser.ts';
import { checkBothWidths, saveDownload, seatOf } from './seats.ts';

// Money out: a performer asks for a payout, changes it, an admin approves and pays it, the performer sees it paid and verifies its statement.

let app: TestApp;
let admin: Person;
let star: Person;
let folder: string;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
  folder = await mkdtemp(join(tmpdir(), 'stagedoor-statement-'));
  const program = await fetch(`${app.platform.config.publicUrl}/verify-statement.mjs`);
  await writeFile(join(folder, 'verify-statement.mjs'), Buffer.from(await program.arrayBuffer()));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await app.close();
});

/** By the program that the site offers, in a folder without the project. */
const verify = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(folder, 'verify-statement.mjs'), ...args], { cwd: folder });

test('a performer requests a payout, an admin approves and pays it, and its statement verifies', async () => {
  const seat = await seatOf(app, star, { scheme: 'dark' });
  const { page } = seat;
  await goTo(page, '/model/payout-request');
  await page.getByText('No payouts yet').waitFor();
  await checkBothWidths(seat, 'payouts without details');

  // Both methods are on one page.
  await page.getByRole('link', { name: 'Add payout details' }).click();
  await page.getByRole('heading', { name: 'Payout methods' }).waitFor();
  const paypal = page.locator('form', { has: page.getByLabel('Email of your PayPal account') });
  await paypal.getByLabel('Email of your PayPal account').fill('nora@example.org');
  await paypal.getByLabel('Your password').fill(PASSWORD);
  await paypal.getByRole('button', { name: 'Save' }).click();
  await paypal.getByText(/n•+@example\.org/).waitFor();
  await checkBothWidths(seat, 'payout methods');

  await star.client.call('PUT /performers/banking-settings', {
    body: { holderName: 'Nora Quill', bankName: 'First Bank', country: 'GB', iban: 'GB29NWBK60161331926819', currentPassword: PASSWORD },
  });
  await ageDetails(app, star);
  await goTo(page, '/model/payout-request');
  await page.getByText('You can request a payout from $20.00.').waitFor();

  await earn(app, star, 50);
  await goTo(page, '/model/earning');
  await page.getByRole('link', { name: 'Request payout' }).click();
  await page.getByRole('button', { name: 'Request payout' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('textbox', { name: 'Amount' }).fill('55');
  await sheet.getByText('From $20.00 to $40.00').waitFor();
  await expect.poll(() => sheet.getByRole('button', { name: /^Request/ }).isDisabled()).toBe(true);
  await sheet.getByRole('textbox', { name: 'Amount' }).fill('30');
  await sheet.getByRole('radio', { name: /PayPal/ }).check();
  await checkBothWidths(seat, 'the request of a payout');
  await sheet.getByRole('button', { name: 'Request $30.00' }).click();
  await sheetClosed(page);
  await page.getByText('You can request again once this payout is paid.').waitFor();
  await checkBothWidths(seat, 'a pending payout');

  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await sheet.getByRole('button', { name: 'All', exact: true }).click();
  await sheet.getByRole('radio', { name: /Bank account ending 6819/ }).check();
  await sheet.getByRole('button', { name: 'Save' }).click();
  await sheetClosed(page);
  const next = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Next payout' }) });
  await next.getByText('$40.00').waitFor();
  await next.getByText('Bank account ending 6819').waitFor();

  const office = await seatOf(app, admin);
  await goTo(office.page, '/admin/payouts');
  await office.page.getByRole('table').getByText(`@${star.username}`).waitFor();
  await office.page.keyboard.press('ArrowDown');
  const pane = office.page.getByRole('region', { name: /^PO-\d+$/ });
  await pane.getByText('Paid before').waitFor();
  await pane.getByRole('button', { name: 'Show payout details' }).click();
  await pane.getByText('GB29NWBK60161331926819').waitFor();
  await checkBothWidths(office, 'a payout of the queue');
  await office.page.keyboard.press('a');
  const question = office.page.getByRole('dialog');
  await question.getByText('Approve $40.00 for').waitFor();
  await checkBothWidths(office, 'the question before a payout is approved');
  await question.getByRole('button', { name: 'Approve' }).click();
  await pane.getByText('Payout approved', { exact: false }).first().waitFor();
  await next.getByRole('button', { name: 'Change', exact: true }).waitFor({ state: 'detached' });

  await pane.getByRole('button', { name: 'Close' }).click();
  await office.page.getByRole('button', { name: 'New batch' }).click();
  await office.page.getByRole('dialog').getByRole('button', { name: 'Bank' }).click();
  const batch = office.page.getByRole('region', { name: /^PB-\d+$/ });
  await batch.getByText('$40.00').first().waitFor();
  await admin.client.call('PUT /admin/settings', {
    body: { values: { payoutPayerName: 'Stagedoor GmbH', payoutPayerIban: 'DE89370400440532013000' } },
  });
  const file = await saveDownload(office.page, folder, () => batch.getByRole('button', { name: 'Download bank file' }).click());
  expect(await readFile(file, 'utf8')).toContain('<IBAN>GB29NWBK60161331926819</IBAN>');
  await checkBothWidths(office, 'a batch');
  await batch.getByRole('button', { name: 'Mark all as paid' }).click();
  await question.getByRole('textbox', { name: /^Payment reference/ }).fill('SEPA-1');
  await office.page.getByRole('dialog').getByRole('button', { name: 'Mark all as paid' }).click();
  await batch.getByText('Paid', { exact: true }).waitFor();
  await office.close();

  await page.getByRole('heading', { name: 'Statement', exact: true }).waitFor();
  await page.getByText('Not requested').waitFor();
  await checkBothWidths(seat, 'a paid payout');
  const statement = await saveDownload(page, folder, () => page.getByRole('link', { name: 'Download statement' }).click());
  const { publicKey } = await app.client().call('GET /payout-statements/key');
  const { stdout } = await verify(statement, publicKey);
  expect(stdout).toContain('The statement is right.');
  expect(stdout).toContain('at 20.00 %  gross 50.00, commission 10.00, net 40.00 (1 lines)');
  const content = await readFile(statement, 'utf8');
  const forged = join(folder, 'forged.json');
  await writeFile(forged, content.replace('"gross":"50.00"', '"gross":"51.00"'));
  await expect(verify(forged)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('NOT right') as string });

  const pdf = await saveDownload(page, folder, () => page.getByRole('link', { name: 'PDF', exact: true }).click());
  expect((await readFile(pdf)).subarray(0, 5).toString()).toBe('%PDF-');

  // Anybody, without an account: in the browser, by the same rules.
  const anybody = await visit(app.platform.config.publicUrl, { width: 1440, height: 900, scheme: 'light' });
  await goTo(anybody.page, '/statements/verify');
  const picker = anybody.page.locator('input[type="file"]');
  await picker.and(anybody.page.locator(':enabled')).waitFor();
  await picker.setInputFiles(statement);
  await anybody.page.getByRole('heading', { name: 'This statement is correct' }).waitFor();
  await anybody.page.getByText('$40.00').first().waitFor();
  await checkBothWidths(anybody, 'a statement that is right');
  await picker.setInputFiles(forged);
  await anybody.page.getByRole('heading', { name: 'This statement isn’t correct' }).waitFor();
  await checkBothWidths(anybody, 'a statement that was changed');
  await anybody.close();

  await page.getByRole('table').getByRole('button').first().click();
  await sheet.getByText('SEPA-1').waitFor();
  await seat.checkAxe('one payout');
  await seat.close();
});
