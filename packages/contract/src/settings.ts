import { z } from 'zod';
import { AGE_LEVELS } from './age.values.ts';
import { email, normalEmail } from './email-address.ts';
import { isIban, isSwift } from './iban.values.ts';
import { AUDIENCES, ENGINES, type DERIVED_KEYS, MAX_SHOW_MINUTES } from './settings.values.ts';

import { STRIKE_ACTIONS } from './restrictions.values.ts';
import { MAX_AMOUNT, line, timeZone } from './shapes.ts';
import { DEFAULT_LOCALE, LOCALE_PATTERN } from './texts/text.ts';

export { DERIVED_KEYS } from './settings.values.ts';

/** One setting: its schema and default, its group, and who may read it. */
export interface Setting<S extends z.ZodType = z.ZodType> {
  group: SettingGroup;
  schema: S;
  default: z.output<S>;
  /** On by default while a card company is connected, whose schemes ask for it. */
  onWithCards?: boolean;
  /** Readable by everybody, through `/settings/public` and `/settings/keys`. */
  public?: boolean;
  /** Never read back, only set. */
  secret?: boolean;
  /**
   * A safety setting: changing it needs a recent confirmation, as a call with `stepUp` does, and the other owners get a mail. `needsStepUp`
   * adds the settings of whole groups.
   */
  stepUp?: boolean;
}

export const SETTING_GROUPS = [
  'general',
  'branding',
  'mail',
  'scripts',
  'access',
  'commissions',
  'money',
  'live',
  'people',
  'backups',
] as const;
export type SettingGroup = (typeof SETTING_GROUPS)[number];

const setting = <S extends z.ZodType>(definition: Setting<S>): Setting<S> => definition;
const percent = z.number().min(0).max(100).multipleOf(0.01).meta({ control: 'percent' });
const words = z.string().max(2000).meta({ control: 'longText' });
const optionalEmail = z
  .string()
  .max(254)
  .meta({ format: 'email' })
  .refine((value) => value === '' || normalEmail(value) !== undefined, { params: { rule: 'email' } });
/** Of a stream's server; publishers also speak WebSocket and RTMP. */
const STREAM_SCHEMES = 'https?|wss?|rtmps?';

/**
 * Whether a text is a path of the site, or an address whose scheme is allowed: never `javascript:` or `data:`. White space and backslashes
 * are refused anywhere, because browsers drop or convert them, which can make a harmless-looking value harmful.
 */
const isAddress = (value: string, schemes: string): boolean =>
  value === '' ||
  /^\/(?![/\\])[^\s\\]*$/.test(value) ||
  new RegExp(`^(?:${schemes})://[^\\s\\\\/?#@]+(?:[/?#][^\\s\\\\]*)?$`, 'i').test(value);
const addressOf = (schemes: string, control: string) =>
  z
    .string()
    .max(500)
    .refine((value) => isAddress(value, schemes), { params: { rule: 'webAddress' } })
    .meta({ control });
const picture = addressOf('https?', 'file');
const streamAddress = addressOf(STREAM_SCHEMES, 'text');

/** A path of the site or an https address: where menus and promos lead. */
export const linkAddress = z
  .string()
  .min(1)
  .max(500)
  .refine((value) => isAddress(value, 'https'), { params: { rule: 'webAddress' } });

/** An amount setting, in tokens or currency with at most two decimals. */
const amountSetting = z.number().min(0).max(MAX_AMOUNT).multipleOf(0.01).meta({ control: 'amount' });
const tries = z.number().int().min(1).max(100_000);
const commission = (value: number) => setting({ group: 'commissions', schema: percent, default: value });
const format = z.enum(['hls', 'mp4']);
const engine = z.enum(ENGINES);
const country = z.string().regex(/^[A-Z]{2}$/);
const countries = z.array(country).max(260).meta({ control: 'countries' });
const ageRules = z.record(country, z.enum(AGE_LEVELS)).meta({ control: 'ageRules' });
const script = z.string().max(20_000).meta({ control: 'code' });
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

export { AUDIENCES, type Audience } from './settings.values.ts';

/** A short text in several languages, by locale; the default language always has one. */
export const localised = (max: number) =>
  z
    .record(z.string().regex(LOCALE_PATTERN), line(max))
    .refine((value) => Object.hasOwn(value, DEFAULT_LOCALE), { params: { rule: 'defaultLanguage' } });

export const menuEntry = z.object({
  menu: z.enum(['header', 'footer']),
  label: localised(40),
  path: linkAddress,
  audience: z.enum(AUDIENCES),
  newTab: z.boolean(),
});
export type MenuEntry = z.output<typeof menuEntry>;

const entry = (menu: MenuEntry['menu'], path: string, en: string, es: string): MenuEntry => ({
  menu,
  label: { en, es },
  path,
  audience: 'everyone',
  newTab: false,
});
const MENUS: MenuEntry[] = [
  entry('header', '/discover', 'Discover', 'Descubrir'),
  entry('header', '/page/about', 'About', 'Acerca de'),
  entry('footer', '/page/about', 'About', 'Acerca de'),
  entry('footer', '/page/terms', 'Terms', 'Condiciones'),
  entry('footer', '/page/privacy', 'Privacy', 'Privacidad'),
  entry('footer', '/contact', 'Contact', 'Contacto'),
  entry('footer', '/takedown', 'Report content', 'Denunciar contenido'),
];

/**
 * Every setting of the site. The keys of specification section 3 are used literally; the others are this product's.
 * Commissions are percents of the gross price.
 */
export const SETTINGS = {
  siteName: setting({ group: 'general', schema: line(60), default: 'Stagedoor', public: true }),
  /** IANA name. Periods of subscriptions end at a local time of this zone; limits, closed days, statements and exports use UTC. */
  timeZone: setting({ group: 'general', schema: timeZone.meta({ control: 'timeZone' }), default: 'UTC', public: true }),
  adminEmail: setting({ group: 'mail', schema: email, default: 'admin@stagedoor.local', stepUp: true }),
  /** For security.txt: a `mailto:` or https address; the admin's mail address where it is empty. */
  securityContact: setting({
    group: 'mail',
    stepUp: true,
    schema: z.string().regex(/^(?:(?:mailto:|https:\/\/)[\x21-\x7e]{3,200})?$/),
    default: '',
  }),
  senderEmail: setting({ group: 'mail', schema: email, default: 'no-reply@stagedoor.local', stepUp: true }),
  metaKeywords: setting({ group: 'general', schema: words, default: '', public: true }),
  metaDescription: setting({
    group: 'general',
    schema: words,
    default: 'Live shows, posts and stories from performers you choose.',
    public: true,
  }),
  /** The custodian of the age records and their address; shown in the footer when set. */
  custodianStatement: setting({ group: 'general', schema: words, default: '', public: true }),
  /** Points of contact (DSA articles 11 to 13), on the contact page; an empty one isn't shown. Users have the contact form besides. */
  contactAuthorities: setting({ group: 'general', schema: optionalEmail, default: '', public: true }),
  contactUsers: setting({ group: 'general', schema: optionalEmail, default: '', public: true }),
  contactLanguages: setting({ group: 'general', schema: z.string().max(200), default: '', public: true }),
  legalRepresentative: setting({ group: 'general', schema: words, default: '', public: true }),
  /** Certified out-of-court dispute bodies (DSA article 21), one per line; in statements of reasons too. */
  disputeBodies: setting({ group: 'general', schema: words, default: '', public: true }),
  /** A page for everyone with the state of the ledger, linked in the footer. */
  ledgerPageEnabled: setting({ group: 'general', schema: z.boolean(), default: false, public: true }),
  logoUrl: setting({ group: 'branding', schema: picture, default: '', public: true }),
  whiteLogoUrl: setting({ group: 'branding', schema: picture, default: '', public: true }),
  favicon: setting({ group: 'branding', schema: picture, default: '/favicon.svg', public: true }),
  pageLoadingIconUrl: setting({ group: 'branding', schema: picture, default: '', public: true }),
  /** The one accent, as `#rrggbb`; every tone of it is derived (brand-colours.ts). Empty for ours. */
  brandColor: setting({
    group: 'branding',
    schema: z
      .string()
      .regex(/^(?:#[0-9a-fA-F]{6})?$/)
      .meta({ control: 'colour' }),
    default: '',
    public: true,
  }),
  /** The site's name and the performer's burnt into what performers publish from now on, and the viewer's name laid over it. */
  watermarkEnabled: setting({ group: 'branding', schema: z.boolean(), default: false, public: true }),
  footerContent: setting({ group: 'branding', schema: z.string().max(20_000).meta({ control: 'html' }), default: '', public: true }),
  menus: setting({ group: 'branding', schema: z.array(menuEntry).max(40).meta({ control: 'menus' }), default: MENUS, public: true }),
  headerScript: setting({ group: 'scripts', schema: script, default: '', public: true, stepUp: true }),
  afterBodyScript: setting({ group: 'scripts', schema: script, default: '', public: true, stepUp: true }),
  gaCode: setting({ group: 'scripts', schema: z.string().regex(/^[A-Za-z0-9-]{0,40}$/), default: '', public: true }),
  maintenanceMode: setting({ group: 'access', schema: z.boolean(), default: false, public: true }),
  /** Minutes that running shows may go on once maintenance begins, unless the admin chooses otherwise. */
  maintenanceShowMinutes: setting({
    group: 'access',
    schema: z.number().int().min(1).max(MAX_SHOW_MINUTES),
    default: 15,
  }),
  blockedCountries: setting({ group: 'access', schema: countries, default: [] }),
  /** How the site makes sure of the age of people in countries that `ageRules` doesn't name. */
  ageDefault: setting({ group: 'access', schema: z.enum(AGE_LEVELS), default: 'none', stepUp: true }),
  /** The level of single countries, by their two-letter codes. */
  ageRules: setting({ group: 'access', schema: ageRules, default: {}, stepUp: true }),
  /** Days until a verified age is asked again. */
  ageValidDays: setting({ group: 'access', schema: z.number().int().min(1).max(3650), default: 365, stepUp: true }),
  /** Admins without two-step verification can only access their own account. */
  /** On by default where the site is served by https. */
  adminTwoFactorRequired: setting({ group: 'access', schema: z.boolean(), default: false, stepUp: true }),
  /** The second factor must be a passkey. */
  adminPasskeyRequired: setting({ group: 'access', schema: z.boolean(), default: false, stepUp: true }),
  /** Minutes without a call after which an admin's session ends; 0 for never. */
  adminIdleMinutes: setting({ group: 'access', schema: z.number().int().min(0).max(1440), default: 30, stepUp: true }),
  /** A new owner is confirmed by another owner. */
  ownersByTwo: setting({ group: 'access', schema: z.boolean(), default: false, stepUp: true }),
  /** The admin who approved a payout can't mark it as paid. */
  payoutsByTwo: setting({ group: 'money', schema: z.boolean(), default: false, stepUp: true }),
  /** Performers find every fan by name, instead of those who follow, subscribed or bought. */
  performersFindAllFans: setting({ group: 'access', schema: z.boolean(), default: false, stepUp: true }),
  cookiePolicyEnabled: setting({ group: 'access', schema: z.boolean(), default: false, public: true }),
  cookiePolicyContentId: setting({
    group: 'access',
    schema: z.string().max(80).meta({ control: 'page' }),
    default: 'cookie-policy',
    public: true,
  }),
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
  viewerURL: setting({ group: 'live', schema: streamAddress, default: '', public: true, stepUp: true }),
  publisherURL: setting({ group: 'live', schema: streamAddress, default: '', public: true, stepUp: true }),
  subscriberUrl: setting({ group: 'live', schema: streamAddress, default: '', public: true, stepUp: true }),
  AntMediaAppname: setting({ group: 'live', schema: z.string().regex(/^[A-Za-z0-9_-]{1,60}$/), default: 'stagedoor', public: true }),
  optionForBroadcast: setting({ group: 'live', schema: format, default: 'hls', public: true }),
  optionForPrivate: setting({ group: 'live', schema: format, default: 'hls', public: true }),
  optionForGroup: setting({ group: 'live', schema: format, default: 'hls', public: true }),
  engineForBroadcast: setting({ group: 'live', schema: engine, default: 'builtIn', public: true, stepUp: true }),
  engineForPrivate: setting({ group: 'live', schema: engine, default: 'builtIn', stepUp: true }),
  engineForGroup: setting({ group: 'live', schema: engine, default: 'builtIn', stepUp: true }),
  secureOption: setting({ group: 'live', schema: z.boolean(), default: false, public: true, stepUp: true }),
  ccbillEnabled: setting({ group: 'money', schema: z.boolean(), default: false, public: true }),
  verotelEnabled: setting({ group: 'money', schema: z.boolean(), default: false, public: true }),
  currency: setting({
    group: 'money',
    schema: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .refine((value) => CURRENCIES.has(value), { params: { rule: 'currency' } }),
    default: 'USD',
    public: true,
  }),
  tokenValue: setting({
    group: 'money',
    schema: z.number().min(0.01).max(1000).multipleOf(0.01).meta({ control: 'amount' }),
    default: 1,
    public: true,
  }),
  topUpMinimum: setting({ group: 'money', schema: amountSetting, default: 5, public: true }),
  topUpMaximum: setting({ group: 'money', schema: amountSetting, default: 1000, public: true }),
  /** Limits by which stolen cards can't be tried one after the other. A limit that is reached pauses card payments for a while. */
  cardAttemptsPerHour: setting({ group: 'money', schema: tries, default: 12 }),
  cardDeclinesPerDay: setting({ group: 'money', schema: tries, default: 6 }),
  cardDeclinesPerNetwork: setting({ group: 'money', schema: tries, default: 20 }),
  cardDeclinesPerSite: setting({ group: 'money', schema: tries, default: 60 }),
  smallTopUp: setting({ group: 'money', schema: amountSetting, default: 5 }),
  smallTopUpsPerDay: setting({ group: 'money', schema: tries, default: 5 }),
  tipMinimum: setting({ group: 'money', schema: amountSetting, default: 1, public: true }),
  tipMaximum: setting({ group: 'money', schema: amountSetting, default: 500, public: true }),
  priceMaximum: setting({ group: 'money', schema: amountSetting, default: 1000, public: true }),
  /** What performers publish is shown once an admin approved it. */
  reviewBeforePublishing: setting({ group: 'people', schema: z.boolean(), default: false, onWithCards: true }),
  /** Nothing with files is published before its performer says who can be seen or heard in it. */
  peopleShownRequired: setting({ group: 'people', schema: z.boolean(), default: false, onWithCards: true, public: true }),
  /** So many items of each performer are reviewed, the further ones not; 0 for all. */
  reviewFirstItems: setting({ group: 'people', schema: z.number().int().min(0).max(1000), default: 0 }),
  /** Rejected reports or notices of a sender within the days after which further ones don't hide at once; 0 for never. */
  unfoundedLimit: setting({ group: 'people', schema: z.number().int().min(0).max(1000), default: 3 }),
  unfoundedDays: setting({ group: 'people', schema: z.number().int().min(1).max(3650), default: 90 }),
  /** Contents that one account or network may hide at once within an hour, and that all notices of visitors may. */
  hidingsPerSender: setting({ group: 'people', schema: z.number().int().min(0).max(10_000), default: 5 }),
  hidingsPerHour: setting({ group: 'people', schema: z.number().int().min(0).max(100_000), default: 30 }),
  /** Measures against an account within the days that lead to the action; 0 for none. */
  strikeLimit: setting({ group: 'people', schema: z.number().int().min(0).max(1000), default: 0 }),
  strikeDays: setting({ group: 'people', schema: z.number().int().min(1).max(3650), default: 180 }),
  strikeAction: setting({ group: 'people', schema: z.enum(STRIKE_ACTIONS), default: 'tell' }),
  /** Days that stills of shows are kept. */
  liveStillDays: setting({ group: 'people', schema: z.number().int().min(1).max(365), default: 30 }),
  /** Storage quota of a performer's content in gigabytes (10^9 bytes); 0 for unlimited. */
  storageQuotaGb: setting({ group: 'people', schema: z.number().int().min(0).max(100_000), default: 0 }),
  /** Storage quota in megabytes (10^6 bytes) of what a fan uploads for messages, comments and as avatar; 0 for unlimited. */
  fanStorageQuotaMb: setting({ group: 'people', schema: z.number().int().min(0).max(100_000), default: 500 }),
  /** Days between asking for an account's deletion and its erasure. */
  deletionWaitDays: setting({ group: 'people', schema: z.number().int().min(1).max(60), default: 14 }),
  /** Years that records are kept. The bounds are the least that the law asks for, and the most that can be justified. */
  recordYears: setting({ group: 'people', schema: z.number().int().min(5).max(30), default: 7, stepUp: true }),
  noticeYears: setting({ group: 'people', schema: z.number().int().min(1).max(10), default: 3, stepUp: true }),
  restrictionYears: setting({ group: 'people', schema: z.number().int().min(5).max(30), default: 7, stepUp: true }),
  earningsHoldDays: setting({ group: 'money', schema: z.number().int().min(0).max(90), default: 7 }),
  payoutMinimum: setting({ group: 'money', schema: amountSetting, default: 20, public: true }),
  payoutFee: setting({ group: 'money', schema: amountSetting, default: 0, public: true }),
  /** Days that changed payout details hold a payout; 0 for none. */
  payoutHoldDays: setting({ group: 'money', schema: z.number().int().min(0).max(30), default: 3, stepUp: true }),
  /** Whose account payouts are paid from, in the file for the bank. */
  payoutPayerName: setting({ group: 'money', schema: z.string().max(70), default: '' }),
  payoutPayerIban: setting({
    group: 'money',
    stepUp: true,
    schema: z.string().refine((value) => value === '' || isIban(value), { params: { rule: 'iban' } }),
    default: '',
  }),
  payoutPayerBic: setting({
    group: 'money',
    schema: z.string().refine((value) => value === '' || isSwift(value), { params: { rule: 'swift' } }),
    default: '',
  }),
  /** The full hour of the site's clock at which it is backed up, 0 to 23. */
  backupHour: setting({ group: 'backups', schema: z.number().int().min(0).max(23), default: 3 }),
  /** The newest back-up of each of so many days, weeks and months is kept. */
  backupDaysKept: setting({ group: 'backups', schema: z.number().int().min(1).max(366), default: 7 }),
  backupWeeksKept: setting({ group: 'backups', schema: z.number().int().min(0).max(104), default: 4 }),
  backupMonthsKept: setting({ group: 'backups', schema: z.number().int().min(0).max(120), default: 6 }),
  backupRehearsals: setting({ group: 'backups', schema: z.boolean(), default: true }),
} as const satisfies Record<string, Setting>;

export type SettingKey = keyof typeof SETTINGS;
export type SettingValue<K extends SettingKey> = z.output<(typeof SETTINGS)[K]['schema']>;
export type SettingValues = { [K in SettingKey]: SettingValue<K> };
export type PublicSettings = Partial<SettingValues>;

const STEP_UP_GROUPS: readonly SettingGroup[] = ['scripts', 'commissions', 'money'];

/** Returns true for settings whose changes are mailed to the other owners. */
export const isSafetySetting = (key: SettingKey): boolean => {
  const { stepUp }: Setting = SETTINGS[key];
  return stepUp === true;
};

/** Returns true for settings that need a recent confirmation: safety settings, scripts and money. */
export const needsStepUp = (key: SettingKey): boolean => {
  const { group }: Setting = SETTINGS[key];
  return isSafetySetting(key) || STEP_UP_GROUPS.includes(group);
};

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTINGS, key);

/** Locked after the first ledger posting: they define the token (docs/domains/money.md). */
export const MONEY_KEYS: readonly SettingKey[] = ['currency', 'tokenValue'];
export type DerivedKey = (typeof DERIVED_KEYS)[number];

/** Settings whose value is a picture that can be uploaded. */
export const BRANDING_KEYS = ['logoUrl', 'whiteLogoUrl', 'favicon', 'pageLoadingIconUrl'] as const satisfies readonly SettingKey[];
export type BrandingKey = (typeof BRANDING_KEYS)[number];

/** Settings that hold a lower and an upper bound of the same thing. */
export const SETTING_BOUNDS: readonly (readonly [SettingKey, SettingKey])[] = [
  ['topUpMinimum', 'topUpMaximum'],
  ['tipMinimum', 'tipMaximum'],
];

/** How a setting is edited. */
export const settingControl = z.object({
  kind: z.enum([
    'switch',
    'number',
    'percent',
    'amount',
    'text',
    'longText',
    'html',
    'code',
    'choice',
    'countries',
    'ageRules',
    'timeZone',
    'colour',
    'file',
    'page',
    'menus',
  ]),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  step: z.number().optional(),
  maxLength: z.number().optional(),
  choices: z.array(z.string()).optional(),
});
export type SettingControl = z.output<typeof settingControl>;

/** The input control for a setting's schema, with its bounds. */
export const controlOf = (key: SettingKey): SettingControl => {
  const schema = z.toJSONSchema(SETTINGS[key].schema, { unrepresentable: 'any', io: 'input' });
  const named = settingControl.shape.kind.optional().parse(schema['control']);
  const kind =
    named ??
    (schema.type === 'boolean'
      ? 'switch'
      : schema.enum
        ? 'choice'
        : schema.type === 'number' || schema.type === 'integer'
          ? 'number'
          : 'text');
  return {
    kind,
    ...(schema.minimum === undefined ? {} : { minimum: schema.minimum }),
    ...(schema.maximum === undefined ? {} : { maximum: schema.maximum }),
    ...(schema.type === 'integer' ? { step: 1 } : schema.multipleOf === undefined ? {} : { step: schema.multipleOf }),
    ...(schema.maxLength === undefined ? {} : { maxLength: schema.maxLength }),
    ...(schema.enum ? { choices: schema.enum.map(String) } : {}),
  };
};
