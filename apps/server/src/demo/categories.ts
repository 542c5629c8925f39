import { saveCategory } from '../modules/categories/index.ts';
import type { Platform } from '../platform/platform.ts';

/** The site's categories in its order: address, English, Spanish. */
const CATEGORIES = [
  ['music', 'Music', 'Música'],
  ['dance', 'Dance', 'Danza'],
  ['cooking', 'Cooking', 'Cocina'],
  ['painting', 'Painting and drawing', 'Pintura y dibujo'],
  ['sport', 'Sport and movement', 'Deporte y movimiento'],
  ['lessons', 'Lessons', 'Clases'],
  ['crafts', 'Made by hand', 'Hecho a mano'],
  ['behind-the-scenes', 'Behind the scenes', 'Entre bastidores'],
] as const;

/** Adds the demo's categories, once. */
export const seedCategories = async (platform: Platform): Promise<void> => {
  const known = await platform.database.selectFrom('categories').select('id').limit(1).execute();
  if (known.length > 0) return;
  for (const [index, [slug, en, es]] of CATEGORIES.entries())
    await saveCategory(platform, null, null, { slug, names: { en, es }, position: index + 1, isHidden: false }, undefined);
};

/** The ids of categories by their addresses. */
export const categoriesNamed = async ({ database }: Platform, slugs: readonly string[]): Promise<string[]> =>
  (await database.selectFrom('categories').select('id').where('slug', 'in', slugs).execute()).map(({ id }) => id);

/** What the cast shows, by craft. */
const TOPICS: Readonly<Record<string, (typeof CATEGORIES)[number][0]>> = {
  Aerialist: 'sport',
  Cellist: 'music',
  Climber: 'sport',
  Cook: 'cooking',
  Dancer: 'dance',
  'Flamenco dancer': 'dance',
  Florist: 'crafts',
  Glassblower: 'crafts',
  'Jazz pianist': 'music',
  Painter: 'painting',
  Potter: 'crafts',
  'Synth player': 'music',
};

/** The ids of the categories of what somebody of a craft publishes. */
export const categoriesOfCraft = (platform: Platform, craft: string): Promise<string[]> =>
  categoriesNamed(platform, [TOPICS[craft] ?? 'behind-the-scenes']);
