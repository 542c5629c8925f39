import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startForeignClient } from './testing/foreign-client.ts';
import { type TestPublisher, publish } from './testing/publisher.ts';
import { type BuiltInStage, createBuiltInStage } from './testing/stage.ts';
import { watch } from './testing/viewer.ts';

// Clients of other WebRTC libraries publish and watch; what counts is what is decoded at the other end.

const DEADLINE = { timeout: 20_000, interval: 100 };

let stage: BuiltInStage;
beforeAll(async () => {
  stage = await createBuiltInStage();
});
afterAll(() => stage.close());

const isLive = async (id: string): Promise<boolean> =>
  (await stage.engine.hostedStreams()).find(({ streamId }) => streamId === id)?.isPublishing === true;

test.each([
  ['aiortc', 'aiortc_whip', []],
  ['GStreamer', 'gstreamer_whip', []],
  ['GStreamer with the High profile', 'gstreamer_whip', ['--profile', 'high']],
  ['aiortc without sound', 'aiortc_whip', ['--only', 'video']],
  ['GStreamer without sound', 'gstreamer_whip', ['--only', 'video']],
] as const)(
  '%s publishes, and viewers of both other libraries decode it',
  async (_name, program, args) => {
    const id = stage.memory.createShow();
    const publisher = startForeignClient(program, stage.address(`whip/${id}`), stage.memory.grant(id, 'publish').token, args);
    await vi.waitUntil(async () => (await isLive(id)) || publisher.assertRuns(), DEADLINE);
    const hasSound = !args.includes('video' as never);
    const others = (['aiortc_whep', 'gstreamer_whep'] as const).map((viewer) =>
      startForeignClient(viewer, stage.address(`whep/${id}`), stage.memory.grant(id, 'play').token),
    );
    const own = await watch({ url: stage.address(`whep/${id}`), token: stage.memory.grant(id, 'play').token });
    await vi.waitUntil(() => own.seen().pictures > 30, DEADLINE);
    for (const viewer of others) {
      await vi.waitUntil(() => viewer.seen().pictures > 30 || viewer.assertRuns(), DEADLINE);
      if (hasSound) await vi.waitUntil(() => viewer.seen().samples > 48_000 || viewer.assertRuns(), DEADLINE);
      expect(viewer.seen()).toMatchObject({ width: 640 });
    }
    for (const client of [...others, publisher]) await client.stop();
    await own.stop();
  },
  120_000,
);

test.each(['aiortc_whip', 'gstreamer_whip'] as const)(
  '%s publishes sound alone, and viewers of both other libraries hear it',
  async (program) => {
    const id = stage.memory.createShow();
    const publisher = startForeignClient(program, stage.address(`whip/${id}`), stage.memory.grant(id, 'publish').token, [
      '--only',
      'audio',
    ]);
    await vi.waitUntil(async () => (await isLive(id)) || publisher.assertRuns(), DEADLINE);
    for (const viewerProgram of ['aiortc_whep', 'gstreamer_whep'] as const) {
      const viewer = startForeignClient(viewerProgram, stage.address(`whep/${id}`), stage.memory.grant(id, 'play').token);
      await vi.waitUntil(() => viewer.seen().samples > 48_000 || viewer.assertRuns(), DEADLINE);
      expect(viewer.answer()).toContain('a=inactive');
      await viewer.stop();
    }
    await publisher.stop();
  },
  90_000,
);

test.each(['aiortc_whep', 'gstreamer_whep'] as const)(
  '%s watches without picture or without sound',
  async (program) => {
    const id = stage.memory.createShow();
    const publisher: TestPublisher = await publish({ url: stage.address(`whip/${id}`), token: stage.memory.grant(id, 'publish').token });
    await vi.waitUntil(() => isLive(id), DEADLINE);
    const start = (only: string) =>
      startForeignClient(program, stage.address(`whep/${id}`), stage.memory.grant(id, 'play').token, ['--only', only]);
    const [listener, looker] = [start('audio'), start('video')];
    await vi.waitUntil(() => listener.seen().samples > 48_000 || listener.assertRuns(), DEADLINE);
    await vi.waitUntil(() => looker.seen().pictures > 20 || looker.assertRuns(), DEADLINE);
    expect([listener.seen().pictures, looker.seen().samples]).toEqual([0, 0]);
    for (const client of [listener, looker]) await client.stop();
    await publisher.stop();
  },
  90_000,
);
