import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { done, id, idParams, instant, listOf, paging, sortable, text } from './shapes.ts';
import { publicUser } from './users.ts';

const countryList = z.object({ countries: z.array(z.string()) });

export const blockedUser = publicUser.extend({ reason: z.string(), blockedAt: instant });
export type BlockedUser = z.output<typeof blockedUser>;

/** How an account keeps a performer away: out of its home and its notifications, or altogether. */
export const HIDING_KINDS = ['muted', 'blocked'] as const;
export type HidingKind = (typeof HIDING_KINDS)[number];
export const hiddenPerformer = publicUser.extend({ how: z.enum(HIDING_KINDS), since: instant });
export type HiddenPerformer = z.output<typeof hiddenPerformer>;

/** Accounts and countries that performers have blocked, and performers whom accounts have muted or blocked. */
export const blocks = endpoints({
  'GET /performer/block/countries': {
    summary: 'The countries in which the performer is invisible.',
    who: 'performer',
    lite: true,
    output: countryList,
  },
  'POST /performer/block/countries': {
    summary: 'Set the whole list of blocked countries.',
    who: 'performer',
    lite: true,
    body: z.object({ countries: z.array(z.string().trim().toUpperCase().length(2)).max(260) }),
    output: countryList,
  },
  'GET /performer/block/users': {
    summary: 'Whom the performer has blocked, newest first.',
    who: 'performer',
    lite: true,
    personal: true,
    query: sortable(paging, ['createdAt', 'updatedAt']).extend({ q: text(60).optional() }),
    output: listOf(blockedUser),
  },
  'POST /performer/block/users': {
    summary: 'Block an account: it sees, writes, tips and pays nothing of the performer any more. Again, it changes the reason.',
    who: 'performer',
    lite: true,
    body: z
      .object({ userId: id.optional(), username: z.string().trim().toLowerCase().max(60).optional(), reason: text(300).default('') })
      .refine(({ userId, username }) => (userId === undefined) !== (username === undefined), {
        path: ['userId'],
        params: { rule: 'required' },
      }),
    output: blockedUser,
    status: 201,
    errors: ['FORBIDDEN'],
  },
  'DELETE /performer/block/users/{id}': {
    summary: 'Let an account in again.',
    who: 'performer',
    lite: true,
    params: idParams,
    output: done,
  },
  'GET /hidden-performers': {
    open: 'age',
    summary: 'Whom the caller has muted or blocked, the last one first.',
    who: 'user',
    lite: true,
    personal: true,
    query: sortable(paging, ['createdAt', 'updatedAt']).extend({ q: text(60).optional(), how: z.enum(HIDING_KINDS).optional() }),
    output: listOf(hiddenPerformer),
  },
  'POST /hidden-performers': {
    summary:
      'Mute a performer, who is then not in the caller’s home and notifications; or block them, which hides each from the other and pays nothing back. The one replaces the other.',
    who: 'user',
    lite: true,
    personal: true,
    body: z.object({ performerId: id, how: z.enum(HIDING_KINDS) }),
    output: hiddenPerformer,
    status: 201,
    errors: ['FORBIDDEN'],
  },
  'DELETE /hidden-performers/{id}': {
    open: 'age',
    summary: 'End the caller’s mute or block of a performer.',
    who: 'user',
    lite: true,
    personal: true,
    params: idParams,
    output: done,
  },
});
