export { createInitialGifts } from './initial-gifts.ts';
export { type GiftToGive, offerEmoji, offerGift } from './offer-gift.ts';
export { createOwnGift, uploadGiftImage } from './write-own-gift.ts';
