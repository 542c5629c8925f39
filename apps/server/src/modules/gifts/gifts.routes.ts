import { gifts } from '@stagedoor/contract/gifts';
import { type TippedKind, idFieldOf, kindsWith } from '@stagedoor/contract/items.values';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Bind } from '../../platform/http/pipeline.ts';
import { IN_ORDER } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Buyer, type Offer, type TipTarget, payGiven } from '../orders/index.ts';
import {
  getAdminEmoji,
  getOwnGift,
  getSiteGift,
  listAdminEmojis,
  listEmojis,
  listGiftsFor,
  listOwnGifts,
  listSiteGifts,
} from './gifts.queries.ts';
import { type GiftToGive, offerEmoji, offerGift } from './offer-gift.ts';
import { createOwnGift, deleteOwnGift, orderOwnGifts, updateOwnGift, uploadGiftImage } from './write-own-gift.ts';
import { createEmoji, createSiteGift, orderEmojis, orderSiteGifts, updateEmoji, updateSiteGift } from './write-site-gifts.ts';

interface GivingBody extends Partial<Record<`${TippedKind}Id`, string | undefined>> {
  performerId: string;
  streamId?: string | undefined;
  quantity: number;
  message: string;
  priceVersion?: number | undefined;
}

const targetOf = (body: GivingBody): TipTarget => {
  for (const kind of kindsWith('isTipped')) {
    const itemId = body[idFieldOf(kind)];
    if (itemId !== undefined) return { kind, itemId };
  }
  return { performer: body.performerId, streamId: body.streamId };
};

export const bindGifts = (bind: Bind, platform: Platform): void => {
  /** Pays a gift or emoji from the caller's wallet and returns the receipt. */
  const give = (
    call: Call<AccountViewer>,
    id: string,
    body: GivingBody,
    offer: (platform: Platform, buyer: Buyer, gift: GiftToGive) => Promise<Offer>,
  ) =>
    payGiven(platform, { buyerCountry: call.country, idempotency: call.idempotency }, (fromCache) =>
      offer(
        platform,
        { id: call.viewer.accountId, country: call.country },
        {
          id,
          target: targetOf(body),
          performer: body.performerId,
          quantity: body.quantity,
          message: body.message,
          expectedVersion: body.priceVersion,
          fromCache,
        },
      ),
    );

  bind(gifts, {
    'GET /emojis': (_call, { query }) => listEmojis(platform, query),
    'GET /emoji/search': (_call, { query }) => listEmojis(platform, query),
    'GET /gift/performers/{id}': (call, { params, query }) => listGiftsFor(platform, call.viewer, call.country, params.id, query),
    'GET /gift/search': (call, { query }) => listOwnGifts(platform, call.viewer.accountId, query),
    'POST /gift/image': (call, { files }) => uploadGiftImage(platform, call.viewer.accountId, files.file[0]!, call.idempotency),
    'POST /gift': async (call, { body }) => {
      const { id } = await createOwnGift(platform, call.viewer.accountId, body, call.idempotency);
      return getOwnGift(platform, call.viewer.accountId, id);
    },
    'PUT /gift/{id}': async (call, { params, body }) => {
      await updateOwnGift(platform, call.viewer.accountId, params.id, body, call.idempotency);
      return getOwnGift(platform, call.viewer.accountId, params.id);
    },
    'PUT /gift/order': async (call, { body }) => {
      await orderOwnGifts(platform, call.viewer.accountId, body.ids);
      return listOwnGifts(platform, call.viewer.accountId, IN_ORDER);
    },
    'DELETE /gift/{id}': async (call, { params }) => {
      await deleteOwnGift(platform, call.viewer.accountId, params.id, call.idempotency);
      return { success: true as const };
    },
    'POST /payment-wallet/gifting': (call, { body }) => give(call, body.giftId, body, offerGift),
    'POST /payment-wallet/emoji': (call, { body }) => give(call, body.emojiId, body, offerEmoji),

    'GET /admin/gifts': (_call, { query }) => listSiteGifts(platform, query),
    'POST /admin/gifts/image': (call, { files }) => uploadGiftImage(platform, call.viewer.accountId, files.file[0]!, call.idempotency),
    'POST /admin/gifts': async (call, { body }) => {
      const { id } = await createSiteGift(platform, call.viewer.accountId, body, call.idempotency);
      return getSiteGift(platform, id);
    },
    'PUT /admin/gifts/{id}': async (call, { params, body }) => {
      await updateSiteGift(platform, call.viewer.accountId, params.id, body, call.idempotency);
      return getSiteGift(platform, params.id);
    },
    'PUT /admin/gifts/order': async (call, { body }) => {
      await orderSiteGifts(platform, call.viewer.accountId, body.ids);
      return listSiteGifts(platform, IN_ORDER);
    },
    'GET /admin/emojis': (_call, { query }) => listAdminEmojis(platform, query),
    'POST /admin/emojis': async (call, { body }) => {
      const { id } = await createEmoji(platform, call.viewer.accountId, body, call.idempotency);
      return getAdminEmoji(platform, id);
    },
    'PUT /admin/emojis/{id}': async (call, { params, body }) => {
      await updateEmoji(platform, call.viewer.accountId, params.id, body, call.idempotency);
      return getAdminEmoji(platform, params.id);
    },
    'PUT /admin/emojis/order': async (call, { body }) => {
      await orderEmojis(platform, call.viewer.accountId, body.ids);
      return listAdminEmojis(platform, IN_ORDER);
    },
  });
};
