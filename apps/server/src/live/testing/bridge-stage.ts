import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Server } from 'node:http';
import type { Publishing, StreamToken } from '@stagedoor/contract/streams';
import { vi } from 'vitest';
import { createBridgeAuthority, createMediaServers, saveMediaServer, sweepMinutes } from '../../modules/streams/index.ts';
import { createLeadership } from '../../platform/database/leadership.ts';
import { scratchFolder } from '../../platform/database/scratch-postgres.ts';
import { findFfmpeg } from '../../platform/media/ffmpeg.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { type AntMediaDouble, type AntMediaDoubleOptions, createAntMediaDouble } from '../ant-media-double/ant-media-double.ts';
import { BRIDGE_TASK, type BridgeNode, createBridgeNode } from '../ant-media/bridge-node.ts';
import { type MediaServer } from '../ant-media/media-server.ts';
import { closeServer, createMediaServer, listen } from '../built-in/media-server.ts';
import { DEFAULT_LIMITS } from '../built-in/limits.ts';
import { keptUdpPort } from './kept-udp-port.ts';
import { type TestPublisher, publish } from './publisher.ts';
import { type TestViewer, watch } from './viewer.ts';

export const STREAM_KEY = 'a-stream-key-of-thirty-two-signs';
const REST_KEY = 'a-rest-key-of-thirty-two-letters';
export const CONTROL_SECRET = 'a-control-secret-of-the-bridges-tests';
/** The bridge looks at least so often in operation. */
const LOOK_MS = 2_000;
const DEADLINE = { timeout: 30_000, interval: 20 };

/** A bridge with a server for its commands, as a live process has it. */
interface RunningBridge extends BridgeNode {
  /** Stops it as its process does. */
  stop(): Promise<void>;
}

/** The site on a double of an Ant Media Server, with real tables; time is the app's clock. */
export interface BridgeStage {
  app: TestApp;
  double: AntMediaDouble;
  /** The bridge that leads. */
  bridge(): RunningBridge;
  /** Starts one more, as another live process does. */
  startBridge(): Promise<RunningBridge>;
  /** Moves the clock on with a look every two seconds, and charges minutes. */
  pass(ms: number): Promise<void>;
  /** Publishes by signalling, and looks until it is seen. */
  publish(publishing: Publishing): Promise<TestPublisher>;
  /** Plays by signalling. */
  watch(signalling: string, token: StreamToken): Promise<TestViewer>;
  close(): Promise<void>;
}

export const SIGNED: AntMediaDoubleOptions['settings'] = {
  jwtControlEnabled: true,
  jwtSecretKey: REST_KEY,
  playJwtControlEnabled: true,
  publishJwtControlEnabled: true,
  jwtStreamSecretKey: STREAM_KEY,
};

/** Enters a double as the site's media server. */
export const enterServer = async (app: TestApp, double: AntMediaDouble, more: Partial<MediaServer> = {}): Promise<void> => {
  const { database, encryption, clock, settings } = app.platform;
  const server = { address: double.url, restKey: REST_KEY, streamKey: STREAM_KEY, tokens: 'jwt', ...more } as const;
  await database.transaction().execute((trx) => saveMediaServer(encryption, trx, server, clock.now()));
  const engine = 'antMedia' as const;
  await settings.change(
    { engineForBroadcast: engine, engineForPrivate: engine, engineForGroup: engine, AntMediaAppname: double.app },
    null,
  );
};

export const createBridgeStage = async (options: AntMediaDoubleOptions = {}): Promise<BridgeStage> => {
  const app = await createTestApp({ live: true, environment: { ROLES: 'web,worker', LIVE_SECRET: CONTROL_SECRET } });
  const { platform, clock } = app;
  const ffmpeg = await findFfmpeg(process.env['FFMPEG_PATH']);
  const double = await createAntMediaDouble({ ffmpeg, udpPort: await keptUdpPort(), now: () => clock.now(), settings: SIGNED, ...options });
  await double.listen();
  await enterServer(app, double);
  const servers = await createMediaServers(platform.database, platform.encryption, undefined);
  const directory = await mkdtemp(join(await scratchFolder(), 'stagedoor-bridge-'));
  const bridges: RunningBridge[] = [];
  const running: { server: Server; bridge: RunningBridge }[] = [];

  const startBridge = async (): Promise<RunningBridge> => {
    const node = createBridgeNode({
      elect: (candidate) => createLeadership({ url: app.testDatabase.ownerUrl, task: BRIDGE_TASK, log: platform.log, ...candidate }),
      authority: createBridgeAuthority(platform),
      servers,
      directory: join(directory, String(bridges.length)),
      ffmpeg: () => ffmpeg,
      controlSecret: CONTROL_SECRET,
      log: platform.log,
      monotonicNow: () => clock.now().getTime(),
      now: () => clock.now(),
      settleMs: 0,
      looksByItself: false,
    });
    const server = createMediaServer(node.routes, { limits: DEFAULT_LIMITS, log: platform.log });
    const port = await listen(server, 0, '127.0.0.1');
    await node.start(`http://127.0.0.1:${port}`);
    const bridge: RunningBridge = {
      ...node,
      async stop() {
        bridges.splice(bridges.indexOf(bridge), 1);
        await node.close();
        await closeServer(server);
      },
    };
    bridges.push(bridge);
    running.push({ server, bridge });
    return bridge;
  };
  const first = await startBridge();
  await vi.waitUntil(first.isLeading, DEADLINE);
  await first.look();

  const stage: BridgeStage = {
    app,
    double,
    bridge: () => bridges.find((one) => one.isLeading()) ?? bridges[0]!,
    startBridge,
    async pass(ms) {
      for (let passed = 0; passed < ms; passed += LOOK_MS) {
        clock.advance(Math.min(LOOK_MS, ms - passed));
        await stage.bridge().look();
        while ((await sweepMinutes(platform)) > 0);
      }
    },
    async publish({ signalling, streamId, token, subscriberId }) {
      const publisher = await publish({ url: signalling!, token, signalled: { streamId, subscriberId: subscriberId! } });
      await vi.waitUntil(() => double.broadcasts.get(streamId)?.status === 'broadcasting', DEADLINE);
      await stage.bridge().look();
      return publisher;
    },
    watch: (signalling, { tokenId, streamId, subscriberId }) =>
      watch({ url: signalling, token: tokenId, signalled: { streamId, subscriberId: subscriberId! } }),
    async close() {
      while (bridges.length > 0) await bridges[0]!.stop();
      await double.close();
      await app.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
  return stage;
};
