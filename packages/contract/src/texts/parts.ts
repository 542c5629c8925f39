import { isOneOf } from '../keys.values.ts';
import { ageAdminTexts } from './age-admin.ts';
import { actAdminTexts } from './acts-admin.ts';
import { adminTexts } from './admin.ts';
import { copiesAdminTexts } from './copies-admin.ts';
import { dutyAdminTexts } from './duties-admin.ts';
import { devMailTexts } from './dev-mail.ts';
import { gatewayAdminTexts } from './gateways-admin.ts';
import { giftAdminTexts } from './gifts-admin.ts';
import { liveWallTexts } from './live-wall.ts';
import { mediaServerAdminTexts } from './media-server-admin.ts';
import { listAdminTexts } from './lists-admin.ts';
import { moderationTexts } from './moderation.ts';
import { moneyAdminTexts } from './money-admin.ts';
import { peopleAdminTexts } from './people-admin.ts';
import { appealAdminTexts } from './restrictions.ts';
import { restoreAdminTexts } from './restores-admin.ts';
import { settingTexts } from './settings.ts';
import { shopAdminTexts } from './shop-admin.ts';
import { siteAdminTexts } from './site-admin.ts';
import { subscriptionAdminTexts } from './subscriptions-admin.ts';
import { validationTexts } from './validation.ts';

/** What the web loads: the texts of every page, and those of the administration besides, where they are read. */
export const WEB_TEXT_PARTS = ['site', 'admin'] as const;
export type WebTextPart = (typeof WEB_TEXT_PARTS)[number];
/** `server`: said by the server alone, in mails and on its own pages. */
export type TextPart = WebTextPart | 'server';

const ADMIN: Readonly<Record<string, unknown>> = {
  ...appealAdminTexts,
  ...actAdminTexts,
  ...ageAdminTexts,
  ...adminTexts,
  ...copiesAdminTexts,
  ...dutyAdminTexts,
  ...moderationTexts,
  ...moneyAdminTexts,
  ...peopleAdminTexts,
  ...settingTexts,
  ...shopAdminTexts,
  ...siteAdminTexts,
  ...gatewayAdminTexts,
  ...restoreAdminTexts,
  ...giftAdminTexts,
  ...listAdminTexts,
  ...liveWallTexts,
  ...mediaServerAdminTexts,
  ...subscriptionAdminTexts,
  ...validationTexts,
};
/** Written beside the administration's, read by everyone. */
const READ_BY_ALL =
  /^(?:takedowns\.|suspended\.|acting\.|people\.suspension\.|people\.reason$|gateways\.name\.|admin\.(?:idVerification|documentVerification)$|validation\.(?:required|file|tick|tooShort|email|url|pattern|tooSmall|tooBig|number|adult)$)/;
const PLURAL_FORM = /_(?:zero|one|two|few|many)$/;

/** The part a text belongs to; a form of a plural belongs where its general one does. */
export const textPartOf = (key: string): TextPart => {
  const known = Object.hasOwn(ADMIN, key) ? key : key.replace(PLURAL_FORM, '_other');
  if (/^(?:mail|export|notice)\./.test(key) || Object.hasOwn(devMailTexts, key)) return 'server';
  return Object.hasOwn(ADMIN, known) && !READ_BY_ALL.test(known) ? 'admin' : 'site';
};

export const isWebTextPart = (value: unknown): value is WebTextPart => isOneOf(WEB_TEXT_PARTS, value);
