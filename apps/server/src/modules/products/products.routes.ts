import { type OwnProduct, type ProductView, products } from '@stagedoor/contract/products';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import type { Call, InputOf } from '../../platform/http/call.ts';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteItem, getItem, getOwnItem, listItems, listOwnItems } from '../items/index.ts';
import { getDownloadLink } from './download-link.ts';
import { ofType } from './products.queries.ts';
import { createProduct, updateProduct, uploadProductFile, uploadProductImage } from './save-product.ts';

export const bindProducts = (bind: Bind, platform: Platform): void => {
  const own = (call: Call<AccountViewer>, productId: string) => getOwnItem<OwnProduct>(platform, 'product', call, productId);
  const create = async (
    call: Call<AccountViewer>,
    { body, files }: InputOf<(typeof products)['POST /performer/performer-assets/products']>,
  ) => {
    const brought = { file: files.file[0], image: files.image[0] };
    const { productId } = await createProduct(platform, call.viewer.accountId, body, brought, call.idempotency);
    return own(call, productId);
  };
  bind(products, {
    'POST /performer/performer-assets/products/upload': create,
    'POST /performer/performer-assets/products': create,
    'POST /performer/performer-assets/products/image': (call, { files }) =>
      uploadProductImage(platform, call.viewer.accountId, [...files.image, ...files.file], call.idempotency),
    'POST /performer/performer-assets/products/file': (call, { files }) =>
      uploadProductFile(platform, call.viewer.accountId, files.file[0]!, call.idempotency),
    'GET /performer/performer-assets/products/search': (call, { query }) => listOwnItems<OwnProduct>(platform, 'product', call, query),
    'GET /performer/performer-assets/products/{id}/view': (call, { params }) => own(call, params.id),
    'PUT /performer/performer-assets/products/{id}': async (call, { params, body }) => {
      await updateProduct(platform, call.viewer.accountId, params.id, body, call.idempotency);
      return own(call, params.id);
    },
    'DELETE /performer/performer-assets/products/{id}': async (call, { params }) => {
      await deleteItem(platform, 'product', call.viewer.accountId, params.id, call.idempotency);
      return { success: true } as const;
    },
    'GET /performer-assets/products/search': (call, { query: { type, ...query } }) =>
      listItems<ProductView>(platform, 'product', call, {
        ...query,
        ...(type ? { condition: ofType(type) } : {}),
      }),
    'GET /performer-assets/products/{id}': (call, { params }) => getItem<ProductView>(platform, 'product', call, params.id),
    'GET /performer-assets/products/{id}/download-link': (call, { params }) => getDownloadLink(platform, call, params.id),
  });
};
