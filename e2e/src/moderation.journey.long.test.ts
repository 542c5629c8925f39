import { type Person, createAdmin, createFan, createPerformer, picture, topUp } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Visit, type VisitOptions, goTo, logIn, sheetClosed, visit, told, withTimersStopped } from './browser.ts';
import { openStudio, say } from './shows.ts';

// What surrounds a show: it is planned, a fan sets a reminder, the performer moderates the chat, a fan tips by the menu, an admin stops it.
// And posts that are reviewed before they are shown.

let app: TestApp;
let performer: Person;
let fan: Person;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true, live: true });
  admin = await createAdmin(app);
  performer = await createPerformer(app, { admin, monthlyPrice: 9 });
  fan = await createFan(app);
  await topUp(app, fan, 50);
});
afterAll(() => app.close());

const open = (options?: VisitOptions): Promise<Visit> => visit(app.platform.config.publicUrl, options);
/** Tomorrow evening, as a field takes it. */
const tomorrow = (): string => {
  const day = new Date(Date.now() + 86_400_000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}T20:00`;
};

test('a show is planned, and a fan is reminded of it', async () => {
  const stageVisit = await open();
  const stage = stageVisit.page;
  await logIn(stage, performer.username);
  await goTo(stage, '/model/live');
  await stage.getByRole('button', { name: 'Plan a show' }).click();
  const sheet = stage.getByRole('dialog', { name: 'Plan a show' });
  await sheet.getByLabel('What it is about').fill('Flamenco, open floor');
  await sheet.getByLabel('When').fill(tomorrow());
  await stageVisit.checkAxe('planning a show');
  await sheet.getByRole('button', { name: 'Plan it' }).click();
  await sheetClosed(stage);
  await stage.getByText('Flamenco, open floor').waitFor();

  const seatVisit = await open({ width: 390, height: 844, scheme: 'dark' });
  const seat = seatVisit.page;
  await logIn(seat, fan.username);
  await goTo(seat, `/${performer.username}`);
  const bell = seat.getByRole('button', { name: 'Remind me of “Flamenco, open floor”' }).filter({ visible: true });
  await bell.click();
  await seat.getByRole('button', { name: 'Reminder for “Flamenco, open floor” is on' }).filter({ visible: true }).waitFor();
  await seatVisit.checkAxe('a profile with a coming show');
  await seat.getByRole('link', { name: 'Add “Flamenco, open floor” to a calendar' }).filter({ visible: true }).waitFor();
  await expect
    .poll(() => app.platform.database.selectFrom('show_reminders').select('account_id').execute())
    .toEqual([{ account_id: fan.id }]);
  await stage.reload();
  await stage.getByText('1 reminder').waitFor();

  // Cancelling tells the fan.
  await stage.getByRole('button', { name: 'Cancel “Flamenco, open floor”' }).click();
  await stage.getByRole('button', { name: 'Cancel the show' }).click();
  await stage.getByText('Nothing planned.', { exact: false }).waitFor();
  await app.settle();
  await goTo(seat, '/notification');
  await seat.getByText('cancelled a show: Flamenco, open floor').waitFor();
});

test('the performer moderates the chat of a show', async () => {
  const stageVisit = await open();
  const stage = stageVisit.page;
  await logIn(stage, performer.username);
  await openStudio(stage);
  await stage.getByLabel('Title', { exact: true }).fill('Bach by request');
  await stage.getByRole('button', { name: 'Start the show' }).click();
  await stage.getByRole('button', { name: 'End the show' }).waitFor();

  const seatVisit = await open({ width: 390, height: 844, scheme: 'dark' });
  const seat = seatVisit.page;
  await logIn(seat, fan.username);
  await goTo(seat, `/live/${performer.username}`);
  await say(seat, 'First!');
  await stage.getByText('First!').waitFor();

  // A blocked word, slow mode and who writes: told at once.
  await stage.getByRole('button', { name: 'Moderate the chat' }).click();
  const sheet = stage.getByRole('dialog', { name: 'Moderate the chat' });
  await sheet.getByLabel('Blocked words').fill('Tomato');
  await sheet.getByRole('button', { name: 'Save words' }).click();
  await sheet.getByRole('radio', { name: '5 s', exact: true }).click({ force: true });
  await seat.getByPlaceholder('Slow mode: one message every 5 s').waitFor();
  await stageVisit.checkAxe('the moderation of a chat');
  await sheet.getByRole('radio', { name: 'Off' }).click({ force: true });
  await sheet.getByRole('radio', { name: 'Followers' }).click({ force: true });
  await seat.getByText('Only followers can write here.').waitFor();
  await seat.getByRole('button', { name: 'Follow', exact: true }).filter({ visible: true }).click();
  await seat.getByLabel('Say something kind').waitFor();
  await stage.keyboard.press('Escape');
  await sheetClosed(stage);
  await say(seat, 'Have a TOMATO');
  await seat.getByText('Not sent').waitFor();

  // A time-out from the line's menu, lifted in the sheet.
  await say(seat, 'Encore please');
  await stage.getByText('Encore please').hover();
  const menu = stage.getByRole('button', { name: /^Options for .+’s message$/ }).last();
  await menu.click();
  await stage.getByRole('menuitem', { name: 'Time out for the whole show' }).click();
  await seat.getByText('You’re timed out for this show.').waitFor();
  await seatVisit.checkAxe('a room for who is timed out');
  await stage.getByRole('button', { name: 'Moderate the chat' }).click();
  await sheet.getByRole('button', { name: 'End time-out' }).click();
  await seat.getByLabel('Say something kind').waitFor();
  await stage.keyboard.press('Escape');
  await sheetClosed(stage);

  // A moderator deletes lines; the fan reports the performer's.
  await stage.getByText('Encore please').hover();
  await menu.click();
  await stage.getByRole('menuitem', { name: 'Make moderator' }).click();
  await seat.getByRole('button', { name: 'Moderate the chat' }).waitFor();
  await seat.getByText('Moderator', { exact: true }).first().waitFor({ state: 'attached' });
  await say(stage, 'Welcome in');
  await seat.getByText('Welcome in').waitFor();
  await seat.getByText('Welcome in').hover();
  await seat
    .getByRole('button', { name: /^Options for .+’s message$/ })
    .last()
    .click();
  await seat.getByRole('menuitem', { name: 'Report' }).click();
  await seat.getByRole('dialog', { name: 'Report' }).getByText('Spam or fraud').click();
  await seat.getByRole('dialog', { name: 'Report' }).getByRole('button', { name: 'Send', exact: false }).last().click();
  await sheetClosed(seat);
  await expect
    .poll(() => app.platform.database.selectFrom('reports').select(['object_type', 'reporter_id']).execute())
    .toEqual([{ object_type: 'message', reporter_id: fan.id }]);

  // The performer sends a picture, which the fan opens; who doesn’t subscribe can’t send one. Deleted, it is gone.
  const poster = {
    name: 'poster.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from(await (await picture({ width: 640, height: 480 })).arrayBuffer()),
  };
  await stage.getByLabel('Add pictures').setInputFiles(poster);
  await stage.getByRole('img', { name: 'poster.jpg' }).waitFor();
  await stageVisit.checkAxe('a chosen picture');
  await stage.getByRole('button', { name: 'Send', exact: true }).click();
  const sent = seat.getByRole('button', { name: /^Picture 1 from / });
  await sent.click();
  await seat.locator('.yarl__slide_current img').waitFor();
  await seat.keyboard.press('Escape');
  expect(await seat.getByLabel('Add pictures').count()).toBe(0);
  await seatVisit.checkAxe('a picture in a chat');
  await stage.getByRole('button', { name: /^Picture 1 from / }).hover();
  await stage
    .getByRole('button', { name: /^Options for .+’s message$/ })
    .last()
    .click();
  await stage.getByRole('menuitem', { name: 'Delete' }).click();
  await sent.waitFor({ state: 'detached' });

  await stage.getByRole('button', { name: 'End the show' }).click();
  await stage.getByRole('dialog').getByRole('button', { name: 'End the show' }).click();
  await seat.getByText('The show has ended').first().waitFor();
});

test('a fan tips by the menu towards goals in a row, and an admin stops the show', async () => {
  const stageVisit = await open();
  const stage = stageVisit.page;
  await logIn(stage, performer.username);
  await goTo(stage, '/model/live');
  await stage.getByText('Everything is ready. You can start.').waitFor();
  await stage.getByRole('button', { name: 'Add an act' }).click();
  await stage.getByLabel('Act', { exact: true }).fill('Play it again');
  await stage.getByLabel('Price', { exact: true }).fill('12');
  await stage.getByRole('button', { name: 'Save menu' }).click();
  await told(stage, 'Saved.');
  await stage.getByLabel('Picture', { exact: true }).selectOption('360p15');
  await stage.getByLabel('Title', { exact: true }).fill('Bach once more');
  await stage.getByRole('switch', { name: /^Goal/ }).check({ force: true });
  await stage.getByLabel('What happens when it’s reached').fill('Encore');
  await stage.getByLabel('Tokens', { exact: true }).fill('10');
  await stage.getByRole('button', { name: 'Add another goal' }).click();
  await stage.getByLabel('Goal 2', { exact: true }).fill('Libertango');
  await stage.getByLabel('Amount in tokens').fill('30');
  await stageVisit.checkAxe('the studio with a tip menu and goals');
  await stage.getByRole('button', { name: 'Start the show' }).click();
  await stage.getByRole('button', { name: 'End the show' }).waitFor();

  const seatVisit = await open({ width: 390, height: 844, scheme: 'dark' });
  const seat = seatVisit.page;
  await logIn(seat, fan.username);
  await goTo(seat, `/live/${performer.username}`);
  await seat.getByText('Encore').filter({ visible: true }).first().waitFor();
  await seat
    .getByRole('button', { name: /^Play it again/ })
    .filter({ visible: true })
    .click();
  await stage.getByText('Play it again').first().waitFor();
  // Twelve tokens: the first goal is reached, the second has two.
  await seat.getByText('Libertango').filter({ visible: true }).first().waitFor();
  await seatVisit.checkAxe('a room with a tip menu');

  const wallVisit = await open();
  const wall = wallVisit.page;
  await logIn(wall, admin.username);
  await goTo(wall, '/admin/live');
  await wall.getByText('Bach once more').waitFor();
  // A still of what is in the picture now.
  const still = wall.getByRole('img', { name: /^The show of .* right now$/ });
  await expect.poll(() => still.evaluate((picture) => (picture as HTMLImageElement).naturalWidth), { timeout: 40_000 }).toBe(320);
  await wallVisit.checkAxe('the live wall');
  // The still of a minute, as the job stores it.
  await app.platform.jobs.enqueue(app.platform.database, 'streams:takeStills', {});
  await app.settle();
  await wall.reload();
  await wall.getByRole('button', { name: 'Stills' }).click();
  const stored = wall.getByRole('dialog').getByRole('img', { name: /^The show of .* at / });
  await expect.poll(() => stored.evaluate((picture) => (picture as HTMLImageElement).naturalWidth)).toBe(320);
  await wallVisit.checkAxe('the stills of a show');
  await wall.keyboard.press('Escape');
  await wall.getByRole('button', { name: 'Stop the show' }).click();
  const sheet = wall.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Private information' }).click();
  await sheet.getByLabel('Facts').fill('Somebody in the picture asked for it');
  await sheet.getByRole('button', { name: 'Stop the show' }).click();
  await wall.getByText('Nobody is live').waitFor();
  await stage.getByText('Somebody in the picture asked for it').waitFor();
  await seat.getByText('The show has ended').first().waitFor();
});

test('a post is reviewed before it is shown: refused with a reason, sent again, approved by a key', async () => {
  const deskVisit = await open();
  const desk = deskVisit.page;
  await logIn(desk, admin.username);
  await goTo(desk, '/admin/settings');
  await desk.getByLabel('Search settings').fill('reviewBeforePublishing');
  await desk.getByRole('switch', { name: 'Review before publishing' }).check({ force: true });
  await desk.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => app.platform.settings.get('reviewBeforePublishing')).toBe(true);

  const stageVisit = await open({ width: 390, height: 844, scheme: 'dark' });
  const stage = stageVisit.page;
  await logIn(stage, performer.username);
  await goTo(stage, '/model/feeds/new');
  await stage.getByText('We review what you publish before it’s shown.').waitFor();
  await stage.getByLabel('What do you want to say?').fill('Rosin and bow');
  await stage.getByRole('button', { name: 'Publish', exact: true }).click();
  await told(stage, 'Sent for review.');
  await stage.waitForURL('**/model/feeds');
  // As a filter, and as its state.
  await expect.poll(() => stage.getByText('In review', { exact: true }).count()).toBe(2);
  await stageVisit.checkAxe('own posts, one in review');
  const listed = async () => (await app.client().call('GET /feeds', { query: { performerId: performer.id } })).total;
  await expect.poll(() => listed()).toBe(0);

  await goTo(desk, '/admin/content?queue=review');
  await desk.getByText('Rosin and bow').first().click();
  const pane = desk.getByRole('region', { name: 'Rosin and bow' });
  await pane.getByLabel('Reason, sent if you reject').fill('It names a brand.');
  await deskVisit.checkAxe('an item in review');
  // Undone, nothing was sent; decided again, it is sent when the queue is left.
  const states = () => app.platform.database.selectFrom('items').select('state').where('performer_id', '=', performer.id).execute();
  await withTimersStopped(desk, async () => {
    await pane.getByRole('button', { name: /^Reject/ }).click();
    await pane.getByText('Sent in 10 seconds.').waitFor();
    await pane.getByRole('button', { name: 'Undo' }).click();
    await pane.getByRole('button', { name: /^Reject/ }).click();
    await pane.getByText('Sent in 10 seconds.').waitFor();
    expect(await states()).toContainEqual({ state: 'review' });
  });
  await desk.getByRole('link', { name: 'All content' }).click();
  await told(desk, 'Rosin and bow was rejected.');
  await desk.getByRole('link', { name: /^In review/ }).click();
  await desk.getByText('Nothing to review').waitFor();

  await goTo(stage, '/model/feeds?state=draft');
  await stage.getByText('It names a brand.').waitFor();
  await stage.getByRole('link', { name: 'Edit: Rosin and bow' }).click();
  await stage.getByLabel('What do you want to say?').fill('Bow and rosin');
  await stage.getByRole('button', { name: 'Publish', exact: true }).click();
  await told(stage, 'Sent for review.');

  await goTo(desk, '/admin/content?queue=review');
  await desk.getByText('Bow and rosin').first().click();
  await desk.getByRole('button', { name: /^Approve/ }).waitFor();
  await desk.keyboard.press('a');
  // It is sent by itself, in ten seconds.
  await desk.getByText('Sent in 10 seconds.').waitFor();
  await desk.clock.fastForward(10_000);
  await told(desk, 'Bow and rosin is approved.');
  await desk.getByText('Nothing to review').waitFor();
  await expect.poll(listed).toBe(1);
});
