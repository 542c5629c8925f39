import { keysOf } from './keys.values.ts';
import { z } from 'zod';
import { recordOf } from './keys.values.ts';
import { seenBy } from './audience.ts';
import { INCLUDED_KINDS, ITEM_KINDS } from './items.values.ts';
import { password, username } from './auth.ts';
import { email } from './email-address.ts';
import { MESSAGES_FROM } from './conversations.values.ts';
import { endpoints } from './endpoint.ts';
import { uploadedFile } from './items.ts';
import { liveState } from './live-state.ts';
import { optionOf, profileAbout, profileAttributes, profileLinks } from './profile-about.ts';
import { SEARCHABLE_ATTRIBUTES } from './performer-filters.values.ts';
import { byAttribute, GENDERS } from './profile-options.ts';
import { SETTINGS } from './settings.ts';
import {
  amount,
  day,
  displayName,
  flag,
  id,
  idOrUsernameParams,
  instant,
  line,
  listOf,
  message,
  optionalLine,
  paging,
  sortable,
  picture,
  positiveAmount,
  priceInput,
  text,
  videoFile,
  payableTokens,
} from './shapes.ts';
import { APPLICATION_STATES, avatarFile } from './users.ts';

const MB = 1024 * 1024;
const documentFile = { accept: ['image', 'document'], maxBytes: 20 * MB, unchanged: true, isPlain: true } as const;

/** A performer in a list. */
export const performerCard = z.object({
  _id: id,
  username: z.string(),
  name: z.string(),
  avatar: z.string(),
  cover: z.string().nullable(),
  craft: z.string(),
  city: z.string(),
  country: z.string(),
  isOnline: z.boolean(),
  /** A show of theirs can be watched or joined now: `live` says which. */
  isLive: z.boolean(),
  live: liveState,
  /** An admin has looked at their documents and approved them. */
  isVerified: z.boolean(),
  isFollowed: z.boolean(),
  isSubscribed: z.boolean(),
  monthlyPrice: amount,
});
export type PerformerCard = z.output<typeof performerCard>;

/** Why a performer is suggested. */
export const suggestionReason = z.discriminatedUnion('kind', [
  /** Those who follow or subscribe to one of the viewer's performers have this one too. */
  z.object({ kind: z.literal('fansOf'), name: z.string() }),
  /** Does what one of the viewer's performers does. */
  z.object({ kind: z.literal('craft'), craft: z.string() }),
  /** In the viewer's actual or stated location. */
  z.object({ kind: z.literal('country') }),
  /** Came lately. */
  z.object({ kind: z.literal('new') }),
  /** Had the most followers and subscribers of those left. */
  z.object({ kind: z.literal('popular') }),
]);
export type SuggestionReason = z.output<typeof suggestionReason>;

export const suggestedPerformer = performerCard.extend({ reason: suggestionReason });
export type SuggestedPerformer = z.output<typeof suggestedPerformer>;

/** What a subscription includes, computed from the entitlement of the performer's items. */
export const subscriptionOffer = z.object({
  monthlyPrice: amount,
  monthlyMoney: amount,
  yearlyPrice: amount.nullable(),
  /** Trial days of a first subscription; zero for none, and for fans who already used them. */
  trialDays: z.number().int(),
  yearlyMoney: amount.nullable(),
  priceVersion: z.number().int(),
  postsIncluded: z.number().int(),
  posts: z.number().int(),
  /** Photos and videos of the posts that are included. */
  photosIncluded: z.number().int(),
  videosIncluded: z.number().int(),
  /** How many of each kind besides posts are included; kinds with none are left out. */
  kindsIncluded: z.partialRecord(z.enum(INCLUDED_KINDS), z.number().int()),
  /** Of those included, how many everybody may see. */
  freePosts: z.number().int(),
  itemsThatCostExtra: z.number().int(),
  medianExtraPrice: amount.nullable(),
  newInThirtyDays: z.number().int(),
  /** When a subscription bought now would renew, by the month and by the year. */
  renewsAt: instant,
  yearlyRenewsAt: instant,
});

export const performerProfile = performerCard.extend({
  bio: z.string(),
  about: profileAbout,
  /** Plays when somebody first opens the profile; null without one, while it is in work and when it is turned off. */
  welcomeVideo: videoFile.nullable(),
  coverPicture: picture.nullable(),
  counts: z.object({
    followers: z.number().int(),
    subscribers: z.number().int(),
    posts: z.number().int(),
    photos: z.number().int(),
    videos: z.number().int(),
    /** What there is of each kind besides posts, at most 1,000; kinds with none are left out. */
    kinds: z.partialRecord(z.enum(ITEM_KINDS), z.number().int()),
  }),
  views: z.number().int(),
  /** The viewer muted them: they are not in the viewer’s home and notifications. */
  isMuted: z.boolean(),
  subscription: subscriptionOffer,
  /** The viewer's own subscription, if any. */
  mySubscription: seenBy(
    'caller',
    z
      .object({
        _id: id,
        state: z.string(),
        expiresAt: instant,
        renews: z.boolean(),
        /** Amount of the next payment: the price this fan has agreed to, or the performer's current price if lower. */
        price: amount,
        money: amount,
        /** A payment failed: until `expiresAt` it is tried again. */
        isOverdue: z.boolean(),
        /** The first days, which cost nothing: a paid period may begin during them. */
        isTrial: z.boolean(),
        startedAt: instant,
      })
      .nullable(),
  ),
  createdAt: instant,
  updatedAt: instant,
});
export type PerformerProfile = z.output<typeof performerProfile>;

/** The performer's own record, with what only they may see. */
export const ownPerformer = z.object({
  _id: id,
  username: z.string(),
  name: z.string(),
  email: z.string(),
  avatar: z.string(),
  cover: z.string().nullable(),
  bio: z.string(),
  craft: z.string(),
  city: z.string(),
  country: z.string(),
  /** Code of the state within the country, as `GET /states/{country}` answers it; empty for none. */
  state: z.string(),
  gender: z.string(),
  attributes: profileAttributes,
  languages: z.array(z.string()),
  links: z.array(z.string()),
  firstName: z.string(),
  lastName: z.string(),
  dateOfBirth: z.string(),
  /** Visible only to the site's admins. */
  phoneCode: z.string(),
  phone: z.string(),
  monthlyPrice: amount,
  yearlyPrice: amount.nullable(),
  /** Days a first subscription costs nothing; zero for none. */
  trialDays: z.number().int(),
  /** Tokens a minute; null for the site's default. */
  privatePrice: amount.nullable(),
  groupPrice: amount.nullable(),
  privateMinimumMinutes: z.number().int(),
  /** Who may write to the performer. */
  messagesFrom: z.enum(MESSAGES_FROM),
  welcomeVideoEnabled: z.boolean(),
  welcomeVideo: z.object({ file: uploadedFile, video: videoFile.nullable() }).nullable(),
  applicationState: z.enum(APPLICATION_STATES),
  rejectionReasons: z.array(z.string()),
  /** Why an admin holds the account at profile and payout. */
  holdReason: z.string(),
  documents: z.array(z.object({ _id: id, kind: z.enum(['idVerification', 'documentVerification']), createdAt: instant })),
  /** What is still missing before the account is complete. */
  checklist: z.array(
    z.object({ task: z.enum(['verifyEmail', 'documents', 'approval', 'avatar', 'cover', 'bio', 'price', 'firstPost']), done: z.boolean() }),
  ),
});
export type OwnPerformer = z.output<typeof ownPerformer>;

/** The settings that are commissions. */
export const COMMISSION_KEYS = keysOf(SETTINGS).filter((key): key is Extract<keyof typeof SETTINGS, `${string}Commission`> =>
  key.endsWith('Commission'),
);

const fileErrors = ['FILE_KIND_REFUSED', 'FILE_TOO_LARGE', 'FILE_UNREADABLE', 'FILE_MISSING'] as const;

/** What lists of performers are narrowed by. */
export const performerFilters = {
  country: z.string().toUpperCase().length(2).optional(),
  online: flag.optional(),
  gender: z.enum(GENDERS).optional(),
  /** ISO 639-1 code of a language they speak. */
  language: z.string().toLowerCase().length(2).optional(),
  ...recordOf(SEARCHABLE_ATTRIBUTES, (attribute) => optionOf(attribute).optional()),
} as const;

export const performers = endpoints({
  'POST /auth/performers/register': {
    summary: 'Register a performer with two documents; an admin decides.',
    open: 'age',
    who: 'public',
    body: z.object({
      name: displayName(80),
      username,
      password,
      gender: z.enum(GENDERS),
      email,
      firstName: displayName(60),
      lastName: displayName(60),
      country: z.string().trim().toUpperCase().length(2),
      dateOfBirth: day,
      /** Agrees to the site's terms and privacy policy; recorded as a consent. */
      terms: flag.default(false),
    }),
    files: { idVerification: documentFile, documentVerification: documentFile },
    output: message,
    status: 201,
    errors: [
      'PERFORMER_USERNAME_TAKEN',
      'USERNAME_RESERVED',
      'UNDERAGE',
      'FILE_KIND_REFUSED',
      'FILE_TOO_LARGE',
      'FILE_UNREADABLE',
      'FILE_MISSING',
    ],
    limit: 'register',
    idempotency: 'none',
  },
  'GET /performers/search': {
    summary: 'Approved performers, newest first; or those with the words of `q`, names first.',
    who: 'public',
    costly: false,
    /** `relevance`: how well the words of `q` match; without `q`, newest first. `rank`, ascending: as `/ranking-performers`. */
    query: sortable(paging, ['relevance', 'rank', 'createdAt', 'updatedAt']).extend({
      q: text(60).optional(),
      /** Those the caller follows; a visitor follows none. */
      followed: flag.optional(),
      ...performerFilters,
    }),
    output: listOf(performerCard),
  },
  'GET /performers/suggestions': {
    summary: 'Performers the caller doesn’t follow or subscribe to yet, each with the reason for it; reasons take turns.',
    who: 'user',
    query: z.object({ limit: z.coerce.number().int().min(1).max(24).default(6) }),
    output: listOf(suggestedPerformer),
  },
  'GET /performers/me': { summary: 'The own performer record.', who: 'performer', lite: true, output: ownPerformer },
  'GET /performers/{id}': {
    summary: 'A profile, by id or username.',
    who: 'public',
    inShow: true,
    kept: true,
    params: idOrUsernameParams,
    output: performerProfile,
  },
  'PUT /performers': {
    summary: 'Change the own profile and prices.',
    who: 'performer',
    lite: true,
    body: z.object({
      name: displayName(80).optional(),
      bio: text(2000).optional(),
      craft: optionalLine(60).optional(),
      country: z.string().trim().toUpperCase().length(2).optional(),
      state: text(10).optional(),
      city: optionalLine(80).optional(),
      gender: z.enum(GENDERS).optional(),
      firstName: line(60).optional(),
      lastName: line(60).optional(),
      /** Null removes one; omitted ones stay. */
      attributes: z.object(byAttribute((attribute) => optionOf(attribute).nullable().optional())).optional(),
      languages: z.array(z.string().trim().toLowerCase().length(2)).max(20).optional(),
      links: profileLinks.optional(),
      /** `+351` and the number within the country; both empty for none. */
      phoneCode: text(6).optional(),
      phone: text(30).optional(),
      monthlyPrice: payableTokens(priceInput).optional(),
      yearlyPrice: payableTokens(priceInput).nullable().optional(),
      /** Days a first subscription costs nothing; zero for none. */
      trialDays: z.number().int().min(0).max(90).optional(),
      privatePrice: payableTokens(positiveAmount).nullable().optional(),
      groupPrice: payableTokens(positiveAmount).nullable().optional(),
      privateMinimumMinutes: z.number().int().min(1).max(60).optional(),
      messagesFrom: z.enum(MESSAGES_FROM).optional(),
      welcomeVideoEnabled: z.boolean().optional(),
    }),
    output: ownPerformer,
    errors: ['AMOUNT_OUT_OF_BOUNDS', 'APPLICATION_STATE'],
  },
  'POST /performers/{id}/inc-view': {
    summary: 'Count a view of a profile: once a day for each viewer.',
    acting: true,
    who: 'public',
    params: idOrUsernameParams,
    output: z.object({ views: z.number().int() }),
    idempotency: 'none',
  },
  'POST /performers/{id}/check-subscribe': {
    summary: 'Whether the caller subscribes to this performer.',
    acting: true,
    who: 'user',
    lite: true,
    params: idOrUsernameParams,
    output: z.object({ subscribed: z.boolean(), expiresAt: instant.nullable() }),
    idempotency: 'none',
  },
  'POST /performers/avatar/upload': {
    summary: 'Set the own avatar.',
    who: 'performer',
    lite: true,
    files: { avatar: avatarFile },
    output: ownPerformer,
    errors: fileErrors,
    limit: 'upload',
  },
  'POST /performers/cover/upload': {
    summary: 'Set the own cover.',
    who: 'performer',
    lite: true,
    files: { cover: { accept: ['image'], maxBytes: 20 * MB } },
    output: ownPerformer,
    errors: fileErrors,
    limit: 'upload',
  },
  'POST /performers/documents/upload': {
    summary: 'Send documents again, after a rejection or while waiting.',
    who: 'performer',
    lite: true,
    files: {
      idVerification: { ...documentFile, optional: true },
      documentVerification: { ...documentFile, optional: true },
    },
    output: ownPerformer,
    errors: [...fileErrors, 'APPLICATION_STATE'],
    limit: 'upload',
  },
  'POST /performers/welcome-video/upload': {
    summary: 'Set the own welcome video; it is made ready in the background.',
    who: 'performer',
    lite: true,
    files: { file: { accept: ['video'], maxBytes: 200 * MB, purpose: 'welcomeVideo' } },
    output: ownPerformer,
    errors: [...fileErrors, 'UPLOAD_INCOMPLETE', 'QUOTA_EXCEEDED'],
    limit: 'upload',
  },
  'DELETE /performers/welcome-video': {
    summary: 'Remove the own welcome video. Repeating it changes nothing.',
    who: 'performer',
    lite: true,
    output: ownPerformer,
    idempotency: 'none',
  },
  'GET /performers/commissions': {
    summary: 'The commission on each kind of sale that holds for the performer: the site’s, or an own one.',
    who: 'performer',
    lite: true,
    output: z.array(
      z.object({
        kind: z.enum(COMMISSION_KEYS),
        /** Per cent of the gross price. */
        rate: z.number(),
        source: z.enum(['site', 'own']),
        /** Since when it holds for the performer; null while it is the site’s first one. Who set it is told to admins alone. */
        setAt: instant.nullable(),
      }),
    ),
  },
  'GET /ranking-performers': {
    summary: 'Performers by rank: `featured` weighs seven days of activity (docs/domains/performers.md).',
    who: 'public',
    query: sortable(paging, ['rank', 'createdAt', 'updatedAt'], 'asc').extend({
      type: z.enum(['featured']).default('featured'),
      /** Without those whom the caller muted. */
      unmuted: flag.optional(),
    }),
    output: listOf(performerCard),
  },
});
