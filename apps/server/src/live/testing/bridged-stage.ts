import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFfmpeg } from '../../platform/media/ffmpeg.ts';
import { createLog } from '../../platform/telemetry/log.ts';
import { createAntMediaDouble } from '../ant-media-double/ant-media-double.ts';
import { createAntMediaEngine } from '../ant-media/ant-media-engine.ts';
import { createBridgeNode } from '../ant-media/bridge-node.ts';
import { DEFAULT_LIMITS } from '../built-in/limits.ts';
import { closeServer, createMediaServer, listen } from '../built-in/media-server.ts';
import { keptUdpPort } from './kept-udp-port.ts';
import { createMemoryAuthority } from './memory-authority.ts';
import { createMemoryBridge } from './memory-bridge.ts';

const CONTROL_SECRET = 'control-secret-of-the-suite';
const KEYS = { restKey: 'a-rest-key-of-thirty-two-letters', streamKey: 'a-stream-key-of-thirty-two-signs' };

/** The engine of an Ant Media Server in this process: a double, a bridge that looks by itself, and an in-memory authority. */
export const createBridgedStage = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'stagedoor-bridged-'));
  const log = createLog('silent');
  const ffmpeg = await findFfmpeg(process.env['FFMPEG_PATH']);
  const double = await createAntMediaDouble({
    ffmpeg,
    udpPort: await keptUdpPort(),
    settings: {
      jwtControlEnabled: true,
      jwtSecretKey: KEYS.restKey,
      playJwtControlEnabled: true,
      publishJwtControlEnabled: true,
      jwtStreamSecretKey: KEYS.streamKey,
    },
  });
  await double.listen();
  const server = { id: randomUUID(), address: double.url, tokens: 'jwt' as const, ...KEYS };
  const servers = { current: () => server, byId: (id: string) => (id === server.id ? server : undefined) };
  const memory = createMemoryAuthority(directory);
  const node = createBridgeNode({
    elect({ begun, lost }) {
      let isLeading = false;
      return {
        start() {
          isLeading = true;
          begun();
        },
        isLeading: () => isLeading,
        async close() {
          isLeading = false;
          lost();
        },
      };
    },
    authority: createMemoryBridge(memory, { serverId: server.id, app: double.app }),
    servers,
    directory: join(directory, 'fetched'),
    ffmpeg: () => ffmpeg,
    controlSecret: CONTROL_SECRET,
    settleMs: 0,
    log,
  });
  const http = createMediaServer(node.routes, { limits: DEFAULT_LIMITS, log });
  const url = `http://127.0.0.1:${await listen(http, 0, '127.0.0.1')}`;
  await node.start(url);
  const engine = createAntMediaEngine({
    servers,
    addresses: () => ({ viewer: '', publisher: '', subscriber: '', app: double.app }),
    iceServersOf: () => [],
    bridge: async () => ({ id: 'bridge', url: `${url}/bridge` }),
    controlSecret: CONTROL_SECRET,
    hookAddress: () => '',
  });
  return {
    memory,
    double,
    engine,
    async close() {
      await node.close();
      await closeServer(http);
      await double.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
};
