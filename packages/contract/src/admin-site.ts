import { PAGE_KINDS } from './pages.values.ts';
import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { AUDIENCES, BRANDING_KEYS, SETTINGS, linkAddress, localised, settingControl } from './settings.ts';
import { MAX_SHOW_MINUTES } from './settings.values.ts';
import { done, flag, id, idParams, instant, line, listOf, paging, picture, sortable, text, wholePaging } from './shapes.ts';
import { DEFAULT_LOCALE, LOCALE_PATTERN } from './texts/text.ts';

const MB = 1024 * 1024;
const locale = z.string().regex(LOCALE_PATTERN);
const localeParams = z.object({ locale });

/** Texts by locale, of which any may be missing. */
const perLanguage = (max: number) => z.record(locale, text(max));
/** The same as it is answered. */
const texts = z.record(z.string(), z.string());

/** A page's last part of the address. */
export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export const adminPost = z.object({
  _id: id,
  slug: z.string(),
  title: texts,
  description: texts,
  /** Cleaned HTML by locale. */
  content: texts,
  isPublished: z.boolean(),
  kind: z.enum(PAGE_KINDS),
  version: z.int(),
  /** Active accounts that haven't agreed yet to what they are asked to agree to. */
  unagreed: z.int(),
  /** The cookie banner shows it: it can't be deleted. */
  isCookiePolicy: z.boolean(),
  updatedBy: z.string().nullable(),
  updatedAt: instant,
});
export type AdminPost = z.output<typeof adminPost>;

const postBody = z.object({
  slug: z.string().min(1).max(60).regex(SLUG_PATTERN),
  title: localised(120),
  description: perLanguage(300).default({}),
  /** HTML, sanitised to what pages may contain. */
  content: z.record(locale, z.string().max(100_000)).refine((value) => Object.hasOwn(value, DEFAULT_LOCALE), {
    params: { rule: 'defaultLanguage' },
  }),
  isPublished: z.boolean(),
  /** `page` for a new one, unchanged for one that exists. */
  kind: z.enum(PAGE_KINDS).optional(),
  /** In words, for those who are asked to agree again. */
  change: perLanguage(1000).default({}),
  /** Asks those who agreed to an earlier version of terms to agree to this one. */
  asksAgain: z.boolean().default(false),
});

export const adminPromo = z.object({
  _id: id,
  title: texts,
  text: texts,
  button: texts,
  link: z.string(),
  picture: picture.nullable(),
  audience: z.enum(AUDIENCES),
  isActive: z.boolean(),
  startsAt: instant.nullable(),
  endsAt: instant.nullable(),
  /** Whether anybody may see it now. */
  isShown: z.boolean(),
  updatedAt: instant,
});
export type AdminPromo = z.output<typeof adminPromo>;

const promoBody = z
  .object({
    title: localised(80),
    text: perLanguage(200).default({}),
    button: perLanguage(40).default({}),
    link: linkAddress.or(z.literal('')).default(''),
    audience: z.enum(AUDIENCES),
    isActive: z.boolean(),
    startsAt: instant.nullable().default(null),
    endsAt: instant.nullable().default(null),
  })
  .refine(({ startsAt, endsAt }) => !startsAt || !endsAt || startsAt < endsAt, { path: ['endsAt'], params: { rule: 'endsLater' } });

export const adminLanguage = z.object({
  locale: z.string(),
  name: z.string(),
  isRightToLeft: z.boolean(),
  isEnabled: z.boolean(),
  /** Comes with the product. */
  isBuiltIn: z.boolean(),
  /** Number of translated texts, and of all texts. */
  translated: z.number().int(),
  total: z.number().int(),
  /** How many of them were written by an admin. */
  changed: z.number().int(),
});
export type AdminLanguage = z.output<typeof adminLanguage>;

const languageBody = z.object({ name: line(40), isRightToLeft: z.boolean(), isEnabled: z.boolean() });

export const adminText = z.object({
  key: z.string(),
  /** The current text in the default language. */
  english: z.string(),
  /** Ours in this language; null where we have none. */
  ours: z.string().nullable(),
  /** An admin's; null where none was written. */
  value: z.string().nullable(),
});
export type AdminText = z.output<typeof adminText>;

const textValues = z
  .record(z.string().max(80), z.string().max(4000).nullable())
  .refine((value) => Object.keys(value).length <= 9000, { params: { rule: 'tooMany', maximum: 9000 } });

/** The administration of the site: settings, branding, pages, promos, languages, texts. */
export const adminSite = endpoints({
  'GET /admin/settings': {
    summary: 'Every setting with its value, default, group and control; secret values are withheld.',
    who: 'admin',
    permission: 'settings',
    output: z.array(
      z.object({
        key: z.string(),
        group: z.string(),
        /** Null for secret ones. */
        value: z.unknown(),
        default: z.unknown(),
        control: settingControl,
        isDefault: z.boolean(),
        isPublic: z.boolean(),
        isSecret: z.boolean(),
        /** Can no longer be changed: something has been posted. */
        isLocked: z.boolean(),
      }),
    ),
  },
  'PUT /admin/settings': {
    inQuiet: true,
    summary: 'Change settings at run time, on every node. Some need a log-in or a confirmation less than ten minutes old.',
    who: 'admin',
    permission: 'settings',
    body: z.object({
      values: z.record(line(60), z.unknown()),
      /**
       * With `maintenanceMode`: minutes that running shows may go on, 0 to end them now; the setting `maintenanceShowMinutes` by default. While
       * maintenance is on, it moves the end of the shows that still run.
       */
      showMinutes: z.number().int().min(0).max(MAX_SHOW_MINUTES).optional(),
    }),
    output: z.object({ changed: z.array(z.string()) }),
    errors: ['RECENT_LOGIN_REQUIRED', 'OWN_FACTOR_FIRST', 'OTHER_OWNER_FIRST'],
    idempotency: 'none',
  },
  'POST /admin/settings/reset': {
    inQuiet: true,
    summary: 'Set settings back to their defaults.',
    who: 'admin',
    permission: 'settings',
    body: z.object({ keys: z.array(line(60)).min(1).max(100) }),
    output: z.object({ changed: z.array(z.string()) }),
    errors: ['RECENT_LOGIN_REQUIRED', 'OWN_FACTOR_FIRST', 'OTHER_OWNER_FIRST'],
    idempotency: 'none',
  },
  'GET /admin/settings/changes': {
    summary: 'Who changed which setting when, from what to what, newest first; secret values are masked.',
    who: 'admin',
    permission: 'settings',
    query: sortable(paging, ['createdAt', 'updatedAt']).extend({ key: z.string().max(60).optional() }),
    output: listOf(
      z.object({
        _id: id,
        key: z.string(),
        from: z.unknown(),
        to: z.unknown(),
        changedBy: z.object({ _id: id, username: z.string(), name: z.string() }).nullable(),
        changedAt: instant,
      }),
    ),
  },
  'PUT /admin/menus': {
    summary: 'Set the menus, in order.',
    who: 'admin',
    permission: 'site',
    body: z.object({ menus: SETTINGS.menus.schema }),
    output: z.object({ changed: z.array(z.string()) }),
    idempotency: 'none',
  },
  'POST /admin/branding/{key}/upload': {
    summary: 'Set a picture of the branding; the old one’s file goes.',
    who: 'admin',
    permission: 'settings',
    params: z.object({ key: z.enum(BRANDING_KEYS) }),
    files: { file: { accept: ['image'], maxBytes: 2 * MB, isPlain: true } },
    output: z.object({ url: z.string() }),
    errors: ['FILE_KIND_REFUSED', 'FILE_TOO_LARGE', 'FILE_UNREADABLE', 'FILE_MISSING'],
    limit: 'upload',
    idempotency: 'none',
  },
  'GET /admin/posts': {
    summary: 'The site’s pages, by address.',
    who: 'admin',
    permission: 'site',
    query: sortable(paging, ['slug', 'createdAt', 'updatedAt'], 'asc').extend({ q: text(60).optional() }),
    output: listOf(adminPost),
  },
  'GET /admin/posts/{id}': {
    summary: 'One page, in every language.',
    who: 'admin',
    permission: 'site',
    params: idParams,
    output: adminPost,
  },
  'POST /admin/posts': {
    summary: 'Write a page.',
    who: 'admin',
    permission: 'site',
    body: postBody,
    output: adminPost,
    status: 201,
    errors: ['SLUG_TAKEN'],
  },
  'PUT /admin/posts/{id}': {
    summary: 'Change a page.',
    who: 'admin',
    permission: 'site',
    params: idParams,
    body: postBody,
    output: adminPost,
    errors: ['SLUG_TAKEN', 'PAGE_IN_USE'],
  },
  'DELETE /admin/posts/{id}': {
    summary: 'Delete a page; not the one the cookie banner shows.',
    who: 'admin',
    permission: 'site',
    params: idParams,
    output: done,
    errors: ['PAGE_IN_USE'],
  },
  'GET /admin/promos': {
    summary: 'All promos, in their order.',
    who: 'admin',
    permission: 'site',
    query: sortable(wholePaging, ['position', 'createdAt', 'updatedAt'], 'asc'),
    output: listOf(adminPromo),
  },
  'POST /admin/promos': { summary: 'Make a promo.', who: 'admin', permission: 'site', body: promoBody, output: adminPromo, status: 201 },
  'PUT /admin/promos/{id}': {
    summary: 'Change a promo.',
    who: 'admin',
    permission: 'site',
    params: idParams,
    body: promoBody,
    output: adminPromo,
  },
  'DELETE /admin/promos/{id}': {
    summary: 'Delete a promo and its picture.',
    who: 'admin',
    permission: 'site',
    params: idParams,
    output: done,
  },
  'POST /admin/promos/{id}/picture/upload': {
    summary: 'Set a promo’s picture; the old one goes.',
    who: 'admin',
    permission: 'site',
    params: idParams,
    files: { picture: { accept: ['image'], maxBytes: 15 * MB } },
    output: adminPromo,
    errors: ['FILE_KIND_REFUSED', 'FILE_TOO_LARGE', 'FILE_UNREADABLE', 'FILE_MISSING'],
    limit: 'upload',
  },
  'PUT /admin/promos/order': {
    summary: 'Put the promos in this order; those not named come after.',
    who: 'admin',
    permission: 'site',
    body: z.object({ ids: z.array(id).min(1).max(200) }),
    output: listOf(adminPromo),
    idempotency: 'none',
  },
  'GET /admin/languages': {
    summary: 'Every language, offered or not, and how much of it is there.',
    who: 'admin',
    permission: 'site',
    output: z.array(adminLanguage),
  },
  'POST /admin/languages': {
    summary: 'Add a language.',
    who: 'admin',
    permission: 'site',
    body: languageBody.extend({ locale }),
    output: adminLanguage,
    status: 201,
    errors: ['LANGUAGE_EXISTS'],
  },
  'PUT /admin/languages/{locale}': {
    summary: 'Change a language, or offer it no more. The default language is always offered.',
    who: 'admin',
    permission: 'site',
    params: localeParams,
    body: languageBody,
    output: adminLanguage,
  },
  'DELETE /admin/languages/{locale}': {
    summary: 'Remove a language that was added, with its texts.',
    who: 'admin',
    permission: 'site',
    params: localeParams,
    output: done,
  },
  'GET /admin/texts': {
    summary: 'The texts of a language with the English beside them, by key.',
    who: 'admin',
    permission: 'site',
    // `locale` is the language of messages, in every call. Texts are a catalogue without dates.
    query: sortable(paging, ['key'], 'asc').extend({
      language: locale,
      q: text(80).optional(),
      missing: flag.optional(),
      changed: flag.optional(),
    }),
    output: listOf(adminText),
  },
  'PUT /admin/texts': {
    summary: 'Write texts of a language; null brings ours back.',
    who: 'admin',
    permission: 'site',
    body: z.object({ locale, values: textValues }),
    output: z.object({ changed: z.number().int() }),
    idempotency: 'none',
  },
  'GET /admin/texts/export/{locale}': {
    summary: 'Every text of a language as it is said now, by key.',
    who: 'admin',
    permission: 'site',
    params: localeParams,
    output: z.object({ locale: z.string(), texts }),
  },
  'POST /admin/texts/import': {
    summary: 'Write many texts of a language at once: all of them or, when one of them isn’t right, none.',
    who: 'admin',
    permission: 'site',
    body: z.object({ locale, texts: textValues }),
    output: z.object({ changed: z.number().int() }),
    idempotency: 'none',
  },
});
