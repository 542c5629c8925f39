import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EngineShow, LiveEngine } from './live-engine.ts';
import { asBundleOnly } from './testing/client.ts';
import { type TestPublisher, publish } from './testing/publisher.ts';
import { watch } from './testing/viewer.ts';

/** An engine set up for the suite, with an authority whose state the suite can change. */
export interface EngineStage {
  engine: LiveEngine;
  /** A show that somebody may publish, and that asks for tokens. */
  createShow(isRecorded: boolean): Promise<{ show: EngineShow; publishToken: string }>;
  grant(show: EngineShow): Promise<{ grantId: string; token: string }>;
  /** Revokes a grant in the authority, which alone does not disconnect anybody. */
  revoke(token: string): Promise<void>;
  /** Ends a show in the authority. */
  endShow(show: EngineShow): Promise<void>;
  recordingOf(show: EngineShow): Promise<{ path: string; durationMs: number; width: number; height: number } | undefined>;
  close(): Promise<void>;
}

const attributeOf = (line: string, name: string): string => new RegExp(`[:,]${name}="?([^",]+)`).exec(line)?.[1] ?? '';

/** The show that all tests of the suite watch, and what it is made with; set before the first one. */
interface Suite {
  stage: EngineStage;
  show: EngineShow;
  publisher: TestPublisher;
}

const fetchPlaylist = async ({ stage, show }: Suite, token: string, query = ''): Promise<{ address: string; lines: string[] }> => {
  const address = `${stage.engine.playback(show, 'hls')}?token=${token}${query}`;
  const response = await fetch(address);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/mpegurl/i);
  return { address, lines: (await response.text()).split('\n') };
};
const numberOf = (lines: readonly string[], tag: string): number =>
  Number(lines.find((line) => line.startsWith(`#EXT-X-${tag}:`))!.split(':')[1]);

/** Plays the show by LL-HLS. */
const testPlaylists = (suite: Suite): void => {
  test('gives a playlist that names what a player needs, and goes on', async () => {
    const { token } = await suite.stage.grant(suite.show);
    const { address, lines } = await fetchPlaylist(suite, token);
    expect(lines[0]).toBe('#EXTM3U');
    expect(numberOf(lines, 'TARGETDURATION')).toBeLessThanOrEqual(4);
    const segments = lines.filter((line) => line !== '' && !line.startsWith('#'));
    expect(segments.length).toBeGreaterThan(0);
    const map = lines.find((line) => line.startsWith('#EXT-X-MAP:'))!;
    // The token is valid for every URL in the playlist.
    for (const uri of [attributeOf(map, 'URI'), segments.at(-1)!]) {
      const response = await fetch(new URL(uri, address));
      expect(response.status).toBe(200);
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
    }
    const last = numberOf(lines, 'MEDIA-SEQUENCE') + segments.length - 1;
    await expect
      .poll(async () => {
        const later = (await fetchPlaylist(suite, token)).lines;
        return numberOf(later, 'MEDIA-SEQUENCE') + later.filter((line) => line !== '' && !line.startsWith('#')).length - 1;
      })
      .toBeGreaterThan(last);
  });

  test('gives parts of the segment that grows, by blocking reloads', async () => {
    const { token } = await suite.stage.grant(suite.show);
    const { lines } = await fetchPlaylist(suite, token);
    expect(lines.find((line) => line.startsWith('#EXT-X-SERVER-CONTROL:'))).toContain('CAN-BLOCK-RELOAD=YES');
    const next = numberOf(lines, 'MEDIA-SEQUENCE') + lines.filter((line) => line.startsWith('#EXTINF:')).length;
    const { address, lines: grown } = await fetchPlaylist(suite, token, `&_HLS_msn=${next}&_HLS_part=0`);
    const part = grown.findLast((line) => line.startsWith('#EXT-X-PART:'))!;
    expect(Number(attributeOf(part, 'DURATION'))).toBeLessThanOrEqual(
      Number(attributeOf(grown.find((line) => line.includes('PART-TARGET'))!, 'PART-TARGET')),
    );
    const response = await fetch(new URL(attributeOf(part, 'URI'), address));
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).toString('latin1', 4, 8)).toBe('moof');
  });
};

/** Plays the show by WHEP. */
const testWhep = (suite: Suite): void => {
  test('answers a section that is offered within the bundle alone', () => {
    const { body } = suite.publisher.session;
    expect(body).toMatch(/^a=group:BUNDLE 0 1\r$/m);
    expect(body).toMatch(/^m=audio [1-9]\d* /m);
  });

  test('shows it by WHEP, with a key frame first and sound', async () => {
    const { token } = await suite.stage.grant(suite.show);
    let first: boolean | undefined;
    const viewer = await watch({
      url: suite.stage.engine.whep(suite.show)!,
      token,
      rewrite: asBundleOnly,
      onPicture: ({ isKey }) => (first ??= isKey),
    });
    await expect.poll(() => viewer.seen().pictures).toBeGreaterThan(15);
    expect(first).toBe(true);
    expect(viewer.seen().sounds).toBeGreaterThan(20);
    await viewer.stop();
  });

  test('shows it to clients whose offer has no parameters of Opus', async () => {
    const { token } = await suite.stage.grant(suite.show);
    const withoutParameters = (offer: string): string => offer.replace(/^a=fmtp:111 .*\r\n/m, '');
    const viewer = await watch({ url: suite.stage.engine.whep(suite.show)!, token, rewrite: withoutParameters });
    await expect.poll(() => viewer.seen().pictures).toBeGreaterThan(5);
    await expect.poll(() => viewer.seen().sounds).toBeGreaterThan(5);
    await viewer.stop();
  });
};

/** Reports and commands, which the site's other processes ask for. */
const testControl = (suite: Suite): void => {
  test('reports the streams it hosts', async () => {
    const { token, grantId } = await suite.stage.grant(suite.show);
    const viewer = await watch({ url: suite.stage.engine.whep(suite.show)!, token });
    await expect
      .poll(
        async () =>
          (await suite.stage.engine.hostedStreams())
            .find(({ streamId }) => streamId === suite.show.id)
            ?.watching.find((one) => one.grantId === grantId)?.watchedMs,
      )
      .toBeGreaterThan(900);
    const hosted = (await suite.stage.engine.hostedStreams()).find(({ streamId }) => streamId === suite.show.id)!;
    expect(hosted).toMatchObject({ isPublishing: true, width: 640, height: 360 });
    expect(hosted.viewers).toBeGreaterThanOrEqual(1);
    expect(hosted.publishedMs).toBeGreaterThan(1000);
    await viewer.stop();
    await expect
      .poll(async () =>
        (await suite.stage.engine.hostedStreams())
          .find(({ streamId }) => streamId === suite.show.id)
          ?.watching.some((one) => one.grantId === grantId),
      )
      .toBe(false);
  });

  test('puts one viewer out and lets the others watch on', async () => {
    const [one, other] = await Promise.all([suite.stage.grant(suite.show), suite.stage.grant(suite.show)]);
    const [kicked, kept] = await Promise.all([one, other].map(({ token }) => watch({ url: suite.stage.engine.whep(suite.show)!, token })));
    await fetchPlaylist(suite, one.token);
    // A viewer that never connected couldn't be told that it is out.
    await expect.poll(() => kicked!.seen().pictures).toBeGreaterThan(0);
    await suite.stage.revoke(one.token);
    await suite.stage.engine.kick(suite.show.id, one.grantId);
    await expect.poll(() => kicked!.isClosed()).toBe(true);
    expect((await fetch(`${suite.stage.engine.playback(suite.show, 'hls')}?token=${one.token}`)).status).toBe(403);
    const before = kept!.seen().pictures;
    await expect.poll(() => kept!.seen().pictures).toBeGreaterThan(before + 5);
    await kept!.stop();
  });
};

/** Ends the show; the last test. */
const testEnd = (suite: Suite): void => {
  test('ends, and hands the recording over as a plain file', async () => {
    const { token } = await suite.stage.grant(suite.show);
    const viewer = await watch({ url: suite.stage.engine.whep(suite.show)!, token });
    await fetchPlaylist(suite, token);
    await expect.poll(() => viewer.seen().pictures).toBeGreaterThan(0);
    await suite.stage.endShow(suite.show);
    await suite.stage.engine.end(suite.show.id);
    await expect.poll(() => viewer.isClosed()).toBe(true);
    await expect
      .poll(async () => (await suite.stage.engine.hostedStreams()).some(({ streamId }) => streamId === suite.show.id))
      .toBe(false);
    const { token: late } = await suite.stage.grant(suite.show);
    expect((await fetch(`${suite.stage.engine.playback(suite.show, 'hls')}?token=${late}`)).status).toBeGreaterThanOrEqual(400);
    await expect.poll(async () => (await suite.stage.recordingOf(suite.show)) !== undefined).toBe(true);
    const recording = (await suite.stage.recordingOf(suite.show))!;
    expect(recording).toMatchObject({ width: 640, height: 360 });
    expect(recording.durationMs).toBeGreaterThan(3000);
    const file = await readFile(recording.path);
    const at = (type: string): number => file.indexOf(type, 0, 'latin1');
    expect(at('moov')).toBeGreaterThan(0);
    expect(at('moov')).toBeLessThan(at('mdat'));
    // A stream that it doesn't host is no error.
    await suite.stage.engine.end(suite.show.id);
  });
};

/** Contract tests that every engine must pass. */
export const testLiveEngine = (name: string, createStage: () => Promise<EngineStage>): void => {
  describe(`${name} as a live engine`, () => {
    const suite = {} as Suite;
    beforeAll(async () => {
      suite.stage = await createStage();
      const { show, publishToken } = await suite.stage.createShow(true);
      suite.show = show;
      // As webrtcbin with max-bundle: the tests of sound prove that the bundled section is answered.
      suite.publisher = await publish({ url: suite.stage.engine.whip(show)!, token: publishToken, bundleOnly: true });
    });
    afterAll(async () => {
      suite.publisher.vanish();
      await suite.stage.close();
    });

    testPlaylists(suite);
    testWhep(suite);
    testControl(suite);
    testEnd(suite);
  });
};
