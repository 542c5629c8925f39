import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../../platform/telemetry/log.ts';
import { createBuiltInEngine } from '../built-in/built-in-engine.ts';
import { type LiveServer, type LiveServerOptions, createLiveServer } from '../built-in/live-server.ts';
import type { LiveEngine } from '../live-engine.ts';
import { type MemoryAuthority, createMemoryAuthority } from './memory-authority.ts';

export interface BuiltInStage {
  memory: MemoryAuthority;
  server: LiveServer;
  engine: LiveEngine;
  directory: string;
  /** A URL of the media server. */
  address(path: string): string;
  close(): Promise<void>;
}

/** The built-in engine in this process, with an in-memory authority. */
export const createBuiltInStage = async (options: Partial<LiveServerOptions> = {}): Promise<BuiltInStage> => {
  const directory = await mkdtemp(join(tmpdir(), 'stagedoor-live-'));
  const memory = createMemoryAuthority(directory);
  const server = createLiveServer({
    nodeId: 'node-of-the-suite',
    authority: memory.authority,
    ffmpeg: () => undefined,
    recordingsDirectory: join(directory, 'recordings'),
    udpPort: 0,
    iceServers: [],
    controlSecret: 'control-secret-of-the-suite',
    log: createLog('silent'),
    ...options,
    // Tests share their event loop with the server, on machines that are busy.
    limits: { overloadedMs: 60_000, ...options.limits },
  });
  await server.listen(0, '127.0.0.1');
  const engine = createBuiltInEngine({
    addresses: () => {
      const root = `${server.node().url}/media`;
      return { viewer: root, publisher: root, subscriber: root, app: 'stagedoor' };
    },
    publicUrl: 'http://localhost',
    iceServersOf: () => [],
    nodeUrlOf: async () => server.node().url,
    nodes: async () => [server.node()],
    controlSecret: 'control-secret-of-the-suite',
  });
  return {
    memory,
    server,
    engine,
    directory,
    address: (path) => `${server.node().url}/media/stagedoor/${path}`,
    async close() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
};
