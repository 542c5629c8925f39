import { type Person, createFan, createPerformer } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Visit, type VisitOptions, goTo, logIn, visit } from './browser.ts';
import { createKey, encode, openStudioForEncoder } from './encoders.ts';
import { SLOW, advances, endShow, playsBy, stateOf, transportOf } from './shows.ts';

// A show from another program: ffmpeg publishes by RTMP, as OBS does, into a show that was prepared in the studio.

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

test('a show prepared for OBS starts with its signal, is watched, is cut off and goes on as the same show', async () => {
  const stageVisit = await open();
  const stage = stageVisit.page;
  await logIn(stage, performer.username);
  await openStudioForEncoder(stage, app);
  const address = await createKey(stage);
  await stageVisit.checkAxe('the studio for OBS');

  await stage.getByLabel('Title', { exact: true }).fill('Suite by wire');
  await stage.getByRole('button', { name: 'Prepare the show' }).click();
  await stage.getByText('Waiting for the signal').waitFor();
  const show = () =>
    app.platform.database.selectFrom('streams').selectAll().where('performer_id', '=', performer.id).executeTakeFirstOrThrow();
  const prepared = await show();
  expect(prepared).toMatchObject({ title: 'Suite by wire', state: 'starting' });

  const first = encode(address);
  await expect.poll(async () => (await show()).state, SLOW).toBe('live');
  await expect.poll(() => stage.getByTestId('encoder-stage').getAttribute('data-state'), SLOW).toBe('live');
  await stage.getByText('320 × 180').waitFor();
  await advances(stage);

  const seatVisit = await open({ width: 390, height: 844 });
  const seat = seatVisit.page;
  await logIn(seat, fan.username);
  await goTo(seat, `/live/${performer.username}`);
  await expect.poll(() => playsBy(seat), { timeout: 120_000 }).toBe('whep');
  // Longer than a viewer needs to turn to HLS when nothing more comes.
  for (let seconds = 0; seconds < 5; seconds += 1) await advances(seat);
  expect(await transportOf(seat)).toBe('whep');
  // The performer watches too and isn't counted.
  await expect.poll(async () => (await show()).viewer_count, SLOW).toBe(1);

  first.kill('SIGKILL');
  await stage.getByText('OBS is disconnected. Your show is waiting').waitFor();
  await expect.poll(() => stateOf(seat), SLOW).toBe('interrupted');
  encode(address);
  await expect.poll(() => stateOf(seat), SLOW).toBe('playing');
  await advances(seat);
  expect(await show()).toMatchObject({ id: prepared.id, state: 'live' });

  await endShow(stage);
  expect(await show()).toMatchObject({ id: prepared.id, state: 'ended', end_reason: 'performer' });
});
