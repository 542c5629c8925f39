import { products } from '@stagedoor/contract/products';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { getDownloadLink, getProduct, listProducts } from './products.queries.ts';

export const bindProducts = (bind: Bind, platform: Platform): void => {
  bind(products, {
    'GET /performer-assets/products/search': (call, { query }) => listProducts(platform, call.viewer, call.country, query),
    'GET /performer-assets/products/{id}': (call, { params }) => getProduct(platform, call.viewer, call.country, params.id),
    'GET /performer-assets/products/{id}/download-link': (call, { params }) =>
      getDownloadLink(platform, call.viewer, call.country, params.id),
  });
};
