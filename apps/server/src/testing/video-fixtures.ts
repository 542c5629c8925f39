import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OwnVideo } from '@stagedoor/contract/videos';
import { type CallFixture, withBody } from './call-fixture.ts';
import { type Person, picture } from './factories.ts';
import { type TestNode, createShow } from './test-node.ts';
import { asBlob, video } from './videos.ts';

const films = new Map<string, Promise<Blob>>();
/** A film of a shape, encoded once. */
export const film = (size = '160x90', seconds = 0.5): Promise<Blob> => {
  const key = `${size} ${seconds}`;
  let made = films.get(key);
  if (!made) films.set(key, (made = video({ size, seconds }).then((bytes) => asBlob(bytes))));
  return made;
};

/** A film taller than wide. */
export const reelFilm = (seconds = 0.5): Promise<Blob> => film('90x160', seconds);

/** A film brought for videos. @returns its file's id */
export const uploadFilm = async (performer: Person, seconds = 0.5): Promise<string> =>
  (
    await performer.client.call('POST /performer/performer-assets/videos/upload', {
      files: { video: await film('160x90', seconds) },
    })
  )._id;

/** A published video; it is active once its film is encoded. */
export const createVideo = async (
  performer: Person,
  terms: { audience?: 'everyone' | 'followers' | 'subscribers' | 'buyers'; price?: number; title?: string; seconds?: number } = {},
): Promise<OwnVideo> => {
  const { seconds, ...fields } = terms;
  return performer.client.call('POST /performer/performer-assets/videos', {
    body: { title: 'Rehearsal', ...fields, videoId: await uploadFilm(performer, seconds) },
  });
};

/** A published reel. @returns its id */
export const createReel = async (performer: Person, title = 'A minute'): Promise<string> =>
  (
    await performer.client.call('POST /performer/performer-assets/reels/upload', {
      body: { title },
      files: { file: await reelFilm() },
    })
  )._id;

/** An ended public show with a finished recording. @returns its id */
export const createRecordedShow = async (performer: Person, node: TestNode): Promise<string> => {
  const { streamId } = await createShow(performer, { node, isRecorded: true, title: 'Late set' });
  await performer.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
  await finishRecordingOf(node, streamId);
  return streamId;
};

/** Hands a node's recording of an ended show over, as the node would. */
export const finishRecordingOf = async (node: TestNode, streamId: string): Promise<void> => {
  const path = join(await mkdtemp(join(tmpdir(), 'stagedoor-recording-')), 'show.mp4');
  await writeFile(path, Buffer.from(await (await film('160x90', 3)).arrayBuffer()));
  await node.authority.recorded(streamId, { path, durationMs: 3000, width: 160, height: 90 });
};

/** Calls of videos and reels that take an Idempotency-Key, each on a target of its own. */
export const videoFixtures = (star: () => Person): Record<string, CallFixture> => {
  const draft = async () =>
    (await star().client.call('POST /performer/performer-assets/videos', { body: { title: 'Not yet', isDraft: true } }))._id;
  const own = async () => ({ params: { id: await draft() } });
  const reel = async () => ({ params: { id: await createReel(star()) } });
  return {
    'POST /performer/performer-assets/videos/upload': {
      who: star,
      make: async () => ({ files: { thumbnail: await picture() } }),
      change: async () => ({ files: { thumbnail: await picture() } }),
    },
    'POST /performer/performer-assets/videos': {
      who: star,
      make: async () => ({ body: { title: 'Rehearsal', audience: 'buyers', price: 2, videoId: await uploadFilm(star()) } }),
      change: withBody({ title: 'Premiere' }),
    },
    'PUT /performer/performer-assets/videos/edit/{id}': {
      who: star,
      make: async () => ({
        params: { id: (await createVideo(star(), { audience: 'buyers', price: 3 }))._id },
        body: { title: 'Again', audience: 'buyers', price: 2 },
      }),
      change: withBody({ title: 'Once more' }),
    },
    'DELETE /performer/performer-assets/videos/{id}': { who: star, make: own, change: own },
    'POST /performer/performer-assets/reels/upload': {
      who: star,
      make: async () => ({ body: { title: 'A minute' }, files: { file: await reelFilm() } }),
      change: withBody({ title: 'Another' }),
    },
    'PUT /performer/performer-assets/reels/edit/{id}': {
      who: star,
      make: async () => ({ ...(await reel()), body: { title: 'Again' } }),
      change: withBody({ title: 'Once more' }),
    },
    'DELETE /performer/performer-assets/reels/{id}': { who: star, make: reel, change: reel },
  };
};
