import { z } from 'zod';

/** One setting: its schema and default, the group it is shown in, and who may read it. */
export interface Setting<S extends z.ZodType = z.ZodType> {
  group: SettingGroup;
  schema: S;
  default: z.output<S>;
  /** Readable by everybody, through `/settings/public` and `/settings/keys`. */
  public?: boolean;
  /** Never read back, only set. */
  secret?: boolean;
}

export const SETTING_GROUPS = ['general', 'branding', 'mail', 'scripts', 'access', 'commissions', 'money', 'live', 'people'] as const;
export type SettingGroup = (typeof SETTING_GROUPS)[number];

const setting = <S extends z.ZodType>(definition: Setting<S>): Setting<S> => definition;
const percent = z.number().min(0).max(100).multipleOf(0.01);
const words = z.string().max(2000);
const address = z.string().max(500);
/** An amount setting, in tokens or currency with at most two decimals. */
const amountSetting = z.number().min(0).max(1_000_000).multipleOf(0.01);
const commission = (value: number) => setting({ group: 'commissions', schema: percent, default: value });
const format = z.enum(['hls', 'mp4']);
const country = z.string().regex(/^[A-Z]{2}$/);

/**
 * Every setting of the site. The keys of specification section 3 stand to the letter; the others are ours.
 * Commissions are percents of the gross price.
 */
export const SETTINGS = {
  siteName: setting({ group: 'general', schema: z.string().min(1).max(60), default: 'Stagedoor', public: true }),
  adminEmail: setting({ group: 'mail', schema: z.email(), default: 'admin@stagedoor.local' }),
  /** For security.txt: a `mailto:` or https address; the admin's mail address where it is empty. */
  securityContact: setting({
    group: 'mail',
    schema: z.string().regex(/^(?:(?:mailto:|https:\/\/)[\x21-\x7e]{3,200})?$/),
    default: '',
  }),
  senderEmail: setting({ group: 'mail', schema: z.email(), default: 'no-reply@stagedoor.local' }),
  metaKeywords: setting({ group: 'general', schema: words, default: '', public: true }),
  metaDescription: setting({
    group: 'general',
    schema: words,
    default: 'Live shows, posts and stories from performers you choose.',
    public: true,
  }),
  logoUrl: setting({ group: 'branding', schema: address, default: '', public: true }),
  whiteLogoUrl: setting({ group: 'branding', schema: address, default: '', public: true }),
  favicon: setting({ group: 'branding', schema: address, default: '/favicon.svg', public: true }),
  pageLoadingIconUrl: setting({ group: 'branding', schema: address, default: '', public: true }),
  footerContent: setting({ group: 'branding', schema: z.string().max(20_000), default: '', public: true }),
  headerScript: setting({ group: 'scripts', schema: z.string().max(20_000), default: '', public: true }),
  afterBodyScript: setting({ group: 'scripts', schema: z.string().max(20_000), default: '', public: true }),
  gaCode: setting({ group: 'scripts', schema: z.string().regex(/^[A-Za-z0-9-]{0,40}$/), default: '', public: true }),
  maintenanceMode: setting({ group: 'access', schema: z.boolean(), default: false, public: true }),
  blockedCountries: setting({ group: 'access', schema: z.array(country).max(260), default: [] }),
  ageGateEnabled: setting({ group: 'access', schema: z.boolean(), default: false, public: true }),
  /** Two-letter countries that are asked; none means everywhere. */
  ageGateCountries: setting({ group: 'access', schema: z.array(country).max(260), default: [], public: true }),
  /** Admins without two-step verification reach nothing but their own account. */
  adminTwoFactorRequired: setting({ group: 'access', schema: z.boolean(), default: false }),
  cookiePolicyEnabled: setting({ group: 'access', schema: z.boolean(), default: false, public: true }),
  cookiePolicyContentId: setting({ group: 'access', schema: z.string().max(80), default: 'cookie-policy', public: true }),
  monthlySubscriptionCommission: commission(20),
  yearlySubscriptionCommission: commission(20),
  videoSaleCommission: commission(20),
  productSaleCommission: commission(15),
  feedSaleCommission: commission(20),
  gallerySaleCommission: commission(20),
  giftingSaleCommission: commission(20),
  emojiSaleCommission: commission(20),
  tokenTipCommission: commission(20),
  groupChatDefaultCommission: commission(25),
  privateChatDefaultCommission: commission(25),
  groupChatDefaultPrice: setting({ group: 'live', schema: amountSetting, default: 1, public: true }),
  privateC2CDefaultPrice: setting({ group: 'live', schema: amountSetting, default: 3, public: true }),
  viewerURL: setting({ group: 'live', schema: address, default: '', public: true }),
  publisherURL: setting({ group: 'live', schema: address, default: '', public: true }),
  subscriberUrl: setting({ group: 'live', schema: address, default: '', public: true }),
  AntMediaAppname: setting({ group: 'live', schema: z.string().regex(/^[A-Za-z0-9_-]{1,60}$/), default: 'stagedoor', public: true }),
  optionForBroadcast: setting({ group: 'live', schema: format, default: 'hls', public: true }),
  optionForPrivate: setting({ group: 'live', schema: format, default: 'hls', public: true }),
  optionForGroup: setting({ group: 'live', schema: format, default: 'hls', public: true }),
  secureOption: setting({ group: 'live', schema: z.boolean(), default: false, public: true }),
  ccbillEnabled: setting({ group: 'money', schema: z.boolean(), default: false, public: true }),
  verotelEnabled: setting({ group: 'money', schema: z.boolean(), default: false, public: true }),
  currency: setting({ group: 'money', schema: z.string().regex(/^[A-Z]{3}$/), default: 'USD', public: true }),
  tokenValue: setting({ group: 'money', schema: z.number().min(0.01).max(1000).multipleOf(0.01), default: 1, public: true }),
  topUpMinimum: setting({ group: 'money', schema: amountSetting, default: 5, public: true }),
  topUpMaximum: setting({ group: 'money', schema: amountSetting, default: 1000, public: true }),
  tipMinimum: setting({ group: 'money', schema: amountSetting, default: 1, public: true }),
  tipMaximum: setting({ group: 'money', schema: amountSetting, default: 500, public: true }),
  priceMaximum: setting({ group: 'money', schema: amountSetting, default: 1000, public: true }),
  /** Days between asking for an account's deletion and its erasure. */
  deletionWaitDays: setting({ group: 'people', schema: z.number().int().min(1).max(60), default: 14 }),
  earningsHoldDays: setting({ group: 'money', schema: z.number().int().min(0).max(90), default: 7 }),
  payoutMinimum: setting({ group: 'money', schema: amountSetting, default: 20, public: true }),
  payoutFee: setting({ group: 'money', schema: amountSetting, default: 0, public: true }),
} as const satisfies Record<string, Setting>;

export type SettingKey = keyof typeof SETTINGS;
export type SettingValue<K extends SettingKey> = z.output<(typeof SETTINGS)[K]['schema']>;
export type SettingValues = { [K in SettingKey]: SettingValue<K> };
export type PublicSettings = Partial<SettingValues>;
