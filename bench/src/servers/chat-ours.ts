import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Sessions } from '@stagedoor/server/platform/auth/sessions';
import type { AccountViewer } from '@stagedoor/server/platform/auth/viewer';
import { createListener } from '@stagedoor/server/platform/database/listener';
import { createPostgresBus } from '@stagedoor/server/platform/realtime/postgres-bus';
import { createRealtime } from '@stagedoor/server/platform/realtime/realtime';
import { createRedisBus } from '@stagedoor/server/platform/realtime/redis-bus';
import { createLog } from '@stagedoor/server/platform/telemetry/log';
import { createMetrics } from '@stagedoor/server/platform/telemetry/metrics';
import { type ChatOrder, ROOM, chatMessage } from './chat-message.ts';

// The product's sockets, without the rest of the site: any token is a session of its own, and everybody may enter the room.
const log = createLog('silent');
const server = createServer();
const viewerOf = (token: string): AccountViewer =>
  ({
    kind: 'account',
    accountId: token,
    sessionId: token,
    role: 'user',
    suspended: false,
    actingAdminId: null,
  }) as unknown as AccountViewer;
const sessions = {
  find: async (token: string) => viewerOf(token),
  check: async (token: string) => viewerOf(token),
  isOver: () => false,
  hearsChanges: () => true,
  onGap() {},
  onRevoked() {},
  onAccountChanged() {},
} as unknown as Sessions;
const url = process.env['DATABASE_URL']!;
const listener = await createListener(url, log);
const redisUrl = process.env['REDIS_URL'];
const bus = redisUrl ? await createRedisBus({ url: redisUrl, log }) : createPostgresBus({ url, listener, log });
const realtime = createRealtime(server, sessions, {
  publicUrl: 'http://localhost',
  allowEio3: false,
  countryOf: () => null,
  addressOf: () => '127.0.0.1',
  limitFactor: 1_000_000,
  gateOf: () => null,
  goOnWithShows: async () => new Set(),
  mustSetUp: () => false,
  bus,
  log,
  metrics: createMetrics(),
});
realtime.onJoin('stream', async () => null);
await bus.announce();
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

process.on('message', (order: ChatOrder) => {
  if (order.usage) {
    const { user, system } = process.cpuUsage();
    globalThis.gc?.();
    process.send!({ cpu: (user + system) / 1000, memory: process.memoryUsage.rss() });
    return;
  }
  for (const message of order.send ?? []) realtime.toRoom(`stream:${ROOM}`, 'messages/created', chatMessage(message) as never);
});
process.on('disconnect', () => process.exit(1));
process.on('SIGTERM', () => process.exit(0));
process.send!({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
