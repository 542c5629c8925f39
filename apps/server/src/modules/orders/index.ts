export { commissionKeyOfRow, rateOf } from './commissions.ts';
export { type TipTarget, findTipped, offerTip } from './offer-tip.ts';
export { addressOf as deliveryAddressContext, offerProducts } from './offer-products.ts';
export {
  type Offer,
  type PlanChange,
  EMPTY_OFFER,
  offerBase,
  offerCustomTopUp,
  offerDebt,
  offerItem,
  offerPackage,
  offerSubscription,
  assertSeller,
  priceOfPlan,
} from './offers.ts';
export { type Buyer, type SellerTerms, findSeller } from './offers.queries.ts';
export { type OrderRow, offerOfOrder, renewOffer } from './order-offers.ts';
export { type GivenSnapshot, givenSnapshotOf, givenGiftOf } from './given-gift.ts';
export { payTip } from './pay-tip.ts';
export { payFromWallet, payGiven, settleOffer } from './settle-offer.ts';
export { getAnyOrderLine, listComplaints } from './orders.queries.ts';
export {
  complain,
  confirmDelivery,
  lockOrderLine,
  recordStep,
  releaseLine,
  updateDelivery,
} from './update-delivery.ts';
