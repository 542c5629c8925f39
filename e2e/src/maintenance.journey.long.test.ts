import { verifyLedger } from '@stagedoor/server/ledger/verify';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Visit, type VisitOptions, goTo, logIn, sheetClosed, visit } from './browser.ts';
import { SLOW, advances, openStudio, playsBy, say } from './shows.ts';

// Maintenance begins during a show: the owner lets it end, those in it are told and stay, everyone else waits; then all come back by
// themselves. Video of 360p15.

const SHOW_MINUTES = 15;
/** The waiting page asks every 20 to 40 seconds. */
const RETURN = { timeout: 90_000 };

let app: TestApp;
let admin: Person;
let performer: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true, live: true });
  admin = await createAdmin(app);
  performer = await createPerformer(app);
  fan = await createFan(app);
  await topUp(app, fan, 50);
});
afterAll(() => app.close());

const open = (options?: VisitOptions): Promise<Visit> => visit(app.platform.config.publicUrl, options);
const waiting = (page: Page) => page.getByRole('heading', { name: 'Back on stage soon' });
const setMaintenance = async (page: Page): Promise<void> => {
  await goTo(page, '/admin/settings?group=access');
  await page.getByRole('switch', { name: 'Maintenance mode' }).click({ force: true });
  await page.getByRole('button', { name: 'Save', exact: false }).click();
};

test('a show is let to end: its people are told and stay, others wait, and all return by themselves', async () => {
  const stageVisit = await open();
  const stage = stageVisit.page;
  await logIn(stage, performer.username);
  await openStudio(stage);
  await stage.getByLabel('Title', { exact: true }).fill('Bach by request');
  await stage.getByRole('switch', { name: /^Record the show/ }).check({ force: true });
  await stage.getByRole('button', { name: 'Start the show' }).click();
  await stage.getByRole('button', { name: 'End the show' }).waitFor();
  const show = () =>
    app.platform.database.selectFrom('streams').selectAll().where('performer_id', '=', performer.id).executeTakeFirstOrThrow();
  await expect.poll(async () => (await show()).state, SLOW).toBe('live');

  const seatVisit = await open({ width: 390, height: 844, scheme: 'dark' });
  const seat = seatVisit.page;
  await logIn(seat, fan.username);
  await goTo(seat, `/live/${performer.username}`);
  await expect.poll(() => playsBy(seat), { timeout: 120_000 }).toBe('whep');
  await expect.poll(async () => (await show()).viewer_count, SLOW).toBe(1);

  const visitorVisit = await open();
  const visitor = visitorVisit.page;
  await goTo(visitor, `/live/${performer.username}`);

  // The owner is asked what becomes of the show.
  const ownerVisit = await open();
  const owner = ownerVisit.page;
  await logIn(owner, admin.username);
  await setMaintenance(owner);
  const question = owner.getByRole('dialog', { name: '1 show is on air' });
  await question.getByText(`Star ${performer.username}`).waitFor();
  await ownerVisit.checkAxe('the question about running shows');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await sheetClosed(owner);
  expect(app.platform.settings.get('maintenanceMode')).toBe(false);
  await owner.getByRole('button', { name: 'Save', exact: false }).click();
  await question.getByRole('button', { name: `Let shows end within ${SHOW_MINUTES} minutes` }).click();
  await expect.poll(() => app.platform.settings.get('maintenanceMode')).toBe(true);

  // Those in the show are told until when, and go on; the visitor waits.
  const notice = /^The site closes for maintenance at \d\d:\d\d: this show ends then\.$/;
  await seat.getByText(notice).waitFor();
  await stage.getByText(notice).waitFor();
  await waiting(visitor).waitFor();
  await advances(seat);
  await say(seat, 'Until then');
  await stage.getByText('Until then').waitFor();
  await seatVisit.checkAxe('the room with the notice');
  await stageVisit.checkAxe('the studio with the notice');
  await seat.reload();
  await seat.getByText(notice).waitFor();
  await expect.poll(() => playsBy(seat), { timeout: 120_000 }).toBe('whep');

  // At the time the show ends, and its people wait too.
  app.clock.advance(SHOW_MINUTES * 60_000);
  await waiting(seat).waitFor();
  await waiting(stage).waitFor();
  expect(await show()).toMatchObject({ state: 'ended', end_reason: 'maintenance' });
  expect((await verifyLedger(app.platform.database)).checks.filter(({ ok }) => !ok)).toEqual([]);

  // Everyone returns to where they were, and the fan is still logged in.
  await setMaintenance(owner);
  await expect.poll(() => app.platform.settings.get('maintenanceMode')).toBe(false);
  for (const page of [visitor, seat]) {
    await page.getByRole('heading', { name: 'The show has ended' }).waitFor(RETURN);
    expect(new URL(page.url()).pathname).toBe(`/live/${performer.username}`);
  }
  await stage.getByRole('button', { name: 'Start the show' }).waitFor(RETURN);
  expect(await seat.evaluate(async () => (await fetch('/api/users/me')).status)).toBe(200);
  for (const one of [seatVisit, stageVisit, visitorVisit, ownerVisit]) one.expectErrors(/status of 503|WebSocket|websocket/);
});
