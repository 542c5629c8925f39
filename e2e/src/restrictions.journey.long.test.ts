import { createConversation, openMessages, writeMessage } from '@stagedoor/server/testing/conversation-fixtures';
import { type Person, createAdmin, createFan, createPerformer } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, logIn, sheetClosed, told, visit } from './browser.ts';

// A message is reported as not consented: hidden at once for both sides, decided, appealed against, and shown again by another admin.

const sheetOf = (page: Page) => page.getByRole('dialog');

let app: TestApp;
let star: Person;
let fan: Person;
let first: Person;
let second: Person;
let conversation: string;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  first = await createAdmin(app);
  second = await createAdmin(app);
  star = await createPerformer(app, { admin: first });
  fan = await createFan(app);
  await openMessages(star);
  conversation = await createConversation(fan, star);
  await writeMessage(star, conversation, 'Good evening.');
  await writeMessage(star, conversation, 'A picture of us from Friday.');
});
afterAll(() => app.close());

test('a message is reported, hidden at once for both sides, decided, appealed against and shown again', { timeout: 180_000 }, async () => {
  const origin = app.platform.config.publicUrl;
  const words = 'A picture of us from Friday.';
  const seat = await visit(origin, { width: 390, height: 844, scheme: 'dark' });
  const stage = await visit(origin);
  await logIn(seat.page, fan.username);
  await logIn(stage.page, star.username);
  for (const { page } of [seat, stage]) {
    await goTo(page, `/messages/${conversation}`);
    await page.getByText(words).filter({ visible: true }).first().waitFor();
  }
  const isGone = ({ page }: typeof seat) => expect.poll(() => page.getByText(words).filter({ visible: true }).count()).toBe(0);

  await seat.page.getByRole('button', { name: 'Message options' }).last().click();
  await seat.page.getByRole('menuitem', { name: 'Report' }).click();
  const sheet = sheetOf(seat.page);
  await sheet.getByText('Shown without consent').click();
  await sheet.getByText('We usually hide it at once', { exact: false }).waitFor();
  await seat.checkAxe('an urgent report');
  await sheet.getByRole('button', { name: 'Send the report' }).click();
  await seat.page.getByText(/Your report number is/).waitFor();
  await sheetClosed(seat.page);
  await isGone(seat);
  await isGone(stage);

  const desk = await visit(origin, { width: 1440, height: 900 });
  await logIn(desk.page, first.email);
  await goTo(desk.page, '/admin/reports');
  await desk.page.getByText('Shown without consent').first().click();
  await desk.page.getByText('Hidden at once').waitFor();
  await desk.checkAxe('a report with its clock');
  await desk.page.getByRole('button', { name: 'Take it down' }).click();
  await sheetOf(desk.page).getByLabel('Reason').fill('She asked you not to send it.');
  await sheetOf(desk.page).getByRole('button', { name: 'Take it down' }).click();
  await told(desk.page, 'Decided.');

  await goTo(stage.page, '/account/decisions');
  await stage.page.getByText('She asked you not to send it.').waitFor();
  expect(await stage.page.locator('main').innerText()).not.toContain(fan.username);
  await stage.checkAxe('decisions about an account');
  await stage.page.getByRole('button', { name: 'Appeal' }).click();
  await sheetOf(stage.page).getByLabel('Why is the decision wrong?').fill('She sent me the picture herself.');
  await sheetOf(stage.page).getByRole('button', { name: 'Send the appeal' }).click();
  await stage.page.getByText('Your appeal is under review').waitFor();

  const other = await visit(origin, { width: 1440, height: 900, scheme: 'dark' });
  await logIn(other.page, second.email);
  await goTo(other.page, '/admin/appeals');
  await other.page.getByText(`Private message from @${star.username}`).first().click();
  await other.page.getByText('She sent me the picture herself.').waitFor();
  await other.checkAxe('an appeal as another admin decides it');
  await other.page.getByRole('button', { name: 'Uphold' }).click();
  await sheetOf(other.page).getByLabel('Reason').fill('So she did.');
  await sheetOf(other.page).getByRole('button', { name: 'Uphold' }).click();
  await told(other.page, 'Decided.');

  await goTo(stage.page, '/account/decisions');
  await stage.page.getByText('Your appeal was upheld').waitFor();
  for (const { page } of [seat, stage]) {
    await goTo(page, `/messages/${conversation}`);
    await page.getByText(words).filter({ visible: true }).first().waitFor();
  }
  await goTo(seat.page, '/account/reports');
  await seat.page.getByText('Rejected').first().waitFor();
  await seat.checkAxe('the reports that an account sent');
  for (const browser of [seat, stage, desk, other]) await browser.close();
});
