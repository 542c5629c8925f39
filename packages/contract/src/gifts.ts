import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { priceVersion } from './entitlement.ts';
import { idFieldOf, kindsWith } from './items.values.ts';
import { recordOf } from './keys.values.ts';
import {
  amount,
  done,
  flag,
  id,
  idOrUsernameParams,
  idParams,
  instant,
  line,
  listOf,
  paging,
  positiveAmount,
  sortable,
  text,
  wholePaging,
  payableTokens,
} from './shapes.ts';
import { GIFT_ANIMATIONS } from './gifts.values.ts';
import { payErrors, receipt } from './wallet.ts';

const MB = 1024 * 1024;

export { GIFT_ANIMATIONS, type GiftAnimation } from './gifts.values.ts';
const animation = z.enum(GIFT_ANIMATIONS);

/** Maximum quantity of a gift per payment. */
export const MAX_GIFTS = 99;

/** A gift that can be given: the site's to every performer, or a performer's own to that performer. */
export const gift = z.object({
  _id: id,
  /** Null for the site's. */
  performerId: id.nullable(),
  name: z.string(),
  /** Tokens for one. */
  price: amount,
  priceVersion,
  /** Address of its picture. */
  image: z.string(),
  animation,
});
export type Gift = z.output<typeof gift>;

/** A performer's own gift, with its revenue. */
export const ownGift = gift.extend({
  /** How often it was given, and tokens paid for it. */
  given: z.number().int(),
  tokens: amount,
  createdAt: instant,
});
export type OwnGift = z.output<typeof ownGift>;

/** An emoji of the stream chat: a sign anyone may write, or a paid reaction. */
export const emoji = z.object({
  _id: id,
  /** What is written between colons. */
  code: z.string(),
  name: z.string(),
  symbol: z.string(),
  /** Tokens; null for those that cost nothing. */
  price: amount.nullable(),
  priceVersion,
});
export type Emoji = z.output<typeof emoji>;

/** Snapshot of a gift when it was given. */
export const givenGift = z.object({
  kind: z.enum(['gift', 'emoji']),
  /** Of the gift or the emoji. */
  _id: id,
  name: z.string(),
  /** Address of a gift's picture; null for emoji. */
  image: z.string().nullable(),
  /** The sign of an emoji; null for gifts. */
  symbol: z.string().nullable(),
  animation,
  quantity: z.number().int(),
});
export type GivenGift = z.output<typeof givenGift>;

const price = payableTokens(positiveAmount);
/** A picture that was uploaded for a gift. */
const giftImage = z.object({ _id: id, image: z.string() });
const fileErrors = ['FILE_KIND_REFUSED', 'FILE_TOO_LARGE', 'FILE_UNREADABLE', 'FILE_MISSING'] as const;
const catalogue = sortable(paging, ['position', 'createdAt', 'updatedAt'], 'asc').extend({
  limit: z.coerce.number().int().min(1).max(100).default(100),
});
const wholeCatalogue = sortable(wholePaging, ['position', 'createdAt', 'updatedAt'], 'asc');

const TARGETS = ['streamId', ...kindsWith('isTipped').map(idFieldOf)] as const;
const itemTargets = recordOf(kindsWith('isTipped').map(idFieldOf), () => id.optional());

/** A gift, its recipient, and what it is for: a show, one item, or the performer alone. */
const givenTo = {
  /** Id or username. */
  performerId: idOrUsernameParams.shape.id,
  streamId: id.optional(),
  ...itemTargets,
  quantity: z.number().int().min(1).max(MAX_GIFTS).default(1),
  message: text(300).default(''),
  priceVersion: priceVersion.optional(),
};
const hasOneTarget = (given: Partial<Record<(typeof TARGETS)[number], string | undefined>>): boolean =>
  TARGETS.filter((target) => given[target] !== undefined).length <= 1;
const given = {
  output: receipt,
  errors: [...payErrors, 'PRICE_CHANGED', 'NOT_FOR_SALE', 'LIVE_NOT_ON_AIR', 'LOCKED'],
  limit: 'money',
  idempotency: 'ledger',
} as const;

/** As the administration sees the site's gifts and emoji: those that are switched off too. */
export const adminGift = ownGift.extend({ isActive: z.boolean() });
export type AdminGift = z.output<typeof adminGift>;
export const adminEmoji = emoji.extend({ isActive: z.boolean(), given: z.number().int(), tokens: amount });
export type AdminEmoji = z.output<typeof adminEmoji>;

const giftBody = z.object({ name: line(40), price, animation, isActive: z.boolean().default(true) });
/** One sign as people see it: a flag or a family is one too. */
const isOneEmoji = (value: string): boolean =>
  /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(value) && [...new Intl.Segmenter().segment(value)].length === 1;
const emojiBody = z.object({
  code: z.string().regex(/^[a-z0-9_-]{2,32}$/),
  name: line(40),
  symbol: line(32).refine(isOneEmoji, { params: { rule: 'pattern' } }),
  price: price.nullable(),
  isActive: z.boolean().default(true),
});
const orderBody = z.object({ ids: z.array(id).min(1).max(500) });

export const gifts = endpoints({
  'GET /emojis': {
    summary: 'The emoji of the stream chat, in the site’s order.',
    who: 'public',
    inShow: true,
    query: catalogue,
    output: listOf(emoji),
  },
  'GET /emoji/search': {
    summary: 'Emoji by the words of their name or code; free ones, or those that cost something.',
    who: 'public',
    inShow: true,
    query: catalogue.extend({ q: text(60).optional(), isFree: flag.optional() }),
    output: listOf(emoji),
  },
  'GET /gift/performers/{id}': {
    summary: 'What can be given to a performer, by id or username: the performer’s own gifts, then the site’s.',
    who: 'public',
    inShow: true,
    params: idOrUsernameParams,
    query: catalogue,
    output: listOf(gift),
  },
  'GET /gift/search': {
    summary: 'The performer’s own gifts, with how often each was given.',
    who: 'performer',
    inShow: true,
    query: catalogue.extend({ q: text(60).optional() }),
    output: listOf(ownGift),
  },
  'POST /gift/image': {
    summary: 'Upload the picture of a gift that is being made.',
    who: 'performer',
    verified: true,
    files: { file: { accept: ['image'], maxBytes: 10 * MB } },
    output: giftImage,
    status: 201,
    errors: fileErrors,
    limit: 'upload',
  },
  'POST /gift': {
    summary: 'Make a gift of one’s own, with a picture uploaded before.',
    who: 'performer',
    verified: true,
    body: z.object({ name: line(40), price, animation: animation.default('float'), fileId: id }),
    output: ownGift,
    status: 201,
    errors: ['AMOUNT_OUT_OF_BOUNDS', 'FILE_NOT_YOURS'],
  },
  'PUT /gift/{id}': {
    summary: 'Change an own gift, with another picture or with its own.',
    who: 'performer',
    verified: true,
    params: idParams,
    body: z.object({ name: line(40), price, animation, fileId: id.optional() }),
    output: ownGift,
    errors: ['AMOUNT_OUT_OF_BOUNDS', 'FILE_NOT_YOURS'],
  },
  'PUT /gift/order': {
    summary: 'Sort the own gifts; those that aren’t named follow.',
    who: 'performer',
    body: orderBody,
    output: listOf(ownGift),
    idempotency: 'none',
  },
  'DELETE /gift/{id}': {
    summary: 'Take an own gift away; what was given of it stays.',
    who: 'performer',
    params: idParams,
    output: done,
  },
  'POST /payment-wallet/gifting': {
    summary: 'Give a gift from the wallet, one or several at once: to a performer, during a show, or for one item.',
    who: 'user',
    inShow: true,
    verified: true,
    body: z.object({ giftId: id, ...givenTo }).refine(hasOneTarget, { path: ['streamId'], params: { rule: 'tooMany', maximum: 1 } }),
    ...given,
  },
  'POST /payment-wallet/emoji': {
    summary: 'Send a paid emoji from the wallet, one or several at once.',
    who: 'user',
    inShow: true,
    verified: true,
    body: z.object({ emojiId: id, ...givenTo }).refine(hasOneTarget, { path: ['streamId'], params: { rule: 'tooMany', maximum: 1 } }),
    ...given,
  },

  'GET /admin/gifts': {
    summary: 'The site’s gifts, in their order.',
    who: 'admin',
    permission: 'money',
    query: wholeCatalogue,
    output: listOf(adminGift),
  },
  'POST /admin/gifts/image': {
    summary: 'Upload the picture of a gift of the site.',
    who: 'admin',
    permission: 'money',
    files: { file: { accept: ['image'], maxBytes: 10 * MB } },
    output: giftImage,
    status: 201,
    errors: fileErrors,
    limit: 'upload',
  },
  'POST /admin/gifts': {
    summary: 'Add a gift of the site, after the others, with a picture uploaded before.',
    who: 'admin',
    permission: 'money',
    body: giftBody.extend({ fileId: id }),
    output: adminGift,
    status: 201,
    errors: ['AMOUNT_OUT_OF_BOUNDS', 'FILE_NOT_YOURS'],
  },
  'PUT /admin/gifts/{id}': {
    summary: 'Change a gift of the site, or switch it off; what was given of it stays as it was.',
    who: 'admin',
    permission: 'money',
    params: idParams,
    body: giftBody.extend({ fileId: id.optional() }),
    output: adminGift,
    errors: ['AMOUNT_OUT_OF_BOUNDS', 'FILE_NOT_YOURS'],
  },
  'PUT /admin/gifts/order': {
    summary: 'Put the site’s gifts in this order; those not named come after.',
    who: 'admin',
    permission: 'money',
    body: orderBody,
    output: listOf(adminGift),
    idempotency: 'none',
  },
  'GET /admin/emojis': {
    summary: 'Every emoji, in their order.',
    who: 'admin',
    permission: 'money',
    query: wholeCatalogue,
    output: listOf(adminEmoji),
  },
  'POST /admin/emojis': {
    summary: 'Add an emoji, after the others.',
    who: 'admin',
    permission: 'money',
    body: emojiBody,
    output: adminEmoji,
    status: 201,
    errors: ['AMOUNT_OUT_OF_BOUNDS', 'EMOJI_CODE_TAKEN'],
  },
  'PUT /admin/emojis/{id}': {
    summary: 'Change an emoji, or switch it off.',
    who: 'admin',
    permission: 'money',
    params: idParams,
    body: emojiBody,
    output: adminEmoji,
    errors: ['AMOUNT_OUT_OF_BOUNDS', 'EMOJI_CODE_TAKEN'],
  },
  'PUT /admin/emojis/order': {
    summary: 'Put the emoji in this order; those not named come after.',
    who: 'admin',
    permission: 'money',
    body: orderBody,
    output: listOf(adminEmoji),
    idempotency: 'none',
  },
});
