import { publishPhoto, updatePhoto } from '../modules/photos/index.ts';
import type { CastAudience } from './cast.ts';
import type { SeededPost } from './posts.ts';
import { DAY_MS, type Seeding, stepKey } from './seeding.ts';

/** Photos by themselves: pictures of their performer's own posts, by their place among them. */
const PHOTOS: readonly {
  performer: string;
  /** Which of the performer's pictures. */
  picture: number;
  title: string;
  alt: string;
  audience: CastAudience;
  /** Hundredths of a token. */
  price: bigint | null;
  daysAgo: number;
}[] = [
  {
    performer: 'luna',
    picture: 0,
    title: 'The ring, lit from above',
    alt: 'An aerialist in a spotlight, one hand on the ring',
    audience: 'everyone',
    price: null,
    daysAgo: 1,
  },
  {
    performer: 'luna',
    picture: 2,
    title: 'Print no. 7',
    alt: 'Silks falling from the dark',
    audience: 'buyers',
    price: 150n,
    daysAgo: 3,
  },
  {
    performer: 'luna',
    picture: 4,
    title: 'Chalk',
    alt: 'Chalked hands before a climb',
    audience: 'subscribers',
    price: null,
    daysAgo: 5,
  },
  {
    performer: 'mara',
    picture: 1,
    title: 'First pull of the day',
    alt: 'A bowl on the wheel',
    audience: 'everyone',
    price: null,
    daysAgo: 2,
  },
  {
    performer: 'priya.paints',
    picture: 0,
    title: 'Study in ochre',
    alt: 'Layers of ochre paint',
    audience: 'buyers',
    price: 200n,
    daysAgo: 4,
  },
  {
    performer: 'ines.valdemar',
    picture: 1,
    title: 'Rosin',
    alt: 'A cello bow, close',
    audience: 'everyone',
    price: null,
    daysAgo: 6,
  },
];

/** Publishes the photos of the cast, once each. */
export const seedPhotos = async (seeding: Seeding, posts: readonly SeededPost[]): Promise<void> => {
  for (const { performer, picture, alt, daysAgo, ...words } of PHOTOS) {
    seeding.signal.throwIfAborted();
    const own = posts.filter((post) => post.performer.username === performer);
    const performerId = own[0]?.performerId;
    if (!performerId) continue;
    const file = await seeding.platform.database
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
      .offset(picture)
      .limit(1)
      .executeTakeFirst();
    if (!file) continue;
    const at = seeding.at(new Date(seeding.base.getTime() - daysAgo * DAY_MS));
    const key = `photo ${words.title}`;
    const { itemId } = await publishPhoto(
      at,
      performerId,
      { ...words, fileId: file.id, description: '', categoryIds: [], tags: [], peopleShown: 'self', participantIds: [], producedOn: null },
      stepKey(performerId, key),
    );
    await updatePhoto(at, performerId, itemId, { alt }, stepKey(performerId, `${key} alt`));
  }
};
