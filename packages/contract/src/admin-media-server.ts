import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { MEDIA_SERVER_PROBLEMS, MEDIA_SERVER_SUBJECTS, MEDIA_SERVER_TOKENS } from './media-server.values.ts';
import { instant } from './shapes.ts';
import { STREAM_TYPES } from './streams.ts';

/** One line of the test of a media server. */
const check = z.object({
  subject: z.enum(MEDIA_SERVER_SUBJECTS),
  /** `untested`: an earlier check failed, so that this one would tell nothing. */
  state: z.enum(['ok', 'failed', 'untested']),
  problem: z.enum(MEDIA_SERVER_PROBLEMS).nullable(),
  /** The system's code, the status of an answer, or what was read; empty without any. */
  found: z.string(),
});
export type MediaServerCheck = z.output<typeof check>;

/** The media server of the settings, as the owner sees it. Keys are never part of it. */
export const mediaServer = z.object({
  /** Null until a server was entered. */
  address: z.string().nullable(),
  tokens: z.enum(MEDIA_SERVER_TOKENS),
  hasRestKey: z.boolean(),
  hasStreamKey: z.boolean(),
  enteredAt: instant.nullable(),
  /** Name of the application on the server: the setting `AntMediaAppname`. */
  appName: z.string(),
  /** The addresses to enter in the server's settings. They hold a secret. */
  hooks: z.object({ events: z.string(), publish: z.string(), play: z.string() }),
  /** The kinds of shows that begin on it. */
  kinds: z.array(z.enum(STREAM_TYPES)),
  /** Shows that run on this server or one entered before. */
  openShows: z.number().int(),
});
export type AdminMediaServer = z.output<typeof mediaServer>;

const key = z
  .string()
  .max(200)
  .regex(/^[\x21-\x7e]*$/);
const entry = z.object({
  address: z.string().min(1).max(300),
  /** Empty for the stored one, which is used with the stored address alone. */
  restKey: key,
  streamKey: key,
  tokens: z.enum(MEDIA_SERVER_TOKENS),
});

const admin = { who: 'admin', permission: 'settings' } as const;

export const adminMediaServer = endpoints({
  'GET /admin/media-server': {
    ...admin,
    summary: 'The Ant Media Server that shows can run on, without its keys, and the addresses to enter there.',
    output: mediaServer,
  },
  'POST /admin/media-server/test': {
    ...admin,
    summary: 'Try a media server as this site and its pages would use it. Nothing is stored.',
    stepUp: true,
    body: entry,
    output: z.object({ passes: z.boolean(), checks: z.array(check) }),
    idempotency: 'none',
  },
  'PUT /admin/media-server': {
    ...admin,
    summary: 'Try a media server and, if it passes, use it for shows that begin from now on.',
    stepUp: true,
    body: entry,
    output: z.object({ checks: z.array(check) }),
    errors: ['MEDIA_SERVER_FAILED'],
  },
});
