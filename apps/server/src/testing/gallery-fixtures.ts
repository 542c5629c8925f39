import { type Person, picture } from './factories.ts';
import { type CallFixture, withBody } from './call-fixture.ts';

/** A picture brought for photos and galleries. @returns its file's id */
export const uploadPhoto = async (performer: Person): Promise<string> =>
  (
    await performer.client.call('POST /performer/performer-assets/photos/upload', {
      files: { file: await picture({ width: 160, height: 120 }) },
    })
  )._id;

/** A published gallery of one photo. */
export const createGallery = async (
  performer: Person,
  terms: { audience?: 'everyone' | 'followers' | 'subscribers' | 'buyers'; price?: number; title?: string } = {},
): Promise<{ _id: string; photoIds: string[] }> =>
  performer.client.call('POST /performer/performer-assets/galleries', {
    body: { title: 'Backstage', ...terms, fileIds: [await uploadPhoto(performer)] },
  });

/** A photo published by itself. @returns its id */
export const createPhoto = async (
  performer: Person,
  terms: { audience?: 'everyone' | 'subscribers' | 'buyers'; price?: number; title?: string } = {},
): Promise<string> =>
  (
    await performer.client.call('POST /performer/performer-assets/photos', {
      body: { title: 'Alone', ...terms, fileId: await uploadPhoto(performer) },
    })
  )._id;

/** Calls of galleries and photos that take an Idempotency-Key, each on a target of its own. */
export const galleryFixtures = (star: () => Person): Record<string, CallFixture> => {
  const own = async () => ({ params: { id: (await createGallery(star()))._id } });
  return {
    'POST /performer/performer-assets/galleries': {
      who: star,
      make: async () => ({ body: { title: 'Backstage', audience: 'buyers', price: 2, fileIds: [await uploadPhoto(star())] } }),
      change: withBody({ title: 'On stage' }),
    },
    'PUT /performer/performer-assets/galleries/{id}': {
      who: star,
      make: async () => ({ ...(await own()), body: { title: 'Again', audience: 'buyers', price: 2 } }),
      change: withBody({ title: 'Once more' }),
    },
    'DELETE /performer/performer-assets/galleries/{id}': { who: star, make: own, change: own },
    'POST /performer/performer-assets/photos': {
      who: star,
      make: async () => ({ body: { fileId: await uploadPhoto(star()), title: 'Alone', audience: 'buyers', price: 1 } }),
      change: withBody({ title: 'Together' }),
    },
    'PUT /performer/performer-assets/photos/{id}': {
      who: star,
      make: async () => ({ params: { id: await createPhoto(star()) }, body: { title: 'One of them', audience: 'buyers', price: 1 } }),
      change: withBody({ title: 'Another of them' }),
    },
    'DELETE /performer/performer-assets/photos/{id}': {
      who: star,
      make: async () => ({ params: { id: await createPhoto(star()) } }),
      change: async () => ({ params: { id: await createPhoto(star()) } }),
    },
    'POST /performer/performer-assets/photos/set-cover/{id}': {
      who: star,
      make: async () => ({ params: { id: (await createGallery(star())).photoIds[0]! } }),
      change: async () => ({ params: { id: (await createGallery(star())).photoIds[0]! } }),
    },
  };
};
