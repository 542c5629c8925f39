import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EngineShow, HostedStream, LiveEngine } from './live-engine.ts';
import type { TestPublisher } from './testing/publisher.ts';
import type { TestViewer } from './testing/viewer.ts';

/** A grant with its token, as the engine takes it. */
export interface StageGrant {
  grantId: string;
  token: string;
}

/** An engine set up for the suite, with an authority whose state the suite can change. */
export interface EngineStage {
  engine: LiveEngine;
  /** A show that somebody may publish, and that asks for tokens. */
  createShow(isRecorded: boolean): Promise<EngineShow>;
  /** Lets somebody play a show, for a minute or less. */
  grant(show: EngineShow, seconds?: number): Promise<StageGrant>;
  /** Lets somebody publish a show. */
  grantPublishing(show: EngineShow): Promise<StageGrant>;
  /** Publishes as the engine's browsers do. @throws when it is refused */
  publish(show: EngineShow, grant: StageGrant): Promise<TestPublisher>;
  /** Watches with the least delay, as the engine's browsers do. @throws when it is refused */
  watch(show: EngineShow, grant: StageGrant): Promise<TestViewer>;
  /** Revokes a grant in the authority, which alone does not disconnect anybody. */
  revoke(grant: StageGrant): Promise<void>;
  /** Ends a show in the authority. */
  endShow(show: EngineShow): Promise<void>;
  recordingOf(show: EngineShow): Promise<{ path: string; durationMs: number; width: number; height: number } | undefined>;
  close(): Promise<void>;
}

/** How clients of the tests say that a server refused them. */
const REFUSED = /refused/;

/** The show that all tests of the suite watch, and what it is made with; set before the first one. */
interface Suite {
  stage: EngineStage;
  show: EngineShow;
  publishing: StageGrant;
  publisher: TestPublisher;
}

const statusOf = async ({ stage, show }: Suite, token?: string): Promise<number> => {
  const response = await fetch(`${stage.engine.playback(show, 'hls')}${token === undefined ? '' : `?token=${token}`}`);
  await response.body?.cancel();
  return response.status;
};
const fetchPlaylist = async (suite: Suite, token: string): Promise<{ address: string; lines: string[] }> => {
  const address = `${suite.stage.engine.playback(suite.show, 'hls')}?token=${token}`;
  await expect.poll(() => statusOf(suite, token)).toBe(200);
  const response = await fetch(address);
  expect(response.headers.get('content-type')).toMatch(/mpegurl/i);
  return { address, lines: (await response.text()).split('\n') };
};
const segmentsOf = (lines: readonly string[]): string[] => lines.filter((line) => line !== '' && !line.startsWith('#'));
const numberOf = (lines: readonly string[], tag: string): number =>
  Number(lines.find((line) => line.startsWith(`#EXT-X-${tag}:`))!.split(':')[1]);
const hostedOf = async ({ stage, show }: Suite): Promise<HostedStream | undefined> =>
  (await stage.engine.hostedStreams()).find(({ streamId }) => streamId === show.id);

/** Plays the show. */
const testPlayback = (suite: Suite): void => {
  test('gives a playlist that names what a player needs, and goes on', async () => {
    const { token } = await suite.stage.grant(suite.show);
    const { address, lines } = await fetchPlaylist(suite, token);
    expect(lines[0]).toBe('#EXTM3U');
    expect(numberOf(lines, 'TARGETDURATION')).toBeLessThanOrEqual(4);
    expect(segmentsOf(lines).length).toBeGreaterThan(0);
    const init = /^#EXT-X-MAP:.*URI="([^"]+)"/.exec(lines.find((line) => line.startsWith('#EXT-X-MAP:')) ?? '')?.[1];
    for (const uri of [init, segmentsOf(lines).at(-1)!]) {
      const url = new URL(uri ?? '', address);
      // The token is valid for every URL in the playlist.
      url.searchParams.set('token', token);
      const response = await fetch(url);
      expect(response.status).toBe(200);
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
      url.searchParams.delete('token');
      expect((await fetch(url)).status).toBe(403);
    }
    const last = numberOf(lines, 'MEDIA-SEQUENCE') + segmentsOf(lines).length - 1;
    await expect
      .poll(async () => {
        const later = (await fetchPlaylist(suite, token)).lines;
        return numberOf(later, 'MEDIA-SEQUENCE') + segmentsOf(later).length - 1;
      })
      .toBeGreaterThan(last);
  });

  test('shows it without delay, with pictures and sound', async () => {
    const viewer = await suite.stage.watch(suite.show, await suite.stage.grant(suite.show));
    await expect.poll(() => viewer.seen().pictures).toBeGreaterThan(15);
    expect(viewer.seen().keys).toBeGreaterThan(0);
    expect(viewer.seen().sounds).toBeGreaterThan(20);
    await viewer.stop();
  });
};

/** Tokens that mustn't be accepted. */
const testTokens = (suite: Suite): void => {
  test('refuses to play with no token, another show’s, a publishing one and one that has expired', async () => {
    const { stage, show, publishing } = suite;
    const other = await stage.createShow(false);
    const foreign = await stage.grant(other);
    const short = await stage.grant(show, 1);
    expect(await statusOf(suite)).toBe(403);
    for (const grant of [foreign, publishing, { ...short, token: 'nobody-was-given-this' }]) {
      expect(await statusOf(suite, grant.token)).toBe(403);
      await expect(stage.watch(show, grant)).rejects.toThrow(REFUSED);
    }
    await expect.poll(() => statusOf(suite, short.token)).toBe(403);
    await expect(stage.watch(show, short)).rejects.toThrow(REFUSED);
    expect(await statusOf(suite, (await stage.grant(show)).token)).toBe(200);
  });

  test('refuses to publish with a playing token, another show’s, and beside somebody who publishes', async () => {
    const { stage, show, publishing } = suite;
    const other = await stage.createShow(false);
    for (const grant of [await stage.grant(other), publishing]) await expect(stage.publish(other, grant)).rejects.toThrow(REFUSED);
    await expect(stage.publish(show, await stage.grantPublishing(show))).rejects.toThrow(REFUSED);
  });
};

/** Reports and commands, which the site's other processes ask for. */
const testControl = (suite: Suite): void => {
  test('reports a viewer while it watches, and not after', async () => {
    const grant = await suite.stage.grant(suite.show);
    const viewer = await suite.stage.watch(suite.show, grant);
    const watchingOf = async () => (await hostedOf(suite))?.watching.find((one) => one.grantId === grant.grantId);
    await expect.poll(async () => (await watchingOf())?.watchedMs).toBeGreaterThan(900);
    const hosted = (await hostedOf(suite))!;
    expect(hosted).toMatchObject({ isPublishing: true, width: 640, height: 360 });
    expect(hosted.viewers).toBeGreaterThanOrEqual(1);
    expect(hosted.publishedMs).toBeGreaterThan(1000);
    await viewer.stop();
    await expect.poll(watchingOf).toBeUndefined();
  });

  test('puts one viewer out and lets the others watch on', async () => {
    const { stage, show } = suite;
    const [one, other] = [await stage.grant(show, 10), await stage.grant(show)];
    const [kicked, kept] = await Promise.all([one, other].map((grant) => stage.watch(show, grant)));
    await fetchPlaylist(suite, one.token);
    // A viewer that never connected couldn't be told that it is out.
    await expect.poll(() => kicked!.seen().pictures).toBeGreaterThan(0);
    await expect.poll(async () => (await hostedOf(suite))?.watching.some(({ grantId }) => grantId === one.grantId)).toBe(true);
    await stage.revoke(one);
    await stage.engine.kick(show.id, one.grantId);
    await expect.poll(() => kicked!.isClosed()).toBe(true);
    await expect(stage.watch(show, one)).rejects.toThrow(REFUSED);
    await expect.poll(() => statusOf(suite, one.token)).toBe(403);
    const before = kept!.seen().pictures;
    await expect.poll(() => kept!.seen().pictures).toBeGreaterThan(before + 5);
    await kept!.stop();
  });

  test('notices that the publisher left, and goes on with the same show when it returns', async () => {
    const { stage, show, publishing } = suite;
    await suite.publisher.stop();
    await expect.poll(async () => (await hostedOf(suite))?.isPublishing).not.toBe(true);
    suite.publisher = await stage.publish(show, publishing);
    await expect.poll(async () => (await hostedOf(suite))?.isPublishing).toBe(true);
    const viewer = await stage.watch(show, await stage.grant(show));
    await expect.poll(() => viewer.seen().pictures).toBeGreaterThan(15);
    await viewer.stop();
  });
};

/** Ends the show; the last test. */
const testEnd = (suite: Suite): void => {
  test('ends, and hands the recording of both parts over as a plain file', async () => {
    const { stage, show } = suite;
    const grant = await stage.grant(show);
    const viewer = await stage.watch(show, grant);
    await fetchPlaylist(suite, grant.token);
    await expect.poll(() => viewer.seen().pictures).toBeGreaterThan(0);
    await stage.endShow(show);
    await stage.engine.end(show.id);
    await expect.poll(() => viewer.isClosed()).toBe(true);
    await expect.poll(() => hostedOf(suite)).toBeUndefined();
    const { token: late } = await stage.grant(show);
    await expect.poll(() => statusOf(suite, late)).toBeGreaterThanOrEqual(400);
    await expect.poll(async () => (await stage.recordingOf(show)) !== undefined).toBe(true);
    const recording = (await stage.recordingOf(show))!;
    expect(recording).toMatchObject({ width: 640, height: 360 });
    expect(recording.durationMs).toBeGreaterThan(3000);
    const file = await readFile(recording.path);
    const at = (type: string): number => file.indexOf(type, 0, 'latin1');
    expect(at('moov')).toBeGreaterThan(0);
    expect(at('moov')).toBeLessThan(at('mdat'));
    // A stream that it doesn't host is no error.
    await stage.engine.end(show.id);
    await stage.engine.look(show.id);
  });
};

/** Contract tests that every engine must pass. */
export const testLiveEngine = (name: string, createStage: () => Promise<EngineStage>): void => {
  describe(`${name} as a live engine`, () => {
    const suite = {} as Suite;
    beforeAll(async () => {
      suite.stage = await createStage();
      suite.show = await suite.stage.createShow(true);
      suite.publishing = await suite.stage.grantPublishing(suite.show);
      suite.publisher = await suite.stage.publish(suite.show, suite.publishing);
    });
    afterAll(async () => {
      suite.publisher.vanish();
      await suite.stage.close();
    });

    testPlayback(suite);
    testTokens(suite);
    testControl(suite);
    testEnd(suite);
  });
};
