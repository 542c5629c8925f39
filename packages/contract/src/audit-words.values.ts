// The details of an audit entry in words, for the page and the CSV file alike. Without Zod, so that the web shares it.
import type { AuditWay } from './audit.values.ts';
import { isRecord } from './keys.values.ts';
import { settingUnit } from './settings.values.ts';

/** How a reader's language writes a text, an amount, a number or a date. */
export interface AuditLanguage {
  /** A locale: names of languages and countries. */
  locale: string;
  hasText(key: string): boolean;
  text(key: string, values?: Record<string, unknown>): string;
  money(value: number): string;
  tokens(value: number): string;
  percent(value: number): string;
  count(value: number): string;
  date(instant: string): string;
}

/** One thing that an entry tells. */
export interface AuditFact {
  /** Null where the entry's object says it. */
  label: string | null;
  /** The value before, of a change. */
  from?: string;
  value: string;
}

export interface AuditEntryWords {
  action: string;
  object: { kind: string; name: string | null };
  detail: Readonly<Record<string, unknown>>;
}

type Write = (value: unknown, language: AuditLanguage) => string;

/** Longer values are cut. */
const MAX_LENGTH = 160;
/** Of so many texts that were changed at once, the first ones are told. */
const MAX_CHANGES = 5;

const cut = (text: string): string => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text);
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
/** Amounts are recorded in hundredths, as text when they are exact; `null` for what isn't a number. */
const hundredths = (value: unknown): number | null => {
  const number = Number(value);
  return Number.isFinite(number) ? number / 100 : null;
};

const plain: Write = (value, language) =>
  typeof value === 'string'
    ? cut(value)
    : typeof value === 'number'
      ? language.count(value)
      : typeof value === 'boolean'
        ? language.text(value ? 'auditValue.yes' : 'auditValue.no')
        : language.text('auditValue.long');

const amountIn =
  (unit: 'money' | 'tokens'): Write =>
  (value, language) => {
    const amount = hundredths(value);
    return amount === null ? plain(value, language) : unit === 'money' ? language.money(amount) : language.tokens(amount);
  };

/** The name of a choice, by the keys of its texts. */
const choice =
  (prefix: string): Write =>
  (value, language) => {
    const key = `${prefix}${String(value)}`;
    return language.hasText(key) ? language.text(key) : plain(value, language);
  };

const list =
  (each: Write): Write =>
  (value, language) =>
    Array.isArray(value) ? cut(value.map((one) => each(one, language)).join(', ')) : each(value, language);

/** How many, of a list of ids. */
const howMany: Write = (value, language) => plain(Array.isArray(value) ? value.length : value, language);
const named =
  (type: 'language' | 'region'): Write =>
  (value, language) => {
    try {
      return new Intl.DisplayNames([language.locale], { type }).of(String(value)) ?? String(value);
    } catch {
      return plain(value, language);
    }
  };
const date: Write = (value, language) => (Number.isNaN(Date.parse(String(value))) ? plain(value, language) : language.date(String(value)));
/** A text in several languages: the reader's, or the default one. */
const inLanguages: Write = (value, language) => {
  if (!isRecord(value)) return plain(value, language);
  return plain(value[language.locale] ?? value['en'] ?? Object.values(value)[0] ?? '', language);
};
const percent: Write = (value, language) => {
  const rate = hundredths(value);
  return rate === null ? plain(value, language) : language.percent(rate);
};
const seconds: Write = (value, language) => {
  const whole = Number(value);
  const [unit, size] = whole >= 86_400 ? (['day', 86_400] as const) : (['hour', 3600] as const);
  return new Intl.NumberFormat(language.locale, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 }).format(
    whole / size,
  );
};

/** A document of a performer's application, or of a co-performer. */
const document: Write = (value, language) => choice(language.hasText(`admin.${String(value)}`) ? 'admin.' : 'profiles.')(value, language);

/** Every field of an entry's details that is told, and how its value is written. Ids aren't: the entry leads to its object. */
const FIELDS: Readonly<Record<string, Write>> = {
  act: (value, language) => choice('bulk.')(`${String(value)}.act`, language),
  active: plain,
  address: plain,
  adminRole: choice('people.adminRole.'),
  ahead: seconds,
  amount: amountIn('tokens'),
  animation: choice('gifts.animation.'),
  audience: choice('audience.'),
  base: date,
  button: inLanguages,
  by: plain,
  code: plain,
  contentType: plain,
  count: plain,
  endsAt: date,
  fields: plain,
  filters: plain,
  from: date,
  gateway: plain,
  isActive: plain,
  isEnabled: plain,
  isHidden: plain,
  isPublished: plain,
  isRightToLeft: plain,
  itemKinds: list(choice('coupons.kind.')),
  jobs: plain,
  kind: document,
  link: plain,
  locale: named('language'),
  month: plain,
  migrations: plain,
  method: choice('payouts.method.'),
  name: plain,
  note: plain,
  ok: (value, language) => language.text(value === true ? 'auditValue.allSound' : 'auditValue.notSound'),
  order: plain,
  packages: howMany,
  pages: howMany,
  passwords: plain,
  paymentReference: plain,
  payouts: howMany,
  percent,
  picture: plain,
  place: plain,
  position: plain,
  price: amountIn('tokens'),
  q: plain,
  reason: choice('people.reasonShort.'),
  reasons: list(choice('admin.reason.')),
  rows: plain,
  slug: plain,
  startsAt: date,
  step: choice('clock.step.'),
  subject: choice('auditKind.'),
  symbol: plain,
  text: inLanguages,
  texts: plain,
  title: inLanguages,
  tokens: amountIn('tokens'),
  until: date,
  usesMaximum: plain,
  usesPerAccount: plain,
};
export const AUDIT_FIELDS: readonly string[] = Object.keys(FIELDS);

/** Fields that mean something else of some objects. */
const OF_OBJECT: Readonly<Record<string, Readonly<Record<string, Write>>>> = { walletPackage: { price: amountIn('money') } };

/** What a change from one value to another is a change of, where the entry doesn't say. */
const CHANGED_FIELD: Readonly<Record<string, string>> = { 'accounts.adminRoleChanged': 'adminRole', 'performers.featured': 'position' };

/** The value of a setting, which is stored as it is typed. Long ones were cut when they were recorded, as JSON. */
const settingValue =
  (key: string): Write =>
  (value, language) => {
    if (isEmpty(value)) return language.text('settings.empty');
    if (typeof value === 'boolean') return language.text(value ? 'settings.on' : 'settings.off');
    if (typeof value === 'number') {
      const unit = settingUnit(key);
      return unit ? amountIn(unit)(value * 100, language) : key.endsWith('Commission') ? language.percent(value) : language.count(value);
    }
    if (Array.isArray(value)) {
      if (value.every((one) => typeof one === 'string')) return list(named('region'))(value, language);
      return language.text(value.length === 1 ? 'settings.entriesCount_one' : 'settings.entriesCount_other', { count: value.length });
    }
    if (typeof value !== 'string' || /^[[{]/.test(value)) return language.text('auditValue.long');
    if (language.hasText(`settingChoice.${value}`)) return language.text(`settingChoice.${value}`);
    return cut(value.endsWith('…') ? value.replace(/^"/, '') : value);
  };

const camelOf = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Whether a value is meant for programs: an id, or a list of them. */
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-|^[0-9a-f]{64}$/;
const isForPrograms = (value: unknown): boolean =>
  typeof value === 'string' ? ID.test(value) : Array.isArray(value) && value.length > 0 && value.every(isForPrograms);

const written = (value: unknown, write: Write, language: AuditLanguage): string =>
  isEmpty(value) ? language.text('auditValue.none') : write(value, language);

/** The label and the writer of a field; null for what isn't told. */
const fieldOf = (name: string, objectKind: string, language: AuditLanguage): { label: string; write: Write } | null => {
  const write = OF_OBJECT[objectKind]?.[name] ?? FIELDS[name];
  return write ? { label: language.text(`auditField.${name}`), write } : null;
};

/** What differs between two versions of the same thing. */
const changesOf = (
  from: Record<string, unknown>,
  to: Record<string, unknown>,
  entry: AuditEntryWords,
  language: AuditLanguage,
): AuditFact[] =>
  [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((key): AuditFact[] => {
    const [before, after] = [from[key], to[key]];
    // A version that doesn't tell a field says nothing of a change.
    if (!(key in from) || !(key in to) || JSON.stringify(before) === JSON.stringify(after)) return [];
    const field = fieldOf(camelOf(key), entry.object.kind, language);
    if (!field || isForPrograms(before) || isForPrograms(after)) return [];
    return [{ label: field.label, from: written(before, field.write, language), value: written(after, field.write, language) }];
  });

/** A performer's own commissions: those they don't have are the site's. */
const commissionsOf = (from: Record<string, unknown>, to: Record<string, unknown>, language: AuditLanguage): AuditFact[] => {
  const rate = (value: unknown) => (isEmpty(value) ? language.text('auditValue.siteRate') : percent(value, language));
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((key) => from[key] !== to[key] && language.hasText(`setting.${key}.title`))
    .map((key) => ({ label: language.text(`setting.${key}.title`), from: rate(from[key]), value: rate(to[key]) }));
};

const changeOf = (entry: AuditEntryWords, from: unknown, to: unknown, language: AuditLanguage): AuditFact[] => {
  const { action, object, detail } = entry;
  if (action === 'settings.changed') {
    const key = String(detail['key']);
    const write = settingValue(key);
    return [{ label: null, from: write(from, language), value: write(to, language) }];
  }
  const field = CHANGED_FIELD[action];
  if (field) {
    const { label, write } = fieldOf(field, object.kind, language)!;
    return [{ label, from: written(from, write, language), value: written(to, write, language) }];
  }
  const [before, after] = [from ?? {}, to ?? {}];
  if (!isRecord(before) || !isRecord(after)) return [];
  return action === 'performers.commissionsChanged' ? commissionsOf(before, after, language) : changesOf(before, after, entry, language);
};

/** Texts of the site: each with its version before. */
const textsOf = (changes: unknown, language: AuditLanguage): AuditFact[] =>
  Array.isArray(changes)
    ? changes
        .filter(isRecord)
        .slice(0, MAX_CHANGES)
        .map(({ from, to }) => ({
          label: language.text('auditField.changes'),
          from: written(from, plain, language),
          value: written(to, plain, language),
        }))
    : [];

/** Filters that every list has: each is told by itself. */
const FILTERS: readonly string[] = ['q', 'from', 'until'];

/** The filters of a list that was downloaded: those of its own in one line, by the names that its address has. */
const filtersOf = (detail: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const given = Object.entries(detail);
  const own = given.filter(([key, value]) => !FILTERS.includes(key) && !isEmpty(value) && !isForPrograms(value));
  return {
    ...Object.fromEntries(given.filter(([key]) => FILTERS.includes(key))),
    filters: own.map(([key, value]) => `${key}: ${String(value)}`).join(', '),
  };
};

/** What it is called comes first, what somebody wrote last. */
const RANKS: Readonly<Record<string, number>> = { name: -2, title: -2, code: -2, reason: -1, note: 1 };

/** What an entry tells beyond its action and its object, in words. */
export const auditFacts = (entry: AuditEntryWords, language: AuditLanguage): AuditFact[] => {
  const { action, object, detail } = entry;
  const isExport = /exported$/i.test(action);
  const hasChange = !isExport && ('from' in detail || 'to' in detail);
  const facts = hasChange ? changeOf(entry, detail['from'], detail['to'], language) : [];
  // Stored details have no order of their own.
  const told = Object.entries(object.kind === 'list' ? filtersOf(detail) : detail).toSorted(
    ([a], [b]) => (RANKS[a] ?? 0) - (RANKS[b] ?? 0),
  );
  for (const [key, value] of told) {
    if (hasChange && (key === 'from' || key === 'to' || key === 'key')) continue;
    if (key === 'changes') facts.push(...textsOf(value, language));
    if (isEmpty(value) || value === object.name) continue;
    const field = fieldOf(camelOf(key), object.kind, language);
    if (field && (field.write === howMany || !isForPrograms(value)))
      facts.push({ label: field.label, value: field.write(value, language) });
  }
  return facts;
};

/** The name of an action. */
export const auditAction = (action: string, language: AuditLanguage): string =>
  language.hasText(`audit.${action}`) ? language.text(`audit.${action}`) : language.text('auditField.other');

/** What an entry is about: its name, or what kind of thing it is. */
export const auditObject = ({ object, detail }: AuditEntryWords, language: AuditLanguage): string => {
  const key = `setting.${String(detail['key'])}.title`;
  if (object.kind === 'setting' && language.hasText(key)) return language.text(key);
  return object.name ?? language.text(language.hasText(`auditObject.${object.kind}`) ? `auditObject.${object.kind}` : 'auditObject.site');
};

/** Returns the name of an entry's author: an admin, the command line, or the site itself. */
export const auditActor = (
  { actor, via }: { actor: { name: string } | null; via: AuditWay | null },
  text: (key: 'auditLog.site' | 'auditLog.console') => string,
): string => (via === 'console' ? text('auditLog.console') : (actor?.name ?? text('auditLog.site')));
