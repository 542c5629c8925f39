import { z } from 'zod';
import { GENDERS, email, password, username } from './auth.ts';
import { endpoints } from './endpoint.ts';
import { amount, day, flag, id, idOrUsernameParams, instant, line, listOf, message, paging, picture, priceInput, text } from './shapes.ts';
import { APPLICATION_STATES, avatarFile } from './users.ts';

const MB = 1024 * 1024;
const documentFile = { accept: ['image', 'document'], maxBytes: 20 * MB } as const;

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
  isLive: z.boolean(),
  /** An admin has looked at their documents and approved them. */
  isVerified: z.boolean(),
  isFollowed: z.boolean(),
  isSubscribed: z.boolean(),
  monthlyPrice: amount,
});
export type PerformerCard = z.output<typeof performerCard>;

/** What a subscription includes, computed from the entitlement of the performer's items. */
export const subscriptionOffer = z.object({
  monthlyPrice: amount,
  monthlyMoney: amount,
  yearlyPrice: amount.nullable(),
  yearlyMoney: amount.nullable(),
  priceVersion: z.number().int(),
  postsIncluded: z.number().int(),
  posts: z.number().int(),
  itemsThatCostExtra: z.number().int(),
  medianExtraPrice: amount.nullable(),
  newInThirtyDays: z.number().int(),
  /** When a subscription bought now would renew. */
  renewsAt: instant,
});

export const performerProfile = performerCard.extend({
  bio: z.string(),
  coverPicture: picture.nullable(),
  counts: z.object({
    followers: z.number().int(),
    subscribers: z.number().int(),
    posts: z.number().int(),
    photos: z.number().int(),
    videos: z.number().int(),
  }),
  views: z.number().int(),
  subscription: subscriptionOffer,
  /** The viewer's own subscription, if any. */
  mySubscription: z.object({ _id: id, state: z.string(), expiresAt: instant, renews: z.boolean(), startedAt: instant }).nullable(),
  createdAt: instant,
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
  gender: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  dateOfBirth: z.string(),
  monthlyPrice: amount,
  yearlyPrice: amount.nullable(),
  applicationState: z.enum(APPLICATION_STATES),
  rejectionReasons: z.array(z.string()),
  documents: z.array(z.object({ _id: id, kind: z.enum(['idVerification', 'documentVerification']), createdAt: instant })),
  /** What is still missing before the account is complete. */
  checklist: z.array(
    z.object({ task: z.enum(['verifyEmail', 'documents', 'approval', 'avatar', 'cover', 'bio', 'price', 'firstPost']), done: z.boolean() }),
  ),
});
export type OwnPerformer = z.output<typeof ownPerformer>;

const fileErrors = ['FILE_KIND_REFUSED', 'FILE_TOO_LARGE', 'FILE_UNREADABLE', 'FILE_MISSING'] as const;

export const performers = endpoints({
  'POST /auth/performers/register': {
    summary: 'Register a performer with two documents; an admin decides.',
    open: 'age',
    who: 'public',
    body: z.object({
      name: line(80),
      username,
      password,
      gender: z.enum(GENDERS),
      email,
      firstName: line(60),
      lastName: line(60),
      country: z.string().trim().toUpperCase().length(2),
      dateOfBirth: day,
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
    limit: 'mail',
    idempotency: 'none',
  },
  'GET /performers/search': {
    summary: 'Approved performers, newest first, or by name.',
    who: 'public',
    query: paging.extend({ q: text(60).optional(), country: z.string().length(2).optional(), online: flag.optional() }),
    output: listOf(performerCard),
  },
  'GET /performers/me': { summary: 'The own performer record.', who: 'performer', lite: true, output: ownPerformer },
  'GET /performers/{id}': { summary: 'A profile, by id or username.', who: 'public', params: idOrUsernameParams, output: performerProfile },
  'PUT /performers': {
    summary: 'Change the own profile and prices.',
    who: 'performer',
    lite: true,
    body: z.object({
      name: line(80).optional(),
      bio: text(2000).optional(),
      craft: text(60).optional(),
      city: text(80).optional(),
      gender: z.enum(GENDERS).optional(),
      monthlyPrice: priceInput.optional(),
      yearlyPrice: priceInput.nullable().optional(),
    }),
    output: ownPerformer,
    errors: ['AMOUNT_OUT_OF_BOUNDS'],
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
  'GET /ranking-performers': {
    summary: 'Performers by rank: `featured` weighs seven days of activity (docs/domains/performers.md).',
    who: 'public',
    query: paging.extend({ type: z.enum(['featured']).default('featured') }),
    output: listOf(performerCard),
  },
});
