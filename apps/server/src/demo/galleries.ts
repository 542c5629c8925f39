import { createGallery } from '../modules/galleries/index.ts';
import { updatePhoto } from '../modules/photos/index.ts';
import { categoriesOfCraft } from './categories.ts';
import type { CastAudience } from './cast.ts';
import type { SeededPost } from './posts.ts';
import { DAY_MS, type Seeding, stepKey } from './seeding.ts';

/** Photos of one gallery: the pictures of its performer's own posts. */
const MOST_PHOTOS = 12;
const LEAST_PHOTOS = 3;

/** Galleries of the cast, by performer. */
const GALLERIES: readonly {
  performer: string;
  title: string;
  description: string;
  tags: readonly string[];
  audience: CastAudience;
  /** Hundredths of a token. */
  price: bigint | null;
  daysAgo: number;
  /** Price of each of its photos by itself, in hundredths of a token. */
  singles?: bigint;
}[] = [
  {
    performer: 'luna',
    title: 'Between the shows',
    description: 'Chalk, tape and the ring at rest: what the afternoon looks like before the doors open.',
    tags: ['backstage', 'aerial'],
    audience: 'buyers',
    price: 450n,
    daysAgo: 2,
    singles: 80n,
  },
  {
    performer: 'mara',
    title: 'One firing, start to finish',
    description: 'From wet clay to the moment the kiln is opened.',
    tags: ['ceramics', 'kiln'],
    audience: 'everyone',
    price: null,
    daysAgo: 1,
  },
  {
    performer: 'priya.paints',
    title: 'The studio in March',
    description: 'Six canvases on the wall, in the order in which they were finished.',
    tags: ['painting', 'studio'],
    audience: 'subscribers',
    price: 300n,
    daysAgo: 4,
  },
  {
    performer: 'ines.valdemar',
    title: 'Rehearsal with strings',
    description: 'The whole room, and then only the hands.',
    tags: ['music', 'rehearsal'],
    audience: 'everyone',
    price: null,
    daysAgo: 6,
  },
];

/** Publishes the galleries of the cast, once each; of those alone who have enough pictures of their own. */
export const seedGalleries = async (seeding: Seeding, posts: readonly SeededPost[]): Promise<void> => {
  for (const { performer, title, description, tags, audience, price, daysAgo, singles } of GALLERIES) {
    seeding.signal.throwIfAborted();
    const own = posts.filter((post) => post.performer.username === performer);
    const performerId = own[0]?.performerId;
    if (!performerId) continue;
    const files = await seeding.platform.database
      .selectFrom('item_files as r')
      .innerJoin('files as f', 'f.id', 'r.file_id')
      .select('f.id')
      .where(
        'r.item_id',
        'in',
        own.map(({ feedId }) => feedId),
      )
      .where('r.role', '=', 'content')
      .where('f.kind', '=', 'image')
      .orderBy('f.id')
      .limit(MOST_PHOTOS)
      .execute();
    if (files.length < LEAST_PHOTOS) continue;
    const at = seeding.at(new Date(seeding.base.getTime() - daysAgo * DAY_MS));
    const key = `gallery ${title}`;
    const { galleryId } = await createGallery(
      at,
      performerId,
      {
        title,
        description,
        tags,
        categoryIds: await categoriesOfCraft(seeding.platform, own[0]!.performer.craft),
        audience,
        price,
        fileIds: files.map(({ id }) => id),
      },
      stepKey(performerId, key),
    );
    if (singles === undefined) continue;
    const photos = await seeding.platform.database.selectFrom('items').select('id').where('parent_id', '=', galleryId).execute();
    for (const { id } of photos)
      await updatePhoto(at, performerId, id, { audience: 'buyers', price: singles }, stepKey(performerId, `${key} ${id}`));
  }
};
