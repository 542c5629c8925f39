import { randomUUID } from 'node:crypto';
import type { Namespace } from 'socket.io';
import { ClusterAdapterWithHeartbeat, type ClusterMessage, type ClusterResponse, MessageType } from 'socket.io-adapter';
import { createPool } from '../database/database.ts';
import type { Listener } from '../database/listener.ts';
import type { Log } from '../telemetry/log.ts';
import { createFrameReader, createFrameWriter } from './frames.ts';
import type { NodeBus } from './node-bus.ts';
import { messageOf } from '../thrown.ts';

const CHANNEL = 'nodes';
/** Frames of one statement: they are notified with one commit, for which PostgreSQL takes a lock of the whole cluster. */
const BATCH = 200;
/** Frames that wait while the database is away; the oldest are dropped, which the others notice by the numbers. */
const MAX_WAITING = 20_000;
const RETRY_MS = 500;
/** Named, so that it is planned once. */
const NOTIFY = `select pg_notify('${CHANNEL}', frame) from unnest($1::text[]) with ordinality as f (frame, n) order by n`;
/** A node that heard of no other for so long is alone, and sends only its heartbeats. */
const ALONE_MS = 600_000;
/** After its start a node sends everything: it may not have heard of the others yet. */
const START_MS = 10_000;

const PRESENCE: readonly MessageType[] = [MessageType.INITIAL_HEARTBEAT, MessageType.HEARTBEAT, MessageType.ADAPTER_CLOSE];

interface Channel {
  send(json: string): void;
  /** A node has others to talk to, or can't know yet. */
  hasOthers(): boolean;
}

class NotifyAdapter extends ClusterAdapterWithHeartbeat {
  readonly #channel: Channel;

  constructor(namespace: Namespace, channel: Channel) {
    super(namespace, {});
    this.#channel = channel;
  }

  /** Doesn't wait for the notification: the sockets of this node needn't either. */
  protected override doPublish(message: ClusterMessage): Promise<string> {
    if (PRESENCE.includes(message.type) || this.#channel.hasOthers()) this.#channel.send(JSON.stringify(message));
    return Promise.resolve('');
  }

  protected override async doPublishResponse(_requesterUid: string, response: ClusterResponse): Promise<void> {
    this.#channel.send(JSON.stringify(response));
  }
}

/**
 * Carries events by PostgreSQL's notifications, sent on a connection of its own and received by the listener. Delivery is best effort: what
 * a lost connection swallowed is reported as a gap.
 */
export const createPostgresBus = ({ url, listener, log }: { url: string; listener: Listener; log: Log }): NodeBus => {
  // A notification is lost with the server that has it, and its commit holds the cluster's lock of notifications: it needn't wait for the disk.
  const pool = createPool({
    url,
    max: 1,
    asyncCommit: true,
    onError: (error) => log.warn({ err: error.message }, 'a database connection was lost'),
  });
  const sender = randomUUID();
  const writer = createFrameWriter(sender);
  const reader = createFrameReader(sender);
  const adapters = new Map<string, NotifyAdapter>();
  const gapHandlers: (() => void)[] = [];
  const startedAt = Date.now();
  let lastHeardAt: number | undefined;
  let waiting: string[] = [];
  let sending: Promise<void> | undefined;
  let isClosed = false;

  const send = async (): Promise<void> => {
    while (waiting.length > 0) {
      const frames = waiting.splice(0, BATCH);
      try {
        await pool.query({ name: 'notify', text: NOTIFY, values: [frames] });
      } catch (error) {
        if (isClosed) return;
        log.warn({ err: messageOf(error) }, 'the other nodes could not be notified');
        waiting = [...frames, ...waiting].slice(-MAX_WAITING);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      }
    }
  };
  const channel: Channel = {
    send(json) {
      if (isClosed) return;
      waiting.push(...writer.framesOf(json));
      if (waiting.length > MAX_WAITING) waiting = waiting.slice(-MAX_WAITING);
      // What is sent at the same moment, to both sides of a conversation, is one statement; what is sent meanwhile goes with the next.
      sending ??= Promise.resolve()
        .then(send)
        .finally(() => (sending = undefined));
    },
    hasOthers: () => Date.now() - startedAt < START_MS || (lastHeardAt !== undefined && Date.now() - lastHeardAt < ALONE_MS),
  };
  const reportGap = (): void => {
    for (const handler of gapHandlers) handler();
  };

  listener.listen(CHANNEL, (frame) => {
    if (frame === undefined) return reportGap();
    const { json, isGap } = reader.read(frame);
    if (isGap) reportGap();
    if (json === undefined) return undefined;
    lastHeardAt = Date.now();
    const message = JSON.parse(json) as ClusterMessage;
    adapters.get(message.nsp)?.onMessage(message);
    return undefined;
  });

  return {
    // Socket.IO calls it with `new`, which arrow functions don't allow.
    adapter: function (namespace: Namespace) {
      const adapter = new NotifyAdapter(namespace, channel);
      adapters.set(namespace.name, adapter);
      return adapter;
    },
    onGap: (handler) => void gapHandlers.push(handler),
    async announce() {
      await listener.ready();
      for (const adapter of adapters.values()) adapter.init();
    },
    async close() {
      for (const adapter of adapters.values()) adapter.close();
      isClosed = true;
      await sending;
      await pool.end();
    },
  };
};
