import { expect, test } from 'vitest';
import { type EngineStage, testLiveEngine } from '../live-engine.contract.ts';
import { asBundleOnly } from '../testing/client.ts';
import { type TestPublisher, publish } from '../testing/publisher.ts';
import { type BuiltInStage, createBuiltInStage } from '../testing/stage.ts';
import { watch } from '../testing/viewer.ts';

testLiveEngine('the built-in engine', async (): Promise<EngineStage> => {
  const { engine, memory, close } = await createBuiltInStage();
  return {
    engine,
    createShow: async (isRecorded) => ({ id: memory.createShow({ isRecorded }), type: 'public' }),
    grantPublishing: async ({ id }) => memory.grant(id, 'publish'),
    grant: async ({ id }, seconds) => memory.grant(id, 'play', seconds === undefined ? null : new Date(Date.now() + seconds * 1000)),
    publish: (show, { token }) => publish({ url: engine.whip(show)!, token }),
    watch: (show, { token }) => watch({ url: engine.whep(show)!, token }),
    revoke: async ({ token }) => memory.revoke(token),
    endShow: async ({ id }) => memory.endShow(id),
    recordingOf: async ({ id }) => memory.recordings.get(id),
    close,
  };
});

/** Publishes a show that everybody may watch, for one test. */
const onAir = async (
  act: (stage: BuiltInStage, id: string, publisher: TestPublisher) => Promise<void>,
  bundleOnly = false,
): Promise<void> => {
  const stage = await createBuiltInStage();
  const id = stage.memory.createShow({ isOpen: true });
  const publisher = await publish({ url: stage.address(`whip/${id}`), token: stage.memory.grant(id, 'publish').token, bundleOnly });
  try {
    await expect.poll(async () => (await fetch(stage.address(`streams/${id}.m3u8`))).status).toBe(200);
    await act(stage, id, publisher);
  } finally {
    await publisher.stop();
    await stage.close();
  }
};
const attributeOf = (line: string, name: string): string => new RegExp(`[:,]${name}="?([^",]+)`).exec(line)?.[1] ?? '';

test('gives parts of the segment that grows, by blocking reloads', () =>
  onAir(async (stage, id) => {
    const address = stage.address(`streams/${id}.m3u8`);
    const lines = (await (await fetch(address)).text()).split('\n');
    expect(lines.find((line) => line.startsWith('#EXT-X-SERVER-CONTROL:'))).toContain('CAN-BLOCK-RELOAD=YES');
    const sequence = Number(lines.find((line) => line.startsWith('#EXT-X-MEDIA-SEQUENCE:'))!.split(':')[1]);
    const next = sequence + lines.filter((line) => line.startsWith('#EXTINF:')).length;
    const grown = (await (await fetch(`${address}?_HLS_msn=${next}&_HLS_part=0`)).text()).split('\n');
    const part = grown.findLast((line) => line.startsWith('#EXT-X-PART:'))!;
    expect(Number(attributeOf(part, 'DURATION'))).toBeLessThanOrEqual(
      Number(attributeOf(grown.find((line) => line.includes('PART-TARGET'))!, 'PART-TARGET')),
    );
    const response = await fetch(new URL(attributeOf(part, 'URI'), address));
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).toString('latin1', 4, 8)).toBe('moof');
  }));

// As webrtcbin with max-bundle: the sounds that arrive prove that the bundled section is answered.
test('answers a section that is offered within the bundle alone, by WHIP and by WHEP, and begins with a key frame', () =>
  onAir(async (stage, id, { session }) => {
    expect(session.body).toMatch(/^a=group:BUNDLE 0 1\r$/m);
    expect(session.body).toMatch(/^m=audio [1-9]\d* /m);
    let first: boolean | undefined;
    const viewer = await watch({ url: stage.address(`whep/${id}`), rewrite: asBundleOnly, onPicture: ({ isKey }) => (first ??= isKey) });
    await expect.poll(() => viewer.seen().pictures).toBeGreaterThan(15);
    expect(first).toBe(true);
    expect(viewer.seen().sounds).toBeGreaterThan(20);
    await viewer.stop();
  }, true));

test('shows it to clients whose offer has no parameters of Opus', () =>
  onAir(async (stage, id) => {
    const withoutParameters = (offer: string): string => offer.replace(/^a=fmtp:111 .*\r\n/m, '');
    const viewer = await watch({ url: stage.address(`whep/${id}`), rewrite: withoutParameters });
    await expect.poll(() => viewer.seen().pictures).toBeGreaterThan(5);
    await expect.poll(() => viewer.seen().sounds).toBeGreaterThan(5);
    await viewer.stop();
  }));

test('a publisher of the same library, such as OBS, needn’t repeat its first message: the server starts the handshake', async () => {
  const stage = await createBuiltInStage();
  const id = stage.memory.createShow();
  const publisher = await publish({ url: stage.address(`whip/${id}`), token: stage.memory.grant(id, 'publish').token });
  expect(publisher.session.body).toMatch(/^a=setup:active/m);
  await publisher.stop();
  await stage.close();
});
