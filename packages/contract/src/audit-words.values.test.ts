import { expect, test } from 'vitest';
import { AUDIT_ACTIONS, AUDIT_KINDS, type AuditAction } from './audit.values.ts';
import { AUDIT_FIELDS, type AuditLanguage, auditAction, auditFacts, auditObject } from './audit-words.values.ts';
import { TEXTS, type TextKey } from './texts/index.ts';
import type { BuiltInLocale } from './texts/text.ts';

const isKey = (key: string): key is TextKey => Object.hasOwn(TEXTS, key);
const languageOf = (locale: BuiltInLocale): AuditLanguage => ({
  locale,
  hasText: isKey,
  text: (key, values = {}) => {
    if (!isKey(key)) throw new Error(`No text ${key}`);
    return TEXTS[key][locale].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
  },
  money: (value) => `$${value.toFixed(2)}`,
  tokens: (value) => `${value.toFixed(2)} tokens`,
  percent: (value) => `${value}%`,
  count: String,
  date: (instant) => instant.slice(0, 10),
});
const english = languageOf('en');

const ID = '0193a1b2-0000-7000-8000-000000000001';

const tell = (action: AuditAction, objectKind: string, detail: Record<string, unknown>, name: string | null = null) =>
  auditFacts({ action, object: { kind: objectKind, name }, detail }, english).map(({ label, from, value }) =>
    [...(label === null ? [] : [label]), from === undefined ? value : `${from} → ${value}`].join(': '),
  );

test('every action, kind and field has a name in both languages', () => {
  const keys = [
    ...Object.keys(AUDIT_ACTIONS).map((action) => `audit.${action}`),
    ...AUDIT_KINDS.map((kind) => `auditKind.${kind}`),
    ...AUDIT_FIELDS.map((field) => `auditField.${field}`),
  ];
  expect(keys.filter((key) => !isKey(key) || TEXTS[key].en === '' || TEXTS[key].es === '')).toEqual([]);
  expect(auditAction('no.such.action', english)).toBe('Detail');
});

test('amounts of a change are told in their unit, and only what changed', () => {
  const from = { name: 'Small', tokens: '5000', price: '4999', active: true };
  expect(tell('packages.updated', 'walletPackage', { from, to: { ...from, tokens: '6000', price: '5499', position: 2 } })).toEqual([
    'Tokens: 50.00 tokens → 60.00 tokens',
    'Price: $49.99 → $54.99',
  ]);
  const gift = { name: 'Rose', price: '150', animation: 'float', isActive: true };
  expect(tell('gifts.updated', 'gift', { from: gift, to: { ...gift, price: '250', animation: 'burst' }, picture: false })).toEqual([
    'Price: 1.50 tokens → 2.50 tokens',
    'How it is shown: Rise → Burst',
    'New picture: no',
  ]);
});

test('settings are told by their titles and units', () => {
  const setting = (key: string, from: unknown, to: unknown) => tell('settings.changed', 'setting', { key, from, to }, key);
  expect(setting('tipMinimum', 1, 2.5)).toEqual(['1.00 tokens → 2.50 tokens']);
  expect(setting('payoutFee', 0, 1)).toEqual(['$0.00 → $1.00']);
  expect(setting('tokenTipCommission', 20, 12.5)).toEqual(['20% → 12.5%']);
  expect(setting('maintenanceMode', false, true)).toEqual(['Off → On']);
  expect(setting('blockedCountries', [], ['PT', 'ES'])).toEqual(['Empty → Portugal, Spain']);
  expect(setting('menus', [{ menu: 'header' }], '[{"menu":"header","label":{"en":"Disc…')).toEqual(['1 entry → a long value']);
  expect(
    auditObject({ action: 'settings.changed', object: { kind: 'setting', name: 'tipMinimum' }, detail: { key: 'tipMinimum' } }, english),
  ).toBe('Minimum tip');
});

test('choices are told by their names, and ids not at all', () => {
  expect(tell('accounts.suspended', 'account', { note: 'Stolen card', reason: 'fraud' })).toEqual(['Reason: Fraud', 'Note: Stolen card']);
  expect(tell('orders.refunded', 'order', { reason: 'Never sent', detailId: ID })).toEqual(['Reason: Never sent']);
  expect(tell('applications.rejected', 'performer', { reasons: ['unreadable', 'expired'], note: '' })).toEqual([
    'Reasons: Unreadable, Expired',
  ]);
  expect(tell('documents.viewed', 'performer', { participantId: ID, kind: 'release' })).toEqual(['Document: Signed release']);
  expect(tell('accounts.adminRoleChanged', 'account', { from: 'support', to: 'finance' })).toEqual(['Role: Support → Finance']);
  expect(tell('performers.featured', 'performer', { from: null, to: 3 })).toEqual(['Position: none → 3']);
  expect(tell('performers.commissionsChanged', 'performer', { from: { tokenTipCommission: 1000 }, to: {} })).toEqual([
    expect.stringMatching(/: 10% → the site’s rate$/),
  ]);
  expect(tell('payouts.batched', 'payoutBatch', { method: 'banking', payouts: [ID, ID] })).toEqual(['Paid through: Bank', 'Payouts: 2']);
  expect(tell('gifts.ordered', 'gift', { from: [ID], to: [ID] })).toEqual([]);
  expect(tell('clock.moved', 'site', { step: 'day', ahead: 172_800 })).toEqual(['By: 1 day', 'Clock ahead by: 2 days']);
  expect(tell('languages.removed', 'language', { locale: 'fr', name: 'Français', texts: 4 }, 'Français')).toEqual([
    'Language: French',
    'Texts: 4',
  ]);
});

test('coupons, promos, pages and texts', () => {
  const coupon = { name: 'Spring', percent: 1250, amount: null, active: true };
  expect(
    tell(
      'coupons.created',
      'coupon',
      { code: 'MAY', ...coupon, item_kinds: ['product', 'video'], starts_at: null, uses_maximum: 5 },
      'MAY',
    ),
  ).toEqual(['Name: Spring', 'Discount: 12.5%', 'Active: yes', 'For: Products, Videos', 'Total uses: 5']);
  expect(tell('coupons.updated', 'coupon', { code: 'MAY', from: coupon, to: { ...coupon, percent: null, amount: '300' } }, 'MAY')).toEqual([
    'Discount: 12.5% → none',
    'Discount: none → 3.00 tokens',
  ]);
  expect(
    tell('promos.updated', 'promo', {
      from: { title: { en: 'A', es: 'B' }, startsAt: null },
      to: { title: { en: 'C' }, startsAt: '2026-05-01T00:00:00Z' },
    }),
  ).toEqual(['Title: A → C', 'Starts: none → 2026-05-01']);
  expect(tell('texts.edited', 'text', { locale: 'es', count: 1, changes: [{ key: 'ui.close', from: null, to: 'Cierra' }] })).toEqual([
    'Language: Spanish',
    'Texts: 1',
    'Text: none → Cierra',
  ]);
});

test('nothing is told as JSON, whatever an entry holds', () => {
  const detail = { from: { x: { y: 1 } }, to: { x: { y: 2 } }, other: { deep: [1, { a: 2 }] }, note: { a: 1 }, reasons: [{ a: 1 }] };
  for (const action of Object.keys(AUDIT_ACTIONS) as AuditAction[]) {
    for (const locale of ['en', 'es'] as const) {
      const facts = auditFacts({ action, object: { kind: 'item', name: null }, detail }, languageOf(locale));
      for (const { label, from = '', value } of facts) expect(`${label}${from}${value}`).not.toMatch(/[{}[\]]|object/);
    }
  }
});

test('a downloaded list is told with its filters, and an act on many rows by its name', () => {
  const filter = { q: 'wren', kind: 'tip', state: 'paid', accountId: ID, from: '2026-10-01T00:00:00.000Z' };
  expect(tell('orders.exported', 'list', filter)).toEqual(['Search: wren', 'From: 2026-10-01', 'Filters: kind: tip, state: paid']);
  expect(tell('orders.exported', 'list', {})).toEqual([]);
  const act = { act: 'accounts.suspend', rows: 203, reason: 'fraud', note: 'A wave of spam' };
  expect(tell('accounts.manyStarted', 'bulkAct', act)).toEqual(['Reason: Fraud', 'Act: Suspend', 'Rows: 203', 'Note: A wave of spam']);
  expect(auditObject({ action: 'accounts.manyStarted', object: { kind: 'bulkAct', name: null }, detail: act }, english)).toBe(
    'Act on many rows',
  );
});
