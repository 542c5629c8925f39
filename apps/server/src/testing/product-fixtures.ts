import { drawBooklet } from '../demo/booklet.ts';
import { type CallFixture, withBody } from './call-fixture.ts';
import { type Person, picture } from './factories.ts';
import { asBlob } from './videos.ts';

/** A file that buyers of a digital product may download. */
export const booklet = (): Blob => asBlob(drawBooklet([['Six studies', 'for cello']]));

/** A physical product as its form is written, sent everywhere. */
export const physicalProduct = (more: Record<string, unknown> = {}) => ({
  type: 'physical' as const,
  name: 'A clay cup',
  price: 3,
  stock: 5,
  shipping: [{ country: '*', price: 1 }],
  ...more,
});

/** A physical product on sale, made by the performer's own call. @returns its id */
export const offerProduct = async (performer: Person, more: Record<string, unknown> = {}): Promise<string> => {
  const { shipping, ...fields } = physicalProduct(more);
  return (
    await performer.client.call('POST /performer/performer-assets/products', {
      body: { ...fields, shipping: JSON.stringify(shipping) },
      files: {},
    })
  )._id;
};

/** Calls of products that take an Idempotency-Key, each on a target of its own. */
export const productFixtures = (star: () => Person): Record<string, CallFixture> => {
  const { shipping, ...fields } = physicalProduct();
  const creation: CallFixture = {
    who: star,
    make: () => ({ body: { ...fields, shipping: JSON.stringify(shipping) }, files: {} }),
    change: withBody({ name: 'A clay bowl' }),
  };
  const own = async () => ({ params: { id: await offerProduct(star()) } });
  const image = async () => ({ files: { image: await picture() } });
  const file = async () => ({ files: { file: booklet() } });
  return {
    'POST /performer/performer-assets/products/upload': creation,
    'POST /performer/performer-assets/products': creation,
    'POST /performer/performer-assets/products/image': { who: star, make: image, change: image },
    'POST /performer/performer-assets/products/file': {
      who: star,
      make: file,
      change: () => ({ files: { file: asBlob(drawBooklet([['Seven studies', 'for viola']])) } }),
    },
    'PUT /performer/performer-assets/products/{id}': {
      who: star,
      make: async () => ({ ...(await own()), body: { name: 'A blue cup', price: 2 } }),
      change: withBody({ name: 'A red cup' }),
    },
    'DELETE /performer/performer-assets/products/{id}': { who: star, make: own, change: own },
  };
};
