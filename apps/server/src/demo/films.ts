import { transact } from '../platform/database/database.ts';
import { findFfmpeg } from '../platform/media/ffmpeg.ts';
import { activateItem } from '../modules/items/index.ts';
import { createReel } from '../modules/reels/index.ts';
import { createVideo } from '../modules/videos/index.ts';
import { categoriesOfCraft } from './categories.ts';
import type { CastAudience, CastClip } from './cast.ts';
import { postClip } from './cast-orders.ts';
import { type Painting, receiveFilm } from './pictures.ts';
import type { SeededPost } from './posts.ts';
import { DAY_MS, type Seeding, readAccountIds, stepKey } from './seeding.ts';

type Scene = CastClip['kind'];

/** Videos of the cast: each is the film of a post, by what the film shows. */
const VIDEOS: Partial<
  Record<
    Scene,
    { title: string; description: string; tags: readonly string[]; audience: CastAudience; price: bigint | null; daysAgo: number }
  >
> = {
  waves: {
    title: 'Low tide, one take',
    description: 'The whole first movement, played once, with the window open.',
    tags: ['music', 'one take'],
    audience: 'everyone',
    price: null,
    daysAgo: 2,
  },
  wheel: {
    title: 'Centring, slowly',
    description: 'What the hands do in the first minute, at half speed.',
    tags: ['ceramics', 'lesson'],
    audience: 'everyone',
    price: null,
    daysAgo: 5,
  },
  orbs: {
    title: 'Eleven hundred degrees',
    description: 'One vessel from the furnace to the cooling oven. Nobody speaks.',
    tags: ['glass'],
    audience: 'buyers',
    price: 600n,
    daysAgo: 3,
  },
  silks: {
    title: 'Silks without music',
    description: 'The full routine, as it sounds in the ring: cloth, breath, rope.',
    tags: ['aerial', 'rehearsal'],
    audience: 'buyers',
    price: 800n,
    daysAgo: 1,
  },
  ribbons: {
    title: 'Ribbon study',
    description: 'Three minutes of one phrase, until it was right.',
    tags: ['dance', 'practice'],
    audience: 'subscribers',
    price: null,
    daysAgo: 4,
  },
  ridges: {
    title: 'Ridge line, first light',
    description: 'The last hour before the top, without a word.',
    tags: ['mountains'],
    audience: 'subscribers',
    price: null,
    daysAgo: 7,
  },
};

/** Reels of the cast: drawn taller than wide. */
const REELS: readonly { kind: Scene; seed: number; title: string; hoursAgo: number }[] = [
  { kind: 'silks', seed: 31, title: 'Ten seconds from the top of the silk.', hoursAgo: 3 },
  { kind: 'waves', seed: 32, title: 'Four strings, one breath.', hoursAgo: 9 },
  { kind: 'wheel', seed: 33, title: 'Watch the rim.', hoursAgo: 20 },
  { kind: 'ribbons', seed: 34, title: 'Warm-up, day 212.', hoursAgo: 31 },
  { kind: 'orbs', seed: 35, title: 'It only looks cold.', hoursAgo: 44 },
  { kind: 'ridges', seed: 36, title: 'Worth the alarm clock.', hoursAgo: 60 },
];
const REEL_SHAPE = { width: 432, height: 768, seconds: 5, framesPerSecond: 12 } as const;
const HOUR_MS = 3_600_000;

const reelKey = (kind: Scene): string => `reel ${kind}`;

/** The reels still to be drawn; each is published as soon as it is drawn. None without ffmpeg. */
export const reelPaintings = async (seeding: Seeding): Promise<Painting[]> => {
  const { cast, done, platform, base } = seeding;
  const ffmpeg = await findFfmpeg(platform.config.ffmpegPath);
  if (!ffmpeg) return [];
  const ids = await readAccountIds(platform);
  return REELS.flatMap(({ kind, seed, title, hoursAgo }): Painting[] => {
    // By whoever shows the same in a post.
    const performer = cast.performers.find(({ posts }) => posts.some(({ clip }) => clip?.kind === kind));
    if (!performer || done.has(reelKey(kind))) return [];
    const ownerId = ids.get(performer.username)!;
    const at = new Date(base.getTime() - hoursAgo * HOUR_MS);
    return [
      {
        order: postClip(performer, { kind, seed, ...REEL_SHAPE }),
        async store(frames) {
          const file = await receiveFilm(platform, ffmpeg, frames, REEL_SHAPE.framesPerSecond);
          const { reelId } = await createReel(
            seeding.at(at),
            ownerId,
            file,
            { title, categoryIds: await categoriesOfCraft(platform, performer.craft), isDraft: false },
            stepKey(ownerId, reelKey(kind)),
          );
          await publishNow(seeding, reelId, at);
        },
      },
    ];
  });
};

/** A film would wait for its encoding: it is published at its own time instead. */
const publishNow = ({ platform }: Seeding, itemId: string, at: Date): Promise<void> =>
  transact(platform.database, undefined, async (trx) => {
    const item = await trx.selectFrom('items').selectAll().where('id', '=', itemId).forUpdate().executeTakeFirstOrThrow();
    if (item.state === 'processing') await activateItem(trx, { ...item, published_at: at }, at);
  });

/** Publishes the videos of the cast, once each. */
export const seedVideos = async (seeding: Seeding, posts: readonly SeededPost[]): Promise<void> => {
  for (const { post, performer, performerId, feedId } of posts) {
    seeding.signal.throwIfAborted();
    const video = post.clip && VIDEOS[post.clip.kind];
    if (!video) continue;
    const film = await seeding.platform.database
      .selectFrom('item_files as r')
      .innerJoin('files as f', 'f.id', 'r.file_id')
      .select('f.id')
      .where('r.item_id', '=', feedId)
      .where('r.role', '=', 'content')
      .where('f.kind', '=', 'video')
      .executeTakeFirst();
    // Without ffmpeg the post shows a still.
    if (!film) continue;
    const { daysAgo, tags, ...words } = video;
    const at = new Date(seeding.base.getTime() - daysAgo * DAY_MS);
    const { videoId } = await createVideo(
      seeding.at(at),
      performerId,
      {
        ...words,
        tags: [...tags],
        categoryIds: await categoriesOfCraft(seeding.platform, performer.craft),
        videoId: film.id,
        teaserCut: video.audience !== 'everyone',
      },
      stepKey(performerId, `video ${video.title}`),
    );
    await publishNow(seeding, videoId, at);
  }
};
