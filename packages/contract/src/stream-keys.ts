import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { done, instant } from './shapes.ts';

/** Access of a program such as OBS, for its performer. */
export const encoderAccess = z.object({
  /** Null for performers without a key. */
  key: z.object({ createdAt: instant, usedAt: instant.nullable() }).nullable(),
  /** Address of the server for RTMP, without the key; null where no live process takes it. */
  rtmp: z.string().nullable(),
  /** Lasting address for WHIP, with the key as the bearer token; null where no live process takes it. */
  whip: z.string().nullable(),
});
export type EncoderAccess = z.output<typeof encoderAccess>;

/** The signal of an encoder. */
export const encoderSignal = z.object({
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  framesPerSecond: z.number().nullable(),
  /** Kilobits of pictures and sound a second. */
  bitrate: z.number().int().nullable(),
  /** Between two key pictures; null until known. */
  keySeconds: z.number().nullable(),
  hasSound: z.boolean(),
  /** The encoder sends sound without pictures. */
  isSoundOnly: z.boolean(),
  /** Pictures come in another order than they are shown in (B-frames): the show is played by HLS alone. */
  isReordered: z.boolean(),
  /** Codecs that the site doesn't take. */
  refused: z.array(z.string()),
});
export type EncoderSignal = z.output<typeof encoderSignal>;

const streamKey = z.object({ key: z.string() });

export const streamKeys = endpoints({
  'GET /performer/stream-key': {
    summary: 'Where to publish from a program such as OBS, and whether there is a stream key.',
    who: 'performer',
    inShow: true,
    output: encoderAccess,
  },
  'POST /performer/stream-key': {
    summary: 'A new stream key, in place of the earlier one, which ends at once.',
    who: 'performer',
    inShow: true,
    verified: true,
    stepUp: true,
    output: streamKey,
    status: 201,
    idempotency: 'none',
  },
  'POST /performer/stream-key/reveal': {
    summary: 'Show the stream key.',
    who: 'performer',
    inShow: true,
    verified: true,
    stepUp: true,
    output: streamKey,
    idempotency: 'none',
  },
  'DELETE /performer/stream-key': {
    summary: 'Remove the stream key: nobody publishes with it any longer.',
    who: 'performer',
    inShow: true,
    output: done,
    idempotency: 'none',
  },
  'GET /performer/encoder': {
    summary: 'What the own encoder sends now.',
    who: 'performer',
    inShow: true,
    output: z.object({ signal: encoderSignal.nullable() }),
  },
});
