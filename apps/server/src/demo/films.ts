import { transact } from '../platform/database/database.ts';
import { activateItem } from '../modules/items/index.ts';
import { createReel } from '../modules/reels/index.ts';
import { createVideo } from '../modules/videos/index.ts';
import { categoriesOfCraft } from './categories.ts';
import type { CastAudience, CastFilm } from './cast.ts';
import { type StoreFile, receiveFilm } from './pictures.ts';
import type { SeededPost } from './posts.ts';
import { DAY_MS, type Seeding, readAccountIds, stepKey } from './seeding.ts';

/** Videos of the cast: each is the film of a post, by what the film shows. */
const VIDEOS: Partial<
  Record<
    CastFilm,
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

/** Reels of the cast: the same subjects, taller than wide. */
const REELS: readonly { film: CastFilm; title: string; hoursAgo: number }[] = [
  { film: 'silks', title: 'Ten seconds from the top of the silk.', hoursAgo: 3 },
  { film: 'waves', title: 'Four strings, one breath.', hoursAgo: 9 },
  { film: 'wheel', title: 'Watch the rim.', hoursAgo: 20 },
  { film: 'ribbons', title: 'Warm-up, day 212.', hoursAgo: 31 },
  { film: 'orbs', title: 'It only looks cold.', hoursAgo: 44 },
  { film: 'ridges', title: 'Worth the alarm clock.', hoursAgo: 60 },
];
const HOUR_MS = 3_600_000;

const reelKey = (film: CastFilm): string => `reel ${film}`;

/** The reels that are not published yet. */
export const reelFilms = async (seeding: Seeding): Promise<StoreFile[]> => {
  const { cast, done, platform, base } = seeding;
  const ids = await readAccountIds(platform);
  return REELS.flatMap(({ film, title, hoursAgo }): StoreFile[] => {
    // By whoever shows the same in a post.
    const performer = cast.performers.find(({ posts }) => posts.some((post) => post.film === film));
    if (!performer || done.has(reelKey(film))) return [];
    const ownerId = ids.get(performer.username)!;
    const at = new Date(base.getTime() - hoursAgo * HOUR_MS);
    return [
      async () => {
        const { reelId } = await createReel(
          seeding.at(at),
          ownerId,
          await receiveFilm(platform, film, 'tall'),
          { title, categoryIds: await categoriesOfCraft(platform, performer.craft), isDraft: false },
          stepKey(ownerId, reelKey(film)),
        );
        await publishNow(seeding, reelId, at);
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
    const video = post.film && VIDEOS[post.film];
    if (!video) continue;
    const film = await seeding.platform.database
      .selectFrom('item_files as r')
      .innerJoin('files as f', 'f.id', 'r.file_id')
      .select('f.id')
      .where('r.item_id', '=', feedId)
      .where('r.role', '=', 'content')
      .where('f.kind', '=', 'video')
      .executeTakeFirst();
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
