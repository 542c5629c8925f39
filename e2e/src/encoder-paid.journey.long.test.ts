import { verifyLedger } from '@stagedoor/server/ledger/verify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, logIn } from './browser.ts';
import { encode, encodeLastingly, openStudioForEncoder } from './encoders.ts';
import { AN_HOUR_MS, type PaidShowSite, askFor, chargedMinutes, createPaidShowSite, setNextMinute, showsOf } from './paid-shows.ts';
import { SLOW, advances, endShow, stateOf } from './shows.ts';

// Paid shows that an encoder publishes by RTMP, from both sides. Media, clocks and the ledger are real.

let site: PaidShowSite;
let key: string;
beforeAll(async () => {
  site = await createPaidShowSite();
  ({ key } = await site.performer.client.call('POST /performer/stream-key'));
});
afterAll(() => site.close());

const shows = () => showsOf(site.app);
const newest = async () => (await shows()).at(-1)!;
const states = async () => (await shows()).slice(-2).map(({ type, state }) => `${type} ${state}`);
const assertBalanced = async (): Promise<void> => {
  await site.app.settle();
  expect((await verifyLedger(site.app.platform.database)).ok).toBe(true);
};

/** The studio with OBS as its source. @returns it, and the address with the key */
const openStage = async () => {
  const stageVisit = await site.open();
  await logIn(stageVisit.page, site.performer.username);
  await openStudioForEncoder(stageVisit.page, site.app);
  const { rtmp } = await site.performer.client.call('GET /performer/stream-key');
  return { stageVisit, stage: stageVisit.page, address: `${rtmp}/${key}` };
};

test('a private show published by RTMP bills every minute once; the encoder follows from the public show into it and back', async () => {
  const { app, fan, performer } = site;
  const { stageVisit, stage, address } = await openStage();
  await stage.getByLabel('Title', { exact: true }).fill('Open rehearsal');
  await stage.getByRole('button', { name: 'Prepare the show' }).click();
  await stage.getByText('Waiting for the signal').waitFor();
  encodeLastingly(address);
  await expect.poll(states, SLOW).toEqual(['public live']);

  const seatVisit = await site.open({ width: 390, height: 844, scheme: 'dark' });
  const seat = seatVisit.page;
  await logIn(seat, fan.username);
  await goTo(seat, `/live/private/${performer.username}`);
  await askFor(seat);
  await stage.getByRole('button', { name: 'Accept' }).click();
  // The server ends the encoder's connection to the paused show; it comes back into the private one.
  await expect.poll(states, SLOW).toEqual(['public paused', 'private live']);
  const { id } = await newest();
  await expect.poll(() => stateOf(seat), SLOW).toBe('playing');
  await advances(seat);
  await advances(stage);
  await stageVisit.checkAxe('a private show from OBS');

  const charged = () => chargedMinutes(app, id, fan);
  const once = (minute: number) => expect.objectContaining({ minute, refund_reason: null });
  await expect.poll(charged, SLOW).toEqual([once(1)]);
  for (const minutes of [2, 3]) {
    await setNextMinute(app, fan, 0);
    await expect.poll(async () => (await charged()).length, SLOW).toBe(minutes);
  }
  await setNextMinute(app, fan, AN_HOUR_MS);
  expect(await charged()).toEqual([once(1), once(2), once(3)]);
  await expect.poll(() => seat.getByTestId('spent').textContent(), SLOW).toContain('9.00');
  await expect.poll(() => stage.getByTestId('earned').textContent(), SLOW).toContain('9.00');

  await seat.getByRole('button', { name: 'End show' }).click();
  await seat.getByRole('dialog', { name: 'End the show?' }).getByRole('button', { name: 'End show' }).click();
  await seat.getByRole('heading', { name: 'Show ended. Here’s your receipt.' }).waitFor();
  await stage.getByRole('heading', { name: 'Open rehearsal' }).waitFor(SLOW);
  await expect.poll(states, SLOW).toEqual(['public live', 'private ended']);
  await advances(stage);
  expect((await charged()).map(({ minute }) => minute)).toEqual([1, 2, 3]);
  await assertBalanced();
  await endShow(stage);
});

test('a group show from OBS bills who joined, and an encoder that is cut off comes back into it', async () => {
  const { app, fan, performer } = site;
  const { stage, address } = await openStage();
  await stage.getByText('Group show', { exact: true }).click();
  await stage.getByLabel('Title', { exact: true }).fill('Paint-along');
  await stage.getByRole('button', { name: 'Prepare the show' }).click();
  await stage.getByText('Waiting for the signal').waitFor();
  const first = encode(address);
  await expect.poll(newest, SLOW).toMatchObject({ type: 'group', state: 'live' });
  const { id } = await newest();

  const { page: seat } = await site.open();
  await logIn(seat, fan.username);
  await goTo(seat, `/live/group/${performer.username}`);
  await seat.getByRole('button', { name: /^Join the show/ }).click();
  await expect.poll(() => stateOf(seat), SLOW).toBe('playing');
  await expect.poll(() => chargedMinutes(app, id, fan), SLOW).toEqual([expect.objectContaining({ minute: 1, refund_reason: null })]);
  await setNextMinute(app, fan, AN_HOUR_MS);

  first.kill('SIGKILL');
  await expect.poll(newest, SLOW).toMatchObject({ id, state: 'interrupted' });
  encode(address);
  await expect.poll(newest, SLOW).toMatchObject({ id, state: 'live' });
  await expect.poll(() => stateOf(seat), SLOW).toBe('playing');
  await advances(seat);
  await endShow(stage);
  await seat.getByRole('heading', { name: 'Show ended. Here’s your receipt.' }).waitFor();
  await assertBalanced();
});

test('a show from OBS goes live by a press, after a rehearsal that nobody else sees', async () => {
  const { fan, performer } = site;
  const { stage, address } = await openStage();
  await stage.getByLabel('Title', { exact: true }).fill('Etudes');
  await stage.getByText('When I press', { exact: true }).click();
  await stage.getByRole('button', { name: 'Prepare the show' }).click();
  await stage.getByText('Waiting for the signal').waitFor();
  encode(address);
  await advances(stage);
  expect(await newest()).toMatchObject({ state: 'starting', rehearsal: 'running' });

  const { page: seat } = await site.open();
  await logIn(seat, fan.username);
  await goTo(seat, `/live/${performer.username}`);
  expect(await seat.getByTestId('live-picture').count()).toBe(0);
  await stage.getByRole('button', { name: 'Go live', exact: true }).click();
  await expect.poll(newest, SLOW).toMatchObject({ title: 'Etudes', state: 'live', rehearsal: null });
  await seat.reload();
  await expect.poll(() => stateOf(seat), SLOW).toBe('playing');
  await advances(seat);
  await endShow(stage);
});
