import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type TestPublisher, publish } from '../testing/publisher.ts';
import { type BuiltInStage, createBuiltInStage } from '../testing/stage.ts';
import { type TestViewer, watch } from '../testing/viewer.ts';

// Viewers without a token who really play, by WebRTC, behind a proxy on this machine that names their networks.
const PLACES = 8;
const SHARE = 3;
const SCHOOL = '192.0.2.7';
const HOME = '198.51.100.4';

let stage: BuiltInStage;
let id: string;
let publisher: TestPublisher;
let viewers: TestViewer[] = [];
beforeAll(async () => {
  stage = await createBuiltInStage({ limits: { webrtcViewers: PLACES, webrtcViewersPerNetwork: SHARE, strangersPerNetwork: 2 } });
  id = stage.memory.createShow({ isOpen: true });
  publisher = await publish({ url: stage.address(`whip/${id}`), token: stage.memory.grant(id, 'publish').token });
  await vi.waitUntil(() => stage.server.hostedStreams()[0]?.isPublishing);
});
afterEach(async () => {
  await Promise.all(viewers.map((viewer) => viewer.stop()));
  viewers = [];
});
afterAll(async () => {
  publisher.vanish();
  await stage.close();
});

/** A viewer who has seen pictures. @throws when refused */
const play = async (address: string, token?: string): Promise<TestViewer> => {
  const viewer = await vi.waitFor(
    () => watch({ url: stage.address(`whep/${id}`), headers: { 'x-forwarded-for': address }, ...(token ? { token } : {}) }),
    // The one before counts as a stranger until its first report.
    { timeout: 10_000 },
  );
  viewers.push(viewer);
  await expect.poll(() => viewer.seen().pictures, { timeout: 10_000 }).toBeGreaterThan(3);
  return viewer;
};
const refused = (address: string) =>
  expect(watch({ url: stage.address(`whep/${id}`), headers: { 'x-forwarded-for': address } })).rejects.toMatchObject({
    cause: { status: 503 },
  });

test('viewers of one network may take every place of a show, and one more is refused', async () => {
  for (let pupil = 0; pupil < PLACES; pupil += 1) await play(SCHOOL);
  await refused(SCHOOL);
  expect(viewers.filter((viewer) => viewer.isClosed())).toEqual([]);
});

test('in a show that one network has filled, viewers from elsewhere take places of its newest, down to its share', async () => {
  for (let pupil = 0; pupil < PLACES; pupil += 1) await play(SCHOOL);
  const pupils = [...viewers];
  await play(HOME);
  await expect.poll(() => pupils.at(-1)!.isClosed(), { timeout: 10_000 }).toBe(true);
  expect(pupils.slice(0, -1).some((viewer) => viewer.isClosed())).toBe(false);
  for (let fan = 0; fan < PLACES - SHARE - 1; fan += 1) await play(`203.0.113.${fan}`, stage.memory.grant(id, 'play').token);
  await expect.poll(() => pupils.map((viewer) => viewer.isClosed()), { timeout: 10_000 }).toEqual(pupils.map((_, index) => index >= SHARE));
  // Now nobody has more than a share: the show is full.
  await refused('203.0.113.200');
  expect(pupils.slice(0, SHARE).some((viewer) => viewer.isClosed())).toBe(false);
});

test('a viewer who plays doesn’t count as a stranger, and one who reports nothing does', async () => {
  const silent = async () => {
    const viewer = await watch({ url: stage.address(`whep/${id}`), headers: { 'x-forwarded-for': HOME }, isSilent: true });
    viewers.push(viewer);
  };
  for (let count = 0; count < 4; count += 1) await play(HOME);
  // Those who play count as strangers until their first reports.
  for (let count = 0; count < 2; count += 1) await vi.waitFor(silent, { timeout: 10_000 });
  await refused(HOME);
  expect((await play(SCHOOL)).isClosed()).toBe(false);
});
