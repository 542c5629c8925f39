import { PLAYBACK_PROTOCOLS } from '@stagedoor/contract/paid-shows.values';
import { encoderSignal } from '@stagedoor/contract/stream-keys';
import { z } from 'zod';
import { CodedError } from '../platform/errors.ts';
import type { HostedStream } from './live-engine.ts';

/** A healthy live process answers well within this time. */
const TIMEOUT_MS = 3_000;
/** Snapshots are decoded one after the other. */
const SNAPSHOT_TIMEOUT_MS = 8_000;

const hostedStreamsSchema = z.object({
  data: z.array(
    z.object({
      streamId: z.string(),
      isPublishing: z.boolean(),
      isRehearsal: z.boolean(),
      width: z.number().nullable(),
      height: z.number().nullable(),
      publishedMs: z.number(),
      viewers: z.number(),
      watching: z.array(z.object({ grantId: z.string(), watchedMs: z.number() })),
      seats: z.array(
        z.object({
          accountId: z.string(),
          deliveredMs: z.number(),
          silentMs: z.number(),
          isThere: z.boolean(),
          protocols: z.array(z.enum(PLAYBACK_PROTOCOLS)),
        }),
      ),
      countId: z.string(),
      encoder: encoderSignal.optional(),
    }),
  ),
});

/** Commands and questions to live nodes, by the URL that each has in the tables. */
export interface NodeControl {
  /** A failure is ignored: the node gets the same command when it next reconciles, within two seconds of being reachable. */
  end(url: string, streamId: string): Promise<void>;
  /** As `end`. */
  kick(url: string, streamId: string, grantId: string): Promise<void>;
  /** Tells the node of an external media server to look at a stream at once. A failure is ignored: it looks every two seconds. */
  look(url: string, streamId: string): Promise<void>;
  /** A JPEG; null without a picture, and when the node doesn't answer. */
  snapshot(url: string, streamId: string): Promise<Buffer | null>;
  /** @throws when the node can't be reached */
  hostedStreams(url: string): Promise<readonly HostedStream[]>;
}

/** @param secret authenticates the site's processes to one another */
export const createNodeControl = (secret: string): NodeControl => {
  const request = (url: string, method: 'GET' | 'POST', path: string, timeoutMs = TIMEOUT_MS): Promise<Response> =>
    fetch(`${url}${path}`, { method, headers: { authorization: `Bearer ${secret}` }, signal: AbortSignal.timeout(timeoutMs) });
  const sendCommand = async (url: string, path: string): Promise<void> => {
    const response = await request(url, 'POST', path).catch(() => undefined);
    await response?.body?.cancel();
  };
  return {
    end: (url, streamId) => sendCommand(url, `/control/end/${streamId}`),
    kick: (url, streamId, grantId) => sendCommand(url, `/control/kick/${streamId}/${grantId}`),
    look: (url, streamId) => sendCommand(url, `/control/look/${streamId}`),
    async snapshot(url, streamId) {
      try {
        const response = await request(url, 'GET', `/control/snapshot/${streamId}`, SNAPSHOT_TIMEOUT_MS);
        const picture = Buffer.from(await response.arrayBuffer());
        return response.status === 200 ? picture : null;
      } catch {
        // The node is gone, or busy: the next look may find a picture.
        return null;
      }
    },
    async hostedStreams(url) {
      const response = await request(url, 'GET', '/control/held');
      if (!response.ok) throw new CodedError('UNAVAILABLE');
      return hostedStreamsSchema.parse(await response.json()).data;
    },
  };
};
