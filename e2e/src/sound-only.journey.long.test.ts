import { type Person, createFan, createPerformer } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Visit, type VisitOptions, goTo, logIn, visit } from './browser.ts';
import { createKey, encode, encodeSound, openStudioForEncoder } from './encoders.ts';
import { SLOW, advances, endShow, stateOf, transportOf } from './shows.ts';

// A show of sound alone: fans hear it and see the performer's face, by WebRTC and by HLS.

let app: TestApp;
let performer: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true, live: true });
  performer = await createPerformer(app);
  fan = await createFan(app);
});
afterAll(() => app.close());

const open = (options?: VisitOptions): Promise<Visit> => visit(app.platform.config.publicUrl, options);
const heardSeconds = (page: Page): Promise<number> => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0);
/** Waits until the page has played two more seconds of sound. */
const hears = async (page: Page): Promise<void> => {
  const before = await heardSeconds(page);
  await expect.poll(() => heardSeconds(page), SLOW).toBeGreaterThan(before + 2);
};

test('a show of sound alone shows the performer’s face, and pictures that come later', async () => {
  const stage = (await open()).page;
  await logIn(stage, performer.username);
  await openStudioForEncoder(stage, app);
  const address = await createKey(stage);
  await stage.getByLabel('Title', { exact: true }).fill('Songs in the dark');
  await stage.getByRole('button', { name: 'Prepare the show' }).click();
  await stage.getByText('Waiting for the signal').waitFor();
  const radio = encodeSound(address);
  await stage.getByText('Viewers hear you and see your profile photo.').waitFor();
  await expect.poll(() => stage.getByText('Audio only').count(), SLOW).toBe(2);
  expect(await stage.getByText('No sound arrives').count()).toBe(0);

  const seatVisit = await open({ width: 360, height: 800, scheme: 'dark' });
  const seat = seatVisit.page;
  await logIn(seat, fan.username);
  await goTo(seat, `/live/${performer.username}`);
  await seat.getByTestId('sound-only').getByText('Audio only').waitFor();
  await expect.poll(() => stateOf(seat), SLOW).toBe('playing');
  expect(await transportOf(seat)).toBe('whep');
  // Longer than a viewer waits for a picture that stands still.
  for (let times = 0; times < 3; times += 1) await hears(seat);
  expect(await transportOf(seat)).toBe('whep');
  await seatVisit.checkAxe('a room without pictures');

  const desk = (await open({ width: 1440, height: 900, scheme: 'light' })).page;
  await desk.addInitScript('delete window.RTCPeerConnection');
  await goTo(desk, `/live/${performer.username}`);
  await desk.getByTestId('sound-only').waitFor();
  expect(await transportOf(desk)).toBe('hls');
  await hears(desk);

  radio.kill('SIGKILL');
  await expect.poll(() => stateOf(seat), SLOW).toBe('interrupted');
  encode(address);
  for (const page of [seat, desk]) {
    await advances(page);
    await expect.poll(() => page.getByTestId('sound-only').count(), SLOW).toBe(0);
  }
  await endShow(stage);
});
