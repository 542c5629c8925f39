import { coupons } from '@stagedoor/contract/coupons';
import { orders } from '@stagedoor/contract/orders';
import type { Bind } from '../../platform/http/pipeline.ts';
import { fileOf } from '../../platform/list-file.ts';
import { NEWEST_FIRST } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { createCoupon, listCoupons, updateCoupon } from '../coupons/index.ts';
import { offerProducts } from './offer-products.ts';
import { getOrderLine, listOrderLines, listProductOrders, listSoldProducts, listedOrderLines } from './orders.queries.ts';
import { quoteCart } from './quote-cart.ts';
import { previewCoupon } from './preview-coupon.ts';
import { SALE_COLUMNS } from './sales-file.ts';
import { payFromWallet } from './settle-offer.ts';

export const bindOrders = (bind: Bind, platform: Platform): void => {
  bind(orders, {
    'POST /payment-wallet/purchase-products': (call, { body }) =>
      payFromWallet(platform, { buyerCountry: call.country, idempotency: call.idempotency }, async () => ({
        offer: await offerProducts(platform, { id: call.viewer.accountId, country: call.country }, body),
      })),
    'POST /orders/quote': (call, { body }) => quoteCart(platform, { id: call.viewer.accountId, country: call.country }, body),
    'GET /orders/details/search': (call, { query }) => listOrderLines(platform, { sellerId: call.viewer.accountId }, query),
    'GET /orders/details/search/export': async (call, { query }) => {
      const listed = await listedOrderLines(platform, { sellerId: call.viewer.accountId }, { ...query, ...NEWEST_FIRST });
      return fileOf(platform, call.locale, { listed, columns: SALE_COLUMNS });
    },
    'GET /orders/users/search': (call, { query }) => listProductOrders(platform, call.viewer.accountId, query),
    'GET /orders/users/details/search': (call, { query }) => listOrderLines(platform, { buyerId: call.viewer.accountId }, query),
    'GET /orders/users/products/search': (call, { query }) => listSoldProducts(platform, { buyerId: call.viewer.accountId }, query),
    'GET /orders/performers/products/search': (call, { query }) => listSoldProducts(platform, { sellerId: call.viewer.accountId }, query),
    'GET /orders/details/{id}': (call, { params }) => getOrderLine(platform, call.viewer.accountId, params.id),
  });
  bind(coupons, {
    'GET /admin/coupons': (_call, { query }) => listCoupons(platform, query),
    'POST /admin/coupons': (call, { body }) => createCoupon(platform, call.viewer.accountId, body, call.idempotency),
    'PUT /admin/coupons/{id}': (call, { params, body }) =>
      updateCoupon(platform, call.viewer.accountId, params.id, body.terms, call.idempotency),
    'POST /coupons/{code}/apply-coupon': (call, { params, body }) =>
      previewCoupon(platform, { id: call.viewer.accountId, country: call.country }, params.code, body),
  });
};
