import { actAdminTexts } from './acts-admin.ts';
import { accountScreenTexts } from './account-screens.ts';
import { accountTexts } from './accounts.ts';
import { adminTexts } from './admin.ts';
import { auditTexts } from './audit.ts';
import { authScreenTexts } from './auth-screens.ts';
import { commentTexts } from './comments.ts';
import { conversationTexts } from './conversations.ts';
import { devMailTexts } from './dev-mail.ts';
import { earningTexts } from './earnings.ts';
import { errorTexts } from './errors.ts';
import { fanTexts } from './fan.ts';
import { frontTexts } from './front.ts';
import { galleryTexts } from './galleries.ts';
import { photoTexts } from './photos.ts';
import { reelTexts } from './reels.ts';
import { videoTexts } from './videos.ts';
import { messageTexts } from './messages.ts';
import { gateTexts } from './gates.ts';
import { gatewayAdminTexts } from './gateways-admin.ts';
import { ageAdminTexts } from './age-admin.ts';
import { copiesAdminTexts } from './copies-admin.ts';
import { dutyAdminTexts } from './duties-admin.ts';
import { mediaServerAdminTexts } from './media-server-admin.ts';
import { giftAdminTexts } from './gifts-admin.ts';
import { listAdminTexts } from './lists-admin.ts';
import { listToolTexts } from './list-tools.ts';
import { giftTexts } from './gifts.ts';
import { hidingTexts } from './hiding.ts';
import { libraryTexts } from './library.ts';
import { mediaTexts } from './media.ts';
import { performerAreaTexts } from './performer-area.ts';
import { moderationTexts } from './moderation.ts';
import { cardPaymentTexts } from './card-payments.ts';
import { moneyInTexts } from './money-in.ts';
import { moneyAdminTexts, sandboxTexts } from './money-admin.ts';
import { notificationTexts } from './notifications.ts';
import { payoutAdminTexts } from './payouts-admin.ts';
import { payoutTexts } from './payouts.ts';
import { peopleAdminTexts } from './people-admin.ts';
import { profileTexts } from './profiles.ts';
import { restoreAdminTexts, restoreBannerTexts } from './restores-admin.ts';
import { searchTexts } from './search.ts';
import { settingTexts } from './settings.ts';
import { shellTexts } from './shell.ts';
import { shopAdminTexts } from './shop-admin.ts';
import { catalogTexts } from './catalog.ts';
import { productTexts } from './products.ts';
import { reportTexts } from './reports.ts';
import { appealAdminTexts, restrictionTexts } from './restrictions.ts';
import { shopTexts } from './shop.ts';
import { siteAdminTexts } from './site-admin.ts';
import { offerTexts } from './offers.ts';
import { spendingLimitTexts } from './spending-limits.ts';
import { statementTexts } from './statements.ts';
import { streamTexts } from './streams.ts';
import { chatModerationTexts } from './chat-moderation.ts';
import { scheduleTexts } from './schedule.ts';
import { liveWallTexts } from './live-wall.ts';
import { tipMenuTexts } from './tip-menu.ts';
import { paidShowTexts } from './paid-shows.ts';
import { ledgerPageTexts } from './ledger-page.ts';
import { listFileTexts } from './list-files.ts';
import { planChangeTexts } from './plan-changes.ts';
import { offerLinkTexts } from './offer-links.ts';
import { studioTexts } from './studio.ts';
import { encoderTexts } from './encoders.ts';
import { subscriptionAdminTexts } from './subscriptions-admin.ts';
import { uiTexts } from './ui.ts';
import { validationTexts } from './validation.ts';

/** Every text of the product. A module's texts are one file beside this one. */
export const TEXTS = {
  ...errorTexts,
  ...validationTexts,
  ...uiTexts,
  ...shellTexts,
  ...authScreenTexts,
  ...accountTexts,
  ...commentTexts,
  ...conversationTexts,
  ...devMailTexts,
  ...notificationTexts,
  ...libraryTexts,
  ...mediaTexts,
  ...performerAreaTexts,
  ...fanTexts,
  ...searchTexts,
  ...moderationTexts,
  ...hidingTexts,
  ...frontTexts,
  ...adminTexts,
  ...actAdminTexts,
  ...streamTexts,
  ...paidShowTexts,
  ...studioTexts,
  ...encoderTexts,
  ...chatModerationTexts,
  ...tipMenuTexts,
  ...liveWallTexts,
  ...scheduleTexts,
  ...accountScreenTexts,
  ...profileTexts,
  ...siteAdminTexts,
  ...settingTexts,
  ...auditTexts,
  ...peopleAdminTexts,
  ...moneyAdminTexts,
  ...earningTexts,
  ...payoutTexts,
  ...statementTexts,
  ...payoutAdminTexts,
  ...sandboxTexts,
  ...gateTexts,
  ...galleryTexts,
  ...photoTexts,
  ...videoTexts,
  ...reelTexts,
  ...messageTexts,
  ...cardPaymentTexts,
  ...moneyInTexts,
  ...offerTexts,
  ...spendingLimitTexts,
  ...giftTexts,
  ...gatewayAdminTexts,
  ...restoreAdminTexts,
  ...restoreBannerTexts,
  ...ageAdminTexts,
  ...copiesAdminTexts,
  ...dutyAdminTexts,
  ...mediaServerAdminTexts,
  ...giftAdminTexts,
  ...listAdminTexts,
  ...listToolTexts,
  ...shopTexts,
  ...productTexts,
  ...reportTexts,
  ...restrictionTexts,
  ...appealAdminTexts,
  ...catalogTexts,
  ...shopAdminTexts,
  ...subscriptionAdminTexts,
  ...planChangeTexts,
  ...offerLinkTexts,
  ...ledgerPageTexts,
  ...listFileTexts,
} as const;

export type TextKey = keyof typeof TEXTS;
