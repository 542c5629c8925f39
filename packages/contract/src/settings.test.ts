import { expect, test } from 'vitest';
import { SETTINGS, SETTING_GROUPS, type SettingKey, controlOf, linkAddress } from './settings.ts';
import { SETTING_AMOUNTS } from './settings.values.ts';
import { TEXTS } from './texts/index.ts';

/** Specification section 3, verbatim. */
const SPECIFIED = `siteName logoUrl favicon adminEmail senderEmail metaKeywords metaDescription headerScript afterBodyScript
monthlySubscriptionCommission yearlySubscriptionCommission videoSaleCommission productSaleCommission feedSaleCommission gaCode maintenanceMode
groupChatDefaultPrice privateC2CDefaultPrice groupChatDefaultCommission privateChatDefaultCommission tokenTipCommission viewerURL publisherURL
subscriberUrl optionForBroadcast optionForPrivate optionForGroup secureOption giftingSaleCommission emojiSaleCommission gallerySaleCommission
whiteLogoUrl pageLoadingIconUrl AntMediaAppname ccbillEnabled verotelEnabled cookiePolicyEnabled cookiePolicyContentId`.split(/\s+/);

test('every key of the specification is a setting', () => {
  expect(SPECIFIED.filter((key) => !Object.hasOwn(SETTINGS, key))).toEqual([]);
});

test('every setting has a title and a description, and every group a name', () => {
  const wanted = [
    ...Object.keys(SETTINGS).flatMap((key) => [`setting.${key}.title`, `setting.${key}.text`]),
    ...SETTING_GROUPS.map((group) => `settingGroup.${group}`),
  ];
  expect(wanted.filter((key) => !Object.hasOwn(TEXTS, key))).toEqual([]);
});

test('a form control is derived from the schema', () => {
  const kinds = (keys: SettingKey[]) => keys.map((key) => controlOf(key));
  expect(kinds(['maintenanceMode', 'optionForGroup', 'feedSaleCommission', 'earningsHoldDays', 'siteName', 'logoUrl'])).toEqual([
    { kind: 'switch' },
    { kind: 'choice', choices: ['hls', 'mp4'] },
    { kind: 'percent', minimum: 0, maximum: 100, step: 0.01 },
    { kind: 'number', minimum: 0, maximum: 90, step: 1 },
    { kind: 'text', maxLength: 60 },
    { kind: 'file', maxLength: 500 },
  ]);
});

test.each([
  ['/page/terms', true],
  ['/page/terms?a=1#b', true],
  ['https://example.org', true],
  ['HTTPS://example.org/a?b', true],
  ['http://example.org', false],
  ['//evil.example', false],
  ['/\\evil.example', false],
  ['https://a b', false],
  ['https://', false],
  ['https:///a', false],
  ['https://user:secret@evil.example', false],
  ['javascript:alert(1)', false],
  ['JavaScript:alert(1)//https://', false],
  ['java\tscript:alert(1)', false],
  ['data:text/html,x', false],
  ['page/terms', false],
  ['', false],
])('a link to %j: %s', (value, isTaken) => {
  expect(linkAddress.safeParse(value).success).toBe(isTaken);
});

test.each([
  ['logoUrl', 'http://pictures.example/logo.png', true],
  ['logoUrl', '', true],
  ['logoUrl', 'javascript:alert(1)', false],
  ['favicon', 'data:image/svg+xml,<svg onload=alert(1)>', false],
  ['viewerURL', 'https://live.example:5443', true],
  ['publisherURL', 'wss://live.example/app', true],
  ['publisherURL', 'file:///etc/passwd', false],
  ['brandColor', '#3366ff', true],
  ['brandColor', 'red', false],
  ['brandColor', '#fff;}', false],
  ['currency', 'EUR', true],
  ['currency', 'ZZZ', false],
  ['menus', [{ menu: 'footer', label: { en: 'Terms' }, path: '/page/terms', audience: 'everyone', newTab: false }], true],
  ['menus', [{ menu: 'footer', label: { es: 'Condiciones' }, path: '/page/terms', audience: 'everyone', newTab: false }], false],
  ['menus', [{ menu: 'footer', label: { en: 'Bad' }, path: 'javascript:alert(1)', audience: 'everyone', newTab: false }], false],
])('%s = %j: %s', (key, value, isTaken) => {
  expect(SETTINGS[key as SettingKey].schema.safeParse(value).success).toBe(isTaken);
});

test('every amount has a unit', () => {
  const amounts = (Object.keys(SETTINGS) as SettingKey[]).filter((key) => controlOf(key).kind === 'amount');
  expect(Object.keys(SETTING_AMOUNTS).toSorted()).toEqual(amounts.toSorted());
});
