import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LEDGER_INVARIANTS } from '@stagedoor/contract/admin';
import { verifyLedger } from '@stagedoor/server/ledger/verify';
import { type Person, createAdmin, PASSWORD, picture, unique } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Visit, type VisitOptions, goTo, logIn, sheetClosed, visit, told, withTimersStopped } from './browser.ts';

// The main workflow from three views: a performer applies, is approved and publishes; a fan registers, tops up,
// subscribes, unlocks and tips; the performer sees it at once and line by line; the ledger verifies.

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  admin = await createAdmin(app);
});
afterAll(() => app.close());

const open = (options?: VisitOptions): Promise<Visit> => visit(app.platform.config.publicUrl, options);

const file = async (name: string, hue: number): Promise<string> => {
  const path = join(app.dataDirectory, name);
  await writeFile(path, Buffer.from(await (await picture({ width: 900, height: 700, hue })).arrayBuffer()));
  return path;
};

/** The path of the link in the newest mail to an address. */
const linkInMail = async (address: string): Promise<string> => {
  await app.settle();
  const mail = (await app.mailsTo(address)).at(-1) ?? '';
  const text = mail.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
  const link = /https?:\/\/[^/\s]+(\/auth\/[^\s"<]+)/.exec(text)?.[1];
  if (!link) throw new Error(`no link in the mail to ${address}`);
  return link;
};

const publish = async (
  page: Page,
  post: {
    text: string;
    files?: string[];
    video?: string;
    audience: 'Everyone' | 'Subscribers' | 'Buyers only';
    price?: string;
    title?: string;
  },
): Promise<void> => {
  await goTo(page, '/model/feeds/new');
  await page.getByLabel('What do you want to say?').fill(post.text);
  if (post.files) {
    await page.getByLabel('Add photos').setInputFiles(post.files);
    await expect.poll(() => page.getByRole('button', { name: 'Remove' }).count()).toBe(post.files.length);
  }
  if (post.video) await page.getByLabel('Add a video').setInputFiles(post.video);
  await page.locator('#content').getByText(post.audience, { exact: true }).click();
  if (post.price) await page.getByLabel('Price in tokens').fill(post.price);
  if (post.title) await page.getByRole('textbox', { name: /^Title/ }).fill(post.title);
  const button = page.getByRole('button', { name: 'Publish' });
  await expect.poll(() => button.isEnabled()).toBe(true);
  await button.click();
  await page.waitForURL('**/model/feeds');
};

/** Buys tokens in the sheet that asks for them; the gateway leads back to where it was opened. */
const topUp = async (page: Page, tokens: string): Promise<void> => {
  await page
    .getByRole('dialog')
    .getByLabel(/Another amount/)
    .fill(tokens);
  await page.getByRole('button', { name: new RegExp(`^Buy ${tokens} tokens`) }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('dialog').waitFor();
};

test('from an application to a paid post and a tip, seen at once', async () => {
  const username = unique('ines');
  const fanName = unique('alex');

  // The performer applies.
  const performer = await open();
  const stage = performer.page;
  await goTo(stage, '/auth/register/performer');
  await performer.checkAxe('the application form');
  await stage.getByLabel('Stage name').fill('Ines Valdemar');
  // What can't be sent is said where it is typed or chosen, not after the whole form.
  await stage.getByLabel('Username').fill(admin.username);
  await stage.getByLabel('Email').fill(`${username}@example.org`);
  await stage.getByText('This Username or email ID has been already taken.').waitFor();
  await stage.getByLabel('Username').fill(username);
  await stage.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await stage.getByText('This username is available.').waitFor();
  // Left half-filled: what was typed is there again, but for the password and the birthday.
  await goTo(stage, '/auth/register/performer');
  await stage.getByText('We restored your unsaved changes.').waitFor();
  await expect.poll(() => stage.getByLabel('Username').inputValue()).toBe(username);
  await expect.poll(() => stage.getByLabel('Password', { exact: true }).inputValue()).toBe('');
  await stage.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await stage.getByLabel('First name').fill('Ines');
  await stage.getByLabel('Last name').fill('Valdemar');
  await stage.getByLabel('Date of birth').fill('1994-04-12');
  await stage.getByLabel('Gender').selectOption('female');
  await stage.getByLabel('Country').selectOption('PT');
  const documents = stage.locator('input[type=file]');
  await documents.nth(0).setInputFiles({ name: 'id.txt', mimeType: 'text/plain', buffer: Buffer.from('me') });
  await stage.getByText('Choose a file of one of these types: JPEG, PNG, WEBP, PDF.').waitFor();
  await documents.nth(0).setInputFiles({ name: 'id.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
  await stage.getByText('This picture can’t be opened. Choose another.').waitFor();
  await documents.nth(0).setInputFiles(await file('id.jpg', 10));
  await documents.nth(1).setInputFiles(await file('selfie.jpg', 200));
  await stage.getByRole('button', { name: 'Send application' }).click();
  await stage.waitForURL('**/auth/login');
  await stage.reload();
  await stage.getByText('We review your documents next.').waitFor();
  await stage.goto(await linkInMail(`${username}@example.org`));
  await stage.waitForURL('**/auth/email-verified-success');
  await logIn(stage, username);
  await stage.goto('/model/feeds');
  await stage.waitForURL(`**/model/${username}`);
  await stage.goto('/model/account');
  await stage.getByText('Your documents are under review').waitFor();
  await performer.checkAxe('the account of a lite performer');
  // The log-in, the data and the deletion of a pending account are its own too.
  await stage.goto('/account');
  await stage.getByRole('heading', { name: 'Your data' }).waitFor();
  await stage.goto('/model/account');
  await stage.getByRole('link', { name: 'Choose your monthly price, or free' }).click();
  await stage.waitForURL('**/model/account?tab=prices');
  await stage.getByText('Under review', { exact: true }).waitFor();

  // The admin reviews the documents and approves.
  const office = await open();
  await logIn(office.page, admin.username);
  await goTo(office.page, '/admin/applications');
  await office.page.getByRole('button', { name: /Ines Valdemar/ }).click();
  await office.page.getByRole('button', { name: 'Show: Identity card' }).click();
  await office.page.getByRole('img', { name: 'Identity card' }).waitFor();
  // Not before both documents were opened.
  const approve = office.page.getByRole('button', { name: 'Approve A' });
  await office.page.getByText('Open both documents before you approve.').waitFor();
  await expect.poll(() => approve.isDisabled()).toBe(true);
  await office.page.getByRole('button', { name: /^Show: / }).click();
  await office.checkAxe('the review of an application');
  // Undone, nothing was sent; decided again, it is sent when the page is left.
  await withTimersStopped(office.page, async () => {
    await approve.click();
    await office.page.getByRole('button', { name: 'Undo' }).click();
    await approve.click();
    await office.page.getByText('Sent in 10 seconds.').waitFor();
    await expect.poll(() => app.platform.database.selectFrom('performers').select('state').execute()).toEqual([{ state: 'pending' }]);
  });
  await office.page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click();
  await told(office.page, 'Ines Valdemar is approved.');
  // The performer's page sees it without a reload.
  await stage.getByText('You’re approved. Your studio is open.').waitFor();
  await stage.getByRole('navigation').getByRole('link', { name: 'Posts' }).waitFor();
  const looked = await app.platform.database.selectFrom('audit_log').select('action').orderBy('id').execute();
  expect(looked.map(({ action }) => action)).toEqual(expect.arrayContaining(['documents.viewed', 'applications.approved']));

  // The performer sets up the profile and publishes.
  await goTo(stage, '/model/account');
  const inputs = stage.locator('input[type=file]');
  await inputs.nth(0).setInputFiles(await file('avatar.jpg', 300));
  // The visible part is chosen by keyboard: enlarged, and moved.
  const crop = stage.getByRole('dialog', { name: 'Profile picture' });
  await crop.getByRole('slider', { name: 'Zoom' }).fill('2');
  await crop.getByLabel('Visible part').press('ArrowRight');
  await performer.checkAxe('the sheet of a profile picture');
  await crop.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => stage.getByRole('img', { name: 'Ines Valdemar' }).first().getAttribute('src')).toContain('/files/avatar/');
  await inputs.nth(1).setInputFiles(await file('cover.jpg', 340));
  await stage.getByRole('dialog', { name: 'Cover' }).getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => stage.locator('img[src*="/files/cover/"]').count()).toBeGreaterThan(0);
  const cropped = await app.platform.database
    .selectFrom('files')
    .select(['purpose', 'width', 'height'])
    .where('purpose', 'in', ['avatar', 'cover'])
    .orderBy('purpose')
    .execute();
  // Of 900 by 700 pixels: half of the height, and the whole width.
  expect(cropped).toEqual([
    { purpose: 'avatar', width: 350, height: 350 },
    { purpose: 'cover', width: 900, height: 281 },
  ]);
  await goTo(stage, '/model/account?tab=prices');
  await stage.getByLabel('A month, in tokens').fill('9');
  await stage.getByRole('button', { name: 'Save' }).first().click();
  await told(stage, 'Saved.');
  await publish(stage, { text: 'Bach before coffee.', files: [await file('free.jpg', 30)], audience: 'Everyone' });
  await publish(stage, {
    text: 'Open rehearsal.',
    files: [await file('seat.jpg', 90), await file('seat2.jpg', 120)],
    audience: 'Subscribers',
  });
  await publish(stage, {
    text: 'The slow bow, all of it.',
    files: [await file('priced.jpg', 150)],
    audience: 'Buyers only',
    price: '6.50',
    title: 'Slow bow',
  });
  const clip = join(app.dataDirectory, 'clip.mp4');
  execFileSync(process.env['FFMPEG_PATH'] ?? 'ffmpeg', [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'testsrc2=size=640x360:rate=15:duration=2',
    '-pix_fmt',
    'yuv420p',
    clip,
  ]);
  await publish(stage, { text: 'Two seconds of it.', video: clip, audience: 'Everyone' });
  await expect.poll(() => stage.getByText('Published', { exact: true }).count(), { timeout: 60_000 }).toBe(4);
  await performer.checkAxe('the list of posts');
  await stage.goto('/model/dashboard');
  await stage.getByText('Tips and sales appear here').waitFor();

  // The fan registers and verifies the address.
  const fan = await open({ width: 390, height: 844, scheme: 'dark' });
  const seat = fan.page;
  await goTo(seat, '/auth/register');
  await seat.getByLabel('Username').fill(fanName);
  await seat.getByLabel('Email').fill(`${fanName}@example.org`);
  await seat.getByLabel('Password', { exact: true }).fill(PASSWORD);
  const birthday = seat.getByLabel('Date of birth');
  if (await birthday.count()) await birthday.fill('1990-01-01');
  const adult = seat.getByRole('checkbox');
  if (await adult.count()) await adult.first().check();
  await seat
    .getByRole('button', { name: /Join|Register|Create/ })
    .last()
    .click();
  await seat.waitForURL('**/auth/login');
  await seat.goto(await linkInMail(`${fanName}@example.org`));
  await seat.waitForURL('**/auth/email-verified-success');
  await logIn(seat, `${fanName}@example.org`);

  // Subscribing requires tokens; the top-up returns to it.
  await goTo(seat, `/${username}`);
  await fan.checkAxe('the profile');
  await seat
    .getByRole('button', { name: /^Subscribe monthly/ })
    .first()
    .click();
  const sheet = seat.getByRole('dialog');
  await sheet.getByRole('button', { name: /^Top up/ }).click();
  await topUp(seat, '10');
  await seat
    .getByRole('dialog')
    .getByRole('button', { name: /^Pay and subscribe/ })
    .click();
  await sheetClosed(seat);
  await told(seat, 'You’re subscribed.');

  // Unlocking, in place: 1.00 is left, so it waits for a top-up and continues after it.
  const feed = await app.platform.database.selectFrom('items').select('id').where('price_amount', '=', 650n).executeTakeFirstOrThrow();
  await goTo(seat, `/feeds/${feed.id}`);
  await fan.checkAxe('a locked post');
  await seat.getByRole('button', { name: /^Unlock/ }).click();
  await seat.getByRole('button', { name: /^Top up/ }).click();
  await topUp(seat, '6');
  await fan.checkAxe('the unlock that goes on');
  await seat
    .getByRole('dialog')
    .getByRole('button', { name: /^Pay and unlock/ })
    .click();
  await seat.getByText('Yours. Paid').waitFor();
  await seat.getByRole('button', { name: 'Open picture 1' }).waitFor();

  // A tip with a message also continues after a top-up, and the performer sees it at once.
  await seat.getByRole('button', { name: 'Tip', exact: true }).click();
  await seat
    .getByRole('dialog')
    .getByLabel(/Add a message/)
    .fill('Bravo');
  await seat
    .getByRole('dialog')
    .getByRole('button', { name: /^Top up/ })
    .click();
  await topUp(seat, '34');
  await seat
    .getByRole('dialog')
    .getByRole('button', { name: /^Send tip/ })
    .click();
  await stage.getByText('tipped you').waitFor();
  await stage.getByText('Bravo').waitFor();
  await performer.checkAxe('the dashboard');
  await seat.goto('/wallet');
  await seat.getByText('Slow bow').first().waitFor();
  await fan.checkAxe('the wallet');
  await expect.poll(async () => (await seat.locator('main').innerText()).replaceAll(/\s+/g, ' ')).toContain('29.50');
  await seat.goto('/');
  await seat.getByText('The slow bow, all of it.').waitFor();
  await fan.checkAxe('home');

  // The performer reads the earnings, line by line.
  await stage.goto('/model/earning');
  await stage.getByRole('table', { name: 'All earnings' }).waitFor();
  const lines = await stage.getByRole('table', { name: 'All earnings' }).locator('tbody tr').allInnerTexts();
  expect(lines.map((line) => line.replaceAll(/\s+/g, ' '))).toEqual([
    expect.stringMatching(/Tip.*\$5\.00.*\$1\.00 \(20%\).*\$4\.00/),
    expect.stringMatching(/Post unlocked Slow bow.*\$6\.50.*\$1\.30 \(20%\).*\$5\.20/),
    expect.stringMatching(/Subscription.*\$9\.00.*\$1\.80 \(20%\).*\$7\.20/),
  ]);
  await performer.checkAxe('the earnings');

  // The owner's ledger check, each invariant in words.
  await office.page.goto('/admin');
  const invariants = Object.keys(LEDGER_INVARIANTS).length;
  await expect.poll(() => office.page.getByText('Passed', { exact: true }).count()).toBe(invariants);
  await office.checkAxe('the overview');

  await app.settle();
  const { ok, checks } = await verifyLedger(app.platform.database);
  expect(checks.filter((check) => !check.ok)).toEqual([]);
  expect(ok).toBe(true);
});
