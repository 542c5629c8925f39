import { keysOf } from './keys.values.ts';
import { z } from 'zod';
import { recordOf } from './keys.values.ts';
import { endpoints } from './endpoint.ts';
import { LEDGER_INVARIANTS } from './admin.ts';
import { email } from './email-address.ts';
import { PAGE_KINDS } from './pages.values.ts';
import { OPTION_LISTS } from './profile-options.ts';
import { SETTING_GROUPS } from './settings.ts';
import { done, id, instant, line, listOf, message, paging, picture, sortable, text, visibleText } from './shapes.ts';
import { liveState } from './live-state.ts';

/** A page of the site in one language. */
export const post = z.object({
  _id: id,
  slug: z.string(),
  title: z.string(),
  /** For searches and links; one or two sentences, or empty. */
  description: z.string(),
  /** Cleaned HTML. */
  content: z.string(),
  /** Hidden pages are returned only to those who may edit them. */
  isPublished: z.boolean(),
  kind: z.enum(PAGE_KINDS),
  /** Counts the wordings that were shown. */
  version: z.int(),
  updatedAt: instant,
});

/** The versions of a policy or of terms, newest first; none of another page. */
const pageVersions = z.array(
  z.object({ version: z.int(), /** What it changed, in the caller's language; may be empty. */ change: z.string(), createdAt: instant }),
);

/** One thing the site points out, in one language. */
export const promo = z.object({
  _id: id,
  title: z.string(),
  text: z.string(),
  button: z.string(),
  /** A path of the site, or an https address; empty for none. */
  link: z.string(),
  picture: picture.nullable(),
  /** The performer whose page it leads to, with what they have on stage now; null of others, and of one whom the caller may not see. */
  performer: z.object({ _id: id, name: z.string(), live: liveState }).nullable(),
});
export type Promo = z.output<typeof promo>;

export const ledgerState = z.object({
  /** When it was last checked; null before the first check. */
  checkedAt: instant.nullable(),
  /** Whether everything held. */
  ok: z.boolean(),
  checks: z.array(
    z.object({
      invariant: z.enum(keysOf(LEDGER_INVARIANTS)),
      /** What must hold, in the caller’s language. */
      text: z.string(),
      ok: z.boolean(),
    }),
  ),
  /** The end of the chain of hashes over all transactions: how many they are, and the hash in hexadecimal digits. Null before the first one. */
  chain: z.object({ transactions: z.int(), hash: z.string(), sealedAt: instant }).nullable(),
});
export type LedgerState = z.output<typeof ledgerState>;

export const site = endpoints({
  'GET /settings/public': {
    summary: 'The public settings, or those of one group.',
    open: 'always',
    who: 'public',
    query: z.object({ group: z.enum(SETTING_GROUPS).optional() }),
    output: z.record(z.string(), z.unknown()),
  },
  'POST /settings/keys': {
    inQuiet: true,
    summary: 'The named settings; only public ones are answered.',
    open: 'always',
    acting: true,
    who: 'public',
    body: z.object({ keys: z.array(z.string().max(60)).max(200) }),
    output: z.record(z.string(), z.unknown()),
    idempotency: 'none',
  },
  'POST /contact': {
    summary: 'Send a message to the site’s owner.',
    open: 'age',
    who: 'public',
    body: z.object({ name: line(80), email, message: visibleText(5000) }),
    output: message,
    limit: 'contact',
  },
  'GET /ledger': {
    summary: 'The state of the ledger, where the owner publishes it: the last check of each invariant and the end of the chain of seals.',
    open: 'age',
    who: 'public',
    output: ledgerState,
    kept: true,
  },
  'GET /country-block/check': {
    summary: 'Whether the site is blocked in the caller’s country.',
    open: 'always',
    who: 'public',
    output: z.object({ blocked: z.boolean(), country: z.string().nullable() }),
  },
  'GET /posts/search': {
    summary: 'The site’s pages.',
    open: 'age',
    who: 'public',
    query: sortable(paging, ['slug', 'createdAt', 'updatedAt'], 'asc').extend({ q: text(60).optional() }),
    output: listOf(post),
  },
  'GET /posts/{id}': {
    summary:
      'One page of the site, by id or slug; of policies and terms also an earlier version. Hidden ones are answered to admins of the site alone.',
    open: 'age',
    who: 'public',
    params: z.object({ id: z.string().max(80) }),
    query: z.object({ version: z.coerce.number().int().min(1).max(100_000).optional() }),
    output: post.extend({ versions: pageVersions }),
  },
  'GET /agreements': {
    summary:
      'The pages of terms that the account must agree to before it pays, writes or publishes, with what changed since it last agreed.',
    who: 'user',
    lite: true,
    suspended: true,
    output: z.array(z.object({ _id: id, slug: z.string(), title: z.string(), version: z.int(), change: z.string(), createdAt: instant })),
  },
  'POST /agreements': {
    summary: 'Agree to pages of terms in the versions that were shown; TERMS_CHANGED when one has a newer version by now.',
    who: 'user',
    lite: true,
    suspended: true,
    personal: true,
    body: z.object({
      pages: z
        .array(z.object({ _id: id, version: z.number().int().min(1) }))
        .min(1)
        .max(20),
    }),
    output: done,
  },
  'GET /site-promo': {
    summary: 'What the site points out to the caller now, in its order.',
    who: 'public',
    output: listOf(promo),
  },
  'POST /consents': {
    summary:
      'Record the choice about what needs consent, with the version of the policy that was shown. Visitors’ are kept without a name.',
    open: 'age',
    who: 'public',
    body: z.object({ purpose: z.literal('analytics'), granted: z.boolean() }),
    output: done,
    status: 201,
  },
  'GET /i18n/text/{locale}': {
    summary: 'All texts of a language, as plain JSON.',
    open: 'always',
    who: 'public',
    params: z.object({ locale: z.string().max(12) }),
    output: z.record(z.string(), z.string()),
    plain: true,
  },
});

const options = z.array(z.object({ value: z.string(), text: z.string() }));
const countryCode = z.string().max(2).toUpperCase();

export const reference = endpoints({
  'GET /countries/list': {
    summary: 'Countries by name in the caller’s language.',
    open: 'age',
    who: 'public',
    output: listOf(z.object({ code: z.string(), name: z.string(), flag: z.string() })),
  },
  'GET /states/{country}': {
    summary: 'States of a country by name; empty where none are known.',
    open: 'age',
    who: 'public',
    params: z.object({ country: countryCode }),
    output: listOf(z.object({ code: z.string(), name: z.string() })),
  },
  'GET /cities/{country}/{state}': {
    summary: 'Cities of a state by name.',
    open: 'age',
    who: 'public',
    params: z.object({ country: countryCode, state: z.string().max(10) }),
    output: listOf(z.string()),
  },
  'GET /languages/list': {
    summary: 'Languages people speak (ISO 639-1), by name in the caller’s language.',
    open: 'age',
    who: 'public',
    output: listOf(z.object({ code: z.string(), name: z.string() })),
  },
  'GET /phone-codes/list': {
    summary: 'Dialling codes by the country’s name in the caller’s language.',
    open: 'age',
    who: 'public',
    output: listOf(z.object({ country: z.string(), name: z.string(), flag: z.string(), code: z.string() })),
  },
  'GET /user-additional': {
    summary: 'The option lists of profiles, in the caller’s language.',
    open: 'age',
    who: 'public',
    output: z.object(recordOf(OPTION_LISTS, () => options)),
  },
});
