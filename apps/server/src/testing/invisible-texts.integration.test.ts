import { CONTRACT } from '@stagedoor/contract';
import type { Endpoint, EndpointKey } from '@stagedoor/contract/endpoint';
import type { FieldError } from '@stagedoor/contract/errors';
import { SETTINGS } from '@stagedoor/contract/settings';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ruleOf } from '../platform/http/validation.ts';
import { watchRows } from './changed-rows.ts';
import type { Client } from './client.ts';
import { createAdmin, createFan, createPerformer, picture } from './factories.ts';
import { type TestApp, createTestApp } from './test-app.ts';
import { type TextInput, inputWith, textInputsOf } from './text-inputs.ts';

// Texts that nobody can see, generated from the contract: every input of text that people write takes them for nothing. Where it needs a text,
// they are refused as if it were missing, and nothing changes.

const NIL = '01890000-0000-7000-8000-000000000000';
const INVISIBLE: readonly string[] = [
  '\u2800',
  '\uFE0F',
  '\u0301',
  '\u3164',
  '\u200B',
  '\u{E0041}\u{E0042}',
  '\u202E\u2066',
  '\u00AD\u034F',
  '\u00A0\u3000',
];

/** Inputs of text that nobody reads as somebody's words, by the end of their path. */
const NOT_WORDS: Readonly<Record<string, string>> = {
  username: 'a name to look up; an unknown one is answered as such',
  email: 'has a normal form (email-address.ts)',
  adminEmail: 'has a normal form',
  senderEmail: 'has a normal form',
  password: 'secret',
  currentPassword: 'secret',
  code: 'secret',
  token: 'secret',
  source: 'not used',
  authenticatorAttachment: 'of the browser',
  transports: 'of the browser',
  timeZone: 'a name of the IANA database',
  country: 'two letters',
  language: 'two letters',
  price: 'an amount',
  monthlyPrice: 'an amount',
  yearlyPrice: 'an amount',
  privatePrice: 'an amount',
  groupPrice: 'an amount',
  tokens: 'an amount',
  amount: 'an amount',
  daily: 'an amount',
  monthly: 'an amount',
  show: 'an amount',
  renewal: 'an amount',
  due: 'an amount',
  percent: 'a number',
  after: 'a cursor',
  performerId: 'an id or a username',
  performer: 'an id or a username',
  id: 'an id or a username',
  ids: 'ids',
  imageIds: 'ids',
  categoryIds: 'ids',
  kinds: 'choices',
  keys: 'names of settings',
  key: 'the name of a setting',
  shipping: 'JSON, whose texts are checked by themselves',
  languages: 'codes of languages',
  countries: 'codes of countries',
  trackingUrl: 'a web address',
  link: 'a web address',
  address: 'of a server',
  url: 'a web address',
  issuer: 'a web address',
  returnTo: 'a web address',
  content: 'HTML of the site’s own pages, written by admins',
  values: 'texts and gateways’ settings, written by admins',
  texts: 'the site’s own texts, written by admins',
  metaKeywords: 'the site’s own words; optional',
  metaDescription: 'the site’s own words; optional',
  custodianStatement: 'the site’s own words; optional',
  contactAuthorities: 'a mail address; optional',
  contactUsers: 'a mail address; optional',
  contactLanguages: 'the site’s own words; optional',
  legalRepresentative: 'the site’s own words; optional',
  disputeBodies: 'the site’s own words; optional',
  logoUrl: 'a web address',
  whiteLogoUrl: 'a web address',
  favicon: 'a web address',
  pageLoadingIconUrl: 'a web address',
  path: 'a web address',
  viewerURL: 'a web address',
  publisherURL: 'a web address',
  subscriberUrl: 'a web address',
  footerContent: 'HTML of the site',
  headerScript: 'a script',
  afterBodyScript: 'a script',
  cookiePolicyContentId: 'an id',
  payoutPayerName: 'of the site’s bank account; optional',
  payoutPayerIban: 'a number',
  payoutPayerBic: 'a code',
};

/** Rules that an invisible text breaks: it is missing, or shorter than the least that is needed. */
const RULES: readonly unknown[] = ['required', 'tooShort'];
const missing = (rule: string | undefined): string => (RULES.includes(rule) ? 'refused as missing' : `refused by ${rule}`);

const endpoints = Object.entries(CONTRACT) as [EndpointKey, Endpoint][];
const shown = (value: string): string => Array.from(value, (each) => `U+${each.codePointAt(0)!.toString(16).toUpperCase()}`).join(' ');
/** The last name of a path, without positions in lists and keys of records. */
const nameOf = ({ path }: TextInput): string => path.filter((key) => key !== '0' && key !== 'en').at(-1) ?? '';
const needsText = ({ schema }: TextInput): boolean => !schema.safeParse('').success;

const inputs = [
  ...endpoints.flatMap(([key, { body, query }]) =>
    [...textInputsOf(body), ...textInputsOf(query)].map((input) => ({ key: key as string, input })),
  ),
  ...Object.entries(SETTINGS).flatMap(([key, { schema }]) =>
    textInputsOf(schema).map((input) => ({ key: 'setting', input: { ...input, path: [key, ...input.path] } })),
  ),
];

describe('the contract', () => {
  test('has free texts', () => {
    expect(inputs.filter(({ input }) => input.isFree).length).toBeGreaterThan(200);
  });

  test('takes everything that people write as free text', () => {
    // A pipe of a union, such as tags from a form, ends in free texts: then the other form is only split.
    const freePaths = new Set(inputs.filter(({ input }) => input.isFree).map(({ key, input }) => `${key} ${nameOf(input)}`));
    const others = inputs
      .filter(({ key, input }) => !input.isFree && !freePaths.has(`${key} ${nameOf(input)}`))
      .filter(({ input }) => !Object.hasOwn(NOT_WORDS, nameOf(input)))
      .map(({ key, input }) => `${key}: ${input.path.join('.')}`);
    expect(others).toEqual([]);
  });

  test('names only exceptions that exist', () => {
    const named = new Set(inputs.filter(({ input }) => !input.isFree).map(({ input }) => nameOf(input)));
    expect(Object.keys(NOT_WORDS).filter((name) => !named.has(name))).toEqual([]);
  });

  test('takes invisible texts as empty in every free text', () => {
    const outcomeOf = (input: TextInput, value: string): string => {
      const { success, data, error } = input.schema.safeParse(value);
      return success ? `taken as ${JSON.stringify(data)}` : missing(ruleOf(error.issues[0]!).rule);
    };
    const free = inputs.filter(({ input }) => input.isFree && !input.isInUnion);
    const outcomes = free.flatMap(({ key, input }) =>
      INVISIBLE.map((value) => [`${key} ${input.path.join('.')} ${shown(value)}`, outcomeOf(input, value), needsText(input)] as const),
    );
    expect(outcomes.map(([place, outcome]) => [place, outcome])).toEqual(
      outcomes.map(([place, , isNeeded]) => [place, isNeeded ? 'refused as missing' : 'taken as ""']),
    );
  });
});

describe('every call with a text that it needs', () => {
  let app: TestApp;
  let callers: Record<Endpoint['who'], Client>;
  let photo: Blob;
  beforeAll(async () => {
    app = await createTestApp();
    const admin = await createAdmin(app);
    const fan = await createFan(app);
    const performer = await createPerformer(app, { admin, monthlyPrice: 5 });
    callers = { public: app.client(), user: fan.client, fan: fan.client, performer: performer.client, admin: admin.client };
    photo = await picture();
    await app.settle();
  });
  afterAll(() => app.close());

  const needed = endpoints
    .map(([key, endpoint]) => ({ key, endpoint, texts: textInputsOf(endpoint.body).filter((each) => each.isFree && needsText(each)) }))
    .filter(({ key, texts }) => texts.length > 0 && !key.startsWith('GET'));

  test.each(needed.map((each) => [each.key, each] as const))('%s refuses each invisible text and changes nothing', async (key, each) => {
    const { endpoint, texts } = each;
    const required = Object.entries(endpoint.files ?? {}).filter(([, { optional }]) => !optional);
    const files = Object.fromEntries(required.map(([name]) => [name, photo]));
    const takesPictures = required.every(([, { accept }]) => accept.includes('image'));
    const changed = await watchRows(app);
    for (const text of texts) {
      for (const value of INVISIBLE) {
        const { status, error } = await callers[endpoint.who].raw(key, {
          params: { id: NIL, streamId: NIL, performerId: NIL, type: 'public', locale: 'en', name: 'sandbox' },
          body: inputWith(text.path, value),
          ...(required.length > 0 ? { files } : {}),
        });
        const place = `${text.path.join('.')}=${shown(value)}`;
        expect(status, `${place} → ${status} ${JSON.stringify(error).slice(0, 300)}`).toBeGreaterThanOrEqual(400);
        // A refusal names a union as a whole; empty words of a list are left out, as between two commas.
        if (text.isInUnion || !takesPictures || text.path.at(-1) === '0') continue;
        const broken = (error.message as unknown as FieldError[]).find(({ property }) => property === text.path.join('.'));
        const rule = Object.keys(broken?.constraints ?? {})[0];
        expect([place, error.error, missing(rule)]).toEqual([place, 'VALIDATION_FAILED', 'refused as missing']);
      }
    }
    expect(await changed()).toEqual({});
  });

  test('a post, a comment and a message of words that nobody sees are refused like empty ones', async () => {
    const { fan, performer } = callers;
    const post = await performer.call('POST /performer/feeds', { body: { type: 'text', text: 'Seen', isSale: false } as never });
    const subject = { objectType: 'feed', objectId: (post as { _id: string })._id };
    const me = await performer.call('GET /users/me');
    await performer.call('PUT /performers', { body: { messagesFrom: 'everyone' } });
    const { _id } = await fan.call('POST /conversations', { body: { source: 'performer', sourceId: me._id } });
    const changed = await watchRows(app);
    for (const value of ['', ...INVISIBLE]) {
      const answers = [
        await performer.raw('POST /performer/feeds', { body: { type: 'text', text: value } }),
        await fan.raw('POST /comments', { body: { ...subject, content: value } }),
        await fan.raw('POST /messages/conversations/{id}', { params: { id: _id }, body: { text: value } }),
      ];
      expect([shown(value), answers.map(({ status }) => status)]).toEqual([shown(value), [422, 422, 422]]);
    }
    expect(await changed()).toEqual({});
  });
});
