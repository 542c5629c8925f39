import { nameFile, storePicture, storeVideo } from '../modules/files/index.ts';
import { publishFeed } from '../modules/feeds/index.ts';
import { activateItem, pinItem } from '../modules/items/index.ts';
import { setWelcomeVideo } from '../modules/performers/index.ts';
import { transact } from '../platform/database/database.ts';
import type { CastFilm, CastPerformer, CastPost } from './cast.ts';
import { categoriesOfCraft } from './categories.ts';
import { pollOf } from './comments.ts';
import { captionFilm } from './captions.ts';
import { type StoreFile, receiveCaptions, receiveFilm, receivePostPicture } from './pictures.ts';
import { MINUTE_MS, type Seeding, minutesBefore, readAccountIds, stepKey } from './seeding.ts';

/** A post of the cast with its created feed. */
export interface SeededPost {
  performer: CastPerformer;
  performerId: string;
  post: CastPost;
  feedId: string;
  publishedAt: Date;
}

const keyOf = (performer: CastPerformer, index: number): string => `post ${performer.username} ${index}`;

/** The name of a post's file in the library: the post's title or first words, with a number where there are several files. */
const fileNameOf = ({ title, text, pictures }: CastPost, position: number): string =>
  `${title ?? /^[^.,:;]{1,48}/.exec(text)?.[0] ?? ''}${pictures.length > 1 ? ` ${position + 1}` : ''}`;

/** The files of posts that are not published yet, by the post's key; in their order. */
export type PostFiles = Map<string, string[]>;

/** The pictures and films of posts that are not published yet. */
export const postFiles = async (seeding: Seeding, files: PostFiles): Promise<StoreFile[]> => {
  const { cast, done, platform } = seeding;
  const ids = await readAccountIds(platform);
  // One film becomes a welcome video too, of a performer other than the demo performer.
  const greeting = cast.performers.slice(1).find(({ posts }) => posts.some(({ film }) => film));

  const picture = async (performer: CastPerformer, post: CastPost, position: number, ownerId: string): Promise<string> => {
    const received = await receivePostPicture(platform, performer.username, post.pictures[position]!);
    const { id } = await storePicture(platform, received, { ownerId, purpose: 'feedPhoto' });
    await platform.database.transaction().execute((trx) => nameFile(trx, id, { name: fileNameOf(post, position) }, platform.clock.now()));
    return id;
  };
  const film = async (performer: CastPerformer, post: CastPost, name: CastFilm, ownerId: string): Promise<string> => {
    const received = await receiveFilm(platform, name);
    const filmId = await platform.database.transaction().execute(async (trx) => {
      const { id } = await storeVideo(platform, trx, received, { ownerId, purpose: 'feedVideo' });
      await nameFile(trx, id, { name: fileNameOf(post, 0) }, platform.clock.now());
      await captionFilm(platform, trx, id, performer.username, (vtt) => receiveCaptions(platform, vtt));
      return id;
    });
    if (performer === greeting) await setWelcomeVideo(platform, ownerId, await receiveFilm(platform, name), undefined);
    return filmId;
  };

  return cast.performers.flatMap((performer) =>
    performer.posts.flatMap((post, index): StoreFile[] => {
      const key = keyOf(performer, index);
      if (done.has(key)) return [];
      const ownerId = ids.get(performer.username)!;
      const list: string[] = [];
      files.set(key, list);
      const { film: name, pictures } = post;
      if (name) return [async () => void (list[0] = await film(performer, post, name, ownerId))];
      return pictures.map((_, position) => async () => void (list[position] = await picture(performer, post, position, ownerId)));
    }),
  );
};

/** Publishes everybody's posts, the oldest first, each at its own time. */
export const publishPosts = async (seeding: Seeding, files: PostFiles): Promise<SeededPost[]> => {
  const { base, cast, platform, signal } = seeding;
  const ids = await readAccountIds(platform);
  const all = cast.performers
    .flatMap((performer) =>
      performer.posts.map((post, index) => ({ performer, post, index, publishedAt: minutesBefore(base, post.minutesAgo) })),
    )
    .sort((a, b) => a.publishedAt.getTime() - b.publishedAt.getTime());
  const seeded: SeededPost[] = [];
  for (const { performer, post, index, publishedAt } of all) {
    signal.throwIfAborted();
    const key = keyOf(performer, index);
    const performerId = ids.get(performer.username)!;
    const content = {
      title: post.title ?? '',
      text: post.text,
      audience: post.audience,
      price: post.price ?? null,
      fileIds: files.get(key) ?? [],
      thumbnailId: null,
      teaserId: null,
      teaserCut: post.audience !== 'everyone',
      participantIds: [],
      producedOn: null,
      categoryIds: await categoriesOfCraft(platform, performer.craft),
      pollId: await pollOf(seeding, performer.username, index, performerId, publishedAt),
      scheduledAt: null,
      expiresAt: post.staysMinutes === undefined ? null : new Date(publishedAt.getTime() + post.staysMinutes * MINUTE_MS).toISOString(),
    };
    const { feedId } = await publishFeed(seeding.at(publishedAt), performerId, content, stepKey(performerId, key));
    // A post with a film would wait for its encoding: it is published at once instead, at its own time.
    await transact(platform.database, undefined, async (trx) => {
      const item = await trx.selectFrom('items').selectAll().where('id', '=', feedId).forUpdate().executeTakeFirstOrThrow();
      if (item.state === 'processing') await activateItem(trx, { ...item, published_at: publishedAt }, publishedAt);
    });
    if (post.pinned) await pinItem(platform, 'feed', performerId, feedId, true, undefined);
    seeded.push({ performer, performerId, post, feedId, publishedAt });
  }
  return seeded;
};
