import { verifyLedger } from '@stagedoor/server/ledger/verify';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, logIn } from './browser.ts';
import { AN_HOUR_MS, type PaidShowSite, askFor, createPaidShowSite, published, setNextMinute, showsOf } from './paid-shows.ts';
import { SLOW, openStudio, stateOf } from './shows.ts';

// Requests that are declined or expire, and one that ends the public show; and a group show with two fans, one of whom can pay for a minute.
// Media, clocks and breaks are real.

let site: PaidShowSite;
beforeAll(async () => {
  site = await createPaidShowSite();
});
afterAll(() => site.close());

const shows = () => showsOf(site.app);
/** Whose minutes of group shows were charged. */
const groupMinutes = async (): Promise<(string | null)[]> => {
  const rows = await site.app.platform.database
    .selectFrom('ledger.transactions')
    .select('buyer_id')
    .where('kind', '=', 'groupMinute')
    .orderBy('created_at')
    .execute();
  return rows.map(({ buyer_id: buyerId }) => buyerId);
};

test('requests: declined, expired, and accepted with the public show ended', async () => {
  const { app, performer, fan } = site;
  const stageVisit = await site.open();
  const stage = stageVisit.page;
  await logIn(stage, performer.username);
  await openStudio(stage);
  await stage.getByLabel('Title', { exact: true }).fill('Short rehearsal');
  await stage.getByRole('button', { name: 'Start the show' }).click();
  await expect.poll(async () => (await shows()).at(-1), SLOW).toMatchObject({ type: 'public', state: 'live' });

  const seatVisit = await site.open({ width: 390, height: 844, scheme: 'dark' });
  const seat = seatVisit.page;
  await logIn(seat, fan.username);
  await goTo(seat, `/live/private/${performer.username}`);
  await askFor(seat);
  await stage.getByRole('button', { name: 'Decline' }).click();
  await seat.getByRole('heading', { name: /can’t take it right now$/ }).waitFor();
  await seat.getByText('What was held is back in your wallet.').waitFor();
  await stage.getByText('Nobody is asking right now.').waitFor();

  await seat.getByRole('button', { name: 'Ask again' }).click();
  await askFor(seat);
  await stage.getByRole('button', { name: 'Accept' }).waitFor();
  // Its 120 seconds pass.
  await app.platform.database.updateTable('stream_requests').set({ expires_at: new Date() }).where('state', '=', 'requested').execute();
  await seat.getByRole('heading', { name: /didn’t answer in time$/ }).waitFor();
  await stage.getByText('Nobody is asking right now.').waitFor();

  await seat.getByRole('button', { name: 'Ask again' }).click();
  await seat.getByRole('switch', { name: /^Show my camera/ }).check({ force: true });
  await askFor(seat);
  await stage.getByRole('switch', { name: 'End my public show instead of pausing it' }).check({ force: true });
  await stage.getByRole('button', { name: 'Accept' }).click();
  await expect
    .poll(async () => (await shows()).slice(-2).map(({ type, state }) => `${type} ${state}`), SLOW)
    .toEqual(['public ended', 'private live']);
  await expect.poll(() => stateOf(seat), SLOW).toBe('playing');
  expect(await stage.getByText(/^Your public show is paused/).count()).toBe(0);

  // A reload doesn't unmute a muted fan.
  await seat.getByRole('button', { name: 'Mute microphone' }).click();
  await seat.reload();
  await seat.getByRole('button', { name: 'Mute microphone', pressed: true }).waitFor();
  expect(await published(seat)).toEqual({ sound: false, picture: true });
  await seat.getByRole('button', { name: 'End show' }).click();
  await seat.getByRole('dialog', { name: 'End the show?' }).getByRole('button', { name: 'End show' }).click();
  await seat.getByRole('heading', { name: 'Show ended. Here’s your receipt.' }).waitFor();
  await stage.getByRole('button', { name: 'Another show' }).waitFor();
});

test('a group show: of two fans one is warned, and is out of the room when the tokens run out; the other stays', async () => {
  const { app, performer, fan, poor } = site;
  const stageVisit = await site.open();
  const stage = stageVisit.page;
  await logIn(stage, performer.username);
  await openStudio(stage);
  await stage.getByText('Group show', { exact: true }).click();
  await stage.getByLabel('Title', { exact: true }).fill('Paint-along');
  await stage.getByLabel(/^Minimum minutes/).fill('1');
  await stageVisit.checkAxe('the studio before a group show');
  await stage.getByRole('button', { name: 'Start the show' }).click();
  await stage.getByText(/Nobody has joined yet/).waitFor();
  await expect.poll(async () => (await shows()).at(-1)?.state, SLOW).toBe('live');

  const seatVisit = await site.open();
  const seat = seatVisit.page;
  await logIn(seat, poor.username);
  await goTo(seat, `/${performer.username}`);
  await seat.getByRole('link', { name: /^Join the group 4 tokens, \$4\.00 a minute/ }).click();
  await seat.getByText('0 of 12 taken').waitFor();
  await seatVisit.checkAxe('joining a group show');
  await seat.getByRole('button', { name: /^Join the show/ }).click();
  await expect.poll(() => stateOf(seat), SLOW).toBe('playing');
  await stage.getByText(/1 of 12 taken/).waitFor();
  await expect.poll(groupMinutes, SLOW).toEqual([poor.id]);
  // However slow the machine, the last minute that can be paid is still running when the other fan's begins.
  await setNextMinute(app, poor, AN_HOUR_MS);
  // The balance doesn't pay for another minute. A page opened after the event warns too.
  const warned = (page: Page) => page.getByRole('alert').getByText('One minute left at this rate').waitFor();
  await warned(seat);
  const second = await seat.context().newPage();
  await goTo(second, `/live/group/${performer.username}`);
  await warned(second);
  // The newest page plays; the older one says so, and takes the seat back on request.
  seatVisit.expectErrors(/status of 423/);
  await expect.poll(() => stateOf(second), SLOW).toBe('playing');
  await seat.getByText('You’re watching this show on another device.').waitFor(SLOW);
  await second.close();
  await seat.getByRole('button', { name: 'Watch here' }).click();
  await expect.poll(() => stateOf(seat), SLOW).toBe('playing');

  const otherVisit = await site.open({ width: 390, height: 844, scheme: 'dark' });
  const other = otherVisit.page;
  await logIn(other, fan.username);
  await goTo(other, `/live/group/${performer.username}`);
  await other.getByRole('button', { name: /^Join the show/ }).click();
  await expect.poll(() => stateOf(other), SLOW).toBe('playing');
  await seat.getByText('2 of 12 taken').waitFor();
  await expect.poll(async () => (await groupMinutes()).filter((id) => id === fan.id), SLOW).toHaveLength(1);
  await setNextMinute(app, fan, AN_HOUR_MS);
  await otherVisit.checkAxe('a group show on a phone');

  // The minute passes.
  await setNextMinute(app, poor, 0);
  await seat.getByRole('heading', { name: 'You’ve left. Here’s your receipt.' }).waitFor();
  await seat.getByText('Your tokens ran out.').waitFor();
  await stage.getByText(/1 of 12 taken/).waitFor();
  await expect.poll(() => stateOf(other), SLOW).toBe('playing');
  expect(await other.getByTestId('spent').textContent()).toContain('4.00');
  await expect.poll(async () => (await shows()).at(-1)).toMatchObject({ type: 'group', state: 'live' });
  await stage.getByRole('button', { name: 'End the show' }).click();
  await stage.getByRole('dialog').getByText('Each fan gets the running minute back. You keep the minutes before it.').waitFor();
  await stage.getByRole('dialog').getByRole('button', { name: 'End the show' }).click();
  await stage.getByRole('button', { name: 'Another show' }).waitFor();
  await other.getByRole('heading', { name: 'Show ended. Here’s your receipt.' }).waitFor();
  await other.getByText(/ended the show\. Minute \d+ refunded$/).waitFor();
  await app.settle();
  expect((await verifyLedger(app.platform.database)).ok).toBe(true);
});
