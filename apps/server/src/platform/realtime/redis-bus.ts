import { createClient } from '@redis/client';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Namespace } from 'socket.io';
import type { Adapter } from 'socket.io-adapter';
import { ConfigurationError } from '../config.ts';
import type { Log } from '../telemetry/log.ts';
import type { NodeBus } from './node-bus.ts';
import { messageOf } from '../thrown.ts';

const STREAM = 'stagedoor:events';
/** Events that are kept for nodes whose connection broke for a moment. */
const MAX_EVENTS = 20_000;
const CONNECT_MS = 10_000;
/** Bound for the delay between attempts to reconnect. */
const MAX_RETRY_MS = 2000;

interface StreamReader {
  xRead(streams: readonly { key: string; id: string }[], options?: object): Promise<unknown>;
}

/**
 * The adapter's reader asks for "$", what comes from now on, until it has heard something, and asks again after each wait of five seconds. What
 * was written between two of its waits would be lost, so "$" is replaced by an id that stays.
 */
export const readFrom = <Reader extends StreamReader>(reader: Reader, startId: string): Reader => {
  const read = reader.xRead.bind(reader);
  const xRead: StreamReader['xRead'] = (streams, options) =>
    read(
      streams.map(({ key, id }) => ({ key, id: id === '$' ? startId : id })),
      options,
    );
  return Object.assign(reader, { xRead });
};

/**
 * Carries events by a stream of Redis. While Redis is away, events reach the sockets of their own node only; afterwards every node reports
 * a gap.
 * @throws ConfigurationError if Redis doesn't answer at the start
 */
export const createRedisBus = async ({ url, log }: { url: string; log: Log }): Promise<NodeBus> => {
  const gapHandlers: (() => void)[] = [];
  let isLost = false;
  const client = createClient({
    url,
    // A command that can't be sent fails at once: the node's own sockets must not wait for Redis.
    disableOfflineQueue: true,
    socket: { connectTimeout: CONNECT_MS, reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, MAX_RETRY_MS) },
  });
  // The adapter doesn't wait for what it publishes: a failure would be nobody's and end the process.
  const publish = client.publish.bind(client);
  Object.assign(client, { publish: (channel: string, message: Buffer) => publish(channel, message).catch(() => 0) });
  client.on('error', (error: Error) => {
    if (!isLost) log.warn({ err: error.message }, 'Redis can’t be reached');
    isLost = true;
  });
  client.on('ready', () => {
    if (!isLost) return;
    isLost = false;
    for (const handler of gapHandlers) handler();
  });
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('no answer')), CONNECT_MS);
  try {
    await Promise.race([client.connect(), late.promise]);
  } catch (error) {
    client.destroy();
    throw new ConfigurationError(`REDIS_URL: Redis does not answer (${messageOf(error)}).`);
  } finally {
    clearTimeout(timer);
  }
  isLost = false;
  const newest = await client.xRevRange(STREAM, '+', '-', { COUNT: 1 });
  // The readers block until something comes, and must wait instead of asking again at once.
  const duplicate = client.duplicate.bind(client);
  Object.assign(client, {
    duplicate: () => readFrom(duplicate({ disableOfflineQueue: false }) as unknown as StreamReader, newest[0]?.id ?? '0-0'),
  });
  const createOne = createAdapter(client, { streamName: STREAM, channelPrefix: STREAM, maxLen: MAX_EVENTS }) as (of: Namespace) => Adapter;
  const adapters = new Set<Adapter>();
  return {
    adapter: function (namespace: Namespace) {
      const adapter = createOne(namespace);
      adapters.add(adapter);
      return adapter;
    },
    onGap: (handler) => void gapHandlers.push(handler),
    announce: async () => {},
    async close() {
      for (const adapter of adapters) await adapter.close();
      await client.close();
    },
  };
};
