import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { SeatDelivery } from '../live-engine.ts';
import { type TestPublisher, publish } from '../testing/publisher.ts';
import { type BuiltInStage, createBuiltInStage } from '../testing/stage.ts';
import { watch } from '../testing/viewer.ts';

// Seats of a paid show over WebRTC, with real media and clocks.

let stage: BuiltInStage;
let id: string;
let publisher: TestPublisher;
beforeAll(async () => {
  stage = await createBuiltInStage();
  id = stage.memory.createShow();
  publisher = await publish({ url: stage.address(`whip/${id}`), token: stage.memory.grant(id, 'publish').token });
  await vi.waitUntil(() => stage.server.hostedStreams()[0]?.isPublishing);
});
afterAll(async () => {
  publisher.vanish();
  await stage.close();
});

const hosted = (showId: string) => stage.server.hostedStreams().find(({ streamId }) => streamId === showId);
const seatOf = (fan: string): SeatDelivery | undefined => stage.server.hostedStreams()[0]?.seats.find(({ accountId }) => accountId === fan);
const tokenFor = (fan: string): string => stage.memory.grant(id, 'play', null, fan).token;

test('media sent to a client that reports are delivered and confirmed', async () => {
  const viewer = await watch({ url: stage.address(`whep/${id}`), token: tokenFor('ada') });
  await expect.poll(() => seatOf('ada')?.deliveredMs ?? 0).toBeGreaterThan(3000);
  expect(viewer.seen().pictures).toBeGreaterThan(10);
  expect(seatOf('ada')).toMatchObject({ isThere: true, protocols: ['whep'] });
  await viewer.stop();
  const { deliveredMs } = seatOf('ada')!;
  await expect.poll(() => seatOf('ada')!.isThere).toBe(false);
  expect(seatOf('ada')!.deliveredMs).toBe(deliveredMs);
});

test('a client that never reports is put out after seven seconds, and what it got is counted', async () => {
  const viewer = await watch({ url: stage.address(`whep/${id}`), token: tokenFor('eve'), isSilent: true });
  await expect.poll(() => viewer.isClosed()).toBe(true);
  const seat = seatOf('eve')!;
  expect(seat.deliveredMs).toBeGreaterThan(4000);
  expect(seat.silentMs).toBe(0);
  const { pictures } = viewer.seen();
  await expect.poll(() => seatOf('eve')!.isThere).toBe(false);
  expect(seatOf('eve')!.deliveredMs).toBe(seat.deliveredMs);
  expect(viewer.seen().pictures).toBe(pictures);
  await viewer.stop();
});

test('a client has nothing to report while the performer is away, and stays connected', async () => {
  const other = stage.memory.createShow();
  const gone = await publish({ url: stage.address(`whip/${other}`), token: stage.memory.grant(other, 'publish').token });
  await vi.waitUntil(() => hosted(other)?.isPublishing);
  const viewer = await watch({
    url: stage.address(`whep/${other}`),
    token: stage.memory.grant(other, 'play', null, 'ola').token,
    isSilent: true,
  });
  await expect.poll(() => viewer.seen().pictures).toBeGreaterThan(5);
  gone.vanish();
  await expect.poll(() => hosted(other)?.seats[0]?.isThere).toBe(false);
  await expect.poll(() => hosted(other)?.isPublishing).toBe(false);
  expect(viewer.isClosed()).toBe(false);
  await viewer.stop();
});

test('a seat plays on the newest device: the older connection is closed, and its next offer is refused by code', async () => {
  const [first, second] = [tokenFor('ida'), tokenFor('ida')];
  const older = await watch({ url: stage.address(`whep/${id}`), token: first });
  await expect.poll(() => older.seen().pictures).toBeGreaterThan(5);
  const newer = await watch({ url: stage.address(`whep/${id}`), token: second });
  await expect.poll(() => older.isClosed()).toBe(true);
  await expect(watch({ url: stage.address(`whep/${id}`), token: first })).rejects.toMatchObject({
    cause: { status: 423, body: expect.stringContaining('LIVE_REPLACED') as string },
  });
  const { pictures } = newer.seen();
  await expect.poll(() => newer.seen().pictures).toBeGreaterThan(pictures + 10);
  await newer.stop();
});

test('media of connections that end before ten seconds are over add up', async () => {
  let before = 0;
  for (let times = 0; times < 3; times += 1) {
    const viewer = await watch({ url: stage.address(`whep/${id}`), token: tokenFor('mal') });
    await expect.poll(() => viewer.seen().pictures).toBeGreaterThan(10);
    await viewer.stop();
    const { deliveredMs } = seatOf('mal')!;
    expect(deliveredMs).toBeGreaterThan(before);
    before = deliveredMs;
  }
});
