import { type PromoContent, createPromo, setPromoPicture } from '../modules/site/index.ts';
import type { CastPerformer } from './cast.ts';
import { type StoreFile, receivePicture } from './pictures.ts';
import { type Seeding, readAccountIds, stepKey } from './seeding.ts';

const ADMIN = 'admin';

/** The demo's promos: a performer for everyone, and the discover page for visitors. */
const promosOf = ([first, second]: readonly CastPerformer[]): { content: PromoContent; picture: string }[] => {
  const always = { isActive: true, startsAt: null, endsAt: null };
  return [
    ...(first
      ? [
          {
            picture: 'promos/profile',
            content: {
              ...always,
              title: { en: `${first.name}, live this week`, es: `${first.name}, en vivo esta semana` },
              text: { en: 'Take a seat before the lights go down.', es: 'Siéntate antes de que se apaguen las luces.' },
              button: { en: 'See the profile', es: 'Ver el perfil' },
              link: `/${first.username}`,
              audience: 'everyone' as const,
            },
          },
        ]
      : []),
    ...(second
      ? [
          {
            picture: 'promos/discover',
            content: {
              ...always,
              title: { en: 'New here? Look around first', es: '¿Primera vez? Echa un vistazo' },
              text: { en: 'Following is free, and you can stop any time.', es: 'Seguir es gratis y puedes dejarlo cuando quieras.' },
              button: { en: 'Discover', es: 'Descubrir' },
              link: '/discover',
              audience: 'visitors' as const,
            },
          },
        ]
      : []),
  ];
};

/** Creates the demo's promos, once, and returns the pictures still missing. */
export const promoPictures = async (seeding: Seeding): Promise<StoreFile[]> => {
  const { cast, platform } = seeding;
  const adminId = (await readAccountIds(platform)).get(ADMIN)!;
  const missing: StoreFile[] = [];
  for (const { content, picture } of promosOf(cast.performers)) {
    const { id } = await createPromo(platform, adminId, content, stepKey(adminId, `promo ${content.link}`));
    const row = await platform.database.selectFrom('promos').select('picture_file_id').where('id', '=', id).executeTakeFirst();
    if (!row || row.picture_file_id) continue;
    missing.push(async () => {
      await setPromoPicture(platform, adminId, id, await receivePicture(platform, picture), undefined);
    });
  }
  return missing;
};
