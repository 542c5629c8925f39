import { type Person, picture, unique } from './factories.ts';
import type { Request, CallFixture } from './call-fixture.ts';

interface People {
  admin: Person;
  star: Person;
  fan: Person;
}

/** Calls of gifts and emoji that take an Idempotency-Key, each on a target of its own. */
export const giftFixtures = (people: () => People): Record<string, CallFixture> => {
  const admin = () => people().admin;
  const star = () => people().star;
  const fan = () => people().fan;
  const image = async (whose: Person): Promise<string> => {
    const key = whose === admin() ? 'POST /admin/gifts/image' : 'POST /gift/image';
    return ((await whose.client.raw(key, { files: { file: await picture() } })).data as { _id: string })._id;
  };
  const gift = async (whose: Person) => ({ name: 'Plectrum', price: 2, animation: 'burst', fileId: await image(whose) }) as const;
  const emoji = (price: number | null = 1) => ({ code: unique('e'), name: 'Harp', symbol: '🪕', price });
  const newGift = async (): Promise<string> => (await star().client.call('POST /gift', { body: await gift(star()) }))._id;
  const newSiteGift = async (): Promise<string> => (await admin().client.call('POST /admin/gifts', { body: await gift(admin()) }))._id;
  const newEmoji = async (): Promise<string> => (await admin().client.call('POST /admin/emojis', { body: emoji() }))._id;
  const upload = (who: () => Person): CallFixture => ({
    who,
    make: async () => ({ files: { file: await picture() } }),
    change: async () => ({ files: { file: await picture() } }),
  });
  const make = (who: () => Person): CallFixture => ({
    who,
    make: async () => ({ body: await gift(who()) }),
    change: async () => ({ body: await gift(who()) }),
  });
  const more = (request: Request) => ({ ...request, body: { ...(request.body as object), quantity: 3 } });
  return {
    'POST /gift/image': upload(star),
    'POST /gift': make(star),
    'PUT /gift/{id}': {
      who: star,
      make: async () => ({ params: { id: await newGift() }, body: { name: 'Plectrum', price: 3, animation: 'float' } }),
      change: (request) => ({ ...request, body: { ...(request.body as object), price: 4 } }),
    },
    'DELETE /gift/{id}': {
      who: star,
      make: async () => ({ params: { id: await newGift() } }),
      change: async () => ({ params: { id: await newGift() } }),
    },
    'POST /payment-wallet/gifting': {
      who: fan,
      make: async () => ({ body: { giftId: await newGift(), performerId: star().id, quantity: 2 } }),
      change: more,
    },
    'POST /payment-wallet/emoji': {
      who: fan,
      make: async () => ({ body: { emojiId: await newEmoji(), performerId: star().id } }),
      change: more,
    },
    'POST /admin/gifts/image': upload(admin),
    'POST /admin/gifts': make(admin),
    'PUT /admin/gifts/{id}': {
      who: admin,
      make: async () => ({ params: { id: await newSiteGift() }, body: { name: 'Plectrum', price: 3, animation: 'float' } }),
      change: (request) => ({ ...request, body: { ...(request.body as object), price: 4 } }),
    },
    'POST /admin/emojis': { who: admin, make: () => ({ body: emoji() }), change: () => ({ body: emoji() }) },
    'PUT /admin/emojis/{id}': {
      who: admin,
      make: async () => ({ params: { id: await newEmoji() }, body: emoji(2) }),
      change: (request) => ({ ...request, body: emoji(null) }),
    },
  };
};
