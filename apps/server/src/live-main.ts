import { writeFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { BRIDGE_TASK, createBridgeNode } from './live/ant-media/bridge-node.ts';
import { createLiveServer } from './live/built-in/live-server.ts';
import { startBeating } from './live/heartbeat.ts';
import { LEASE_MS, findLiveProcess, processFile } from './live/supervisor.ts';
import { createBridgeAuthority, createMediaServers, createStreamAuthority } from './modules/streams/index.ts';
import { systemClock } from './platform/clock.ts';
import { readConfig } from './platform/config.ts';
import { createDatabase, createPool } from './platform/database/database.ts';
import { createLeadership } from './platform/database/leadership.ts';
import { createListener } from './platform/database/listener.ts';
import { findFfmpeg } from './platform/media/ffmpeg.ts';
import { KEYS_CHANNEL, encryptionOf, readSecrets } from './platform/secrets.ts';
import { createSettings } from './platform/settings/settings.ts';
import { stopOnSignals } from './platform/stop.ts';
import { createDiskSpace } from './platform/storage/disk-space.ts';
import { createUrlSigner } from './platform/storage/url-signer.ts';
import { createStorage } from './platform/storage/create-storage.ts';
import { createLog } from './platform/telemetry/log.ts';

// The live process: carries the media of shows in isolation from the rest of the site. Started and monitored by `live/supervisor.ts`; neither
// process is affected by a crash of the other.

/** The supervisor kills a slow one after 8 s; this ends a slow one that has none. */
const STOP_MS = 10_000;

process.title = 'stagedoor live';
const config = readConfig(process.env, { empty: true });
const log = createLog(config.logLevel).child({ process: 'live' });
const ownerUrl = config.databaseUrl!;
const pool = createPool({ url: ownerUrl, max: 4, onError: (error) => log.warn({ err: error.message }, 'a database connection was lost') });
const database = createDatabase(pool);
const listener = await createListener(ownerUrl, log);
const settings = await createSettings(database, listener, async () => true);
const secrets = await readSecrets(config.dataDirectory);
const encryption = encryptionOf(secrets, config.dataDirectory);
listener.listen(KEYS_CHANNEL, () => encryption.reload());
const storage = await createStorage(config, createUrlSigner(secrets.addresses), log);

const authority = createStreamAuthority({ database, clock: systemClock, settings, storage, log });
// The previous process is dead, or this one would not have been started: its node is removed now instead of after the heartbeat timeout.
const previous = await findLiveProcess(config.dataDirectory);
if (previous)
  await authority
    .leave({ id: previous.nodeId, url: previous.url })
    .catch((error: unknown) => log.warn({ err: error }, 'could not remove the previous node'));

let lastHealthCheckAt = performance.now();
// ffmpeg may be installed while the site runs.
let ffmpeg = await findFfmpeg(config.ffmpegPath);
const ffmpegLookup = setInterval(() => {
  if (!ffmpeg) void findFfmpeg(config.ffmpegPath).then((found) => (ffmpeg = found));
}, 30_000);
const controlSecret = config.live.secret ?? secrets.live;
const bridge = createBridgeNode({
  elect: (candidate) => createLeadership({ url: ownerUrl, task: BRIDGE_TASK, log, ...candidate }),
  authority: createBridgeAuthority({ database, clock: systemClock, settings, storage, log }),
  servers: await createMediaServers(database, encryption, listener),
  directory: join(config.dataDirectory, 'live', 'fetched'),
  ffmpeg: () => ffmpeg,
  controlSecret,
  log: log.child({ node: 'bridge' }),
});
const server = createLiveServer({
  nodeId: crypto.randomUUID(),
  authority,
  ffmpeg: () => ffmpeg,
  recordingsDirectory: join(config.dataDirectory, 'live', 'recordings'),
  hasRoom: createDiskSpace(config.dataDirectory, config.minFreeDiskMb).hasRoom,
  udpPort: config.live.udpPort,
  rtmpPort: config.live.rtmpPort,
  rtmpHost: config.isLocal ? '127.0.0.1' : undefined,
  publicAddress: config.live.publicIp,
  iceServers: config.live.iceServers,
  turn: config.live.turn,
  controlSecret,
  moreRoutes: bridge.routes,
  url: config.live.url,
  log,
  onHealthCheck: () => {
    lastHealthCheckAt = performance.now();
  },
  onStop: () => process.kill(process.pid, 'SIGTERM'),
});

const stopBeating = await startBeating(config.dataDirectory);

stopOnSignals(
  async () => {
    clearInterval(lease);
    clearInterval(ffmpegLookup);
    stopBeating();
    await bridge.close();
    await server.close();
    await listener.close();
    await pool.end();
  },
  () => STOP_MS,
);

// Ends this process when no supervisor has checked it for LEASE_MS.
const lease = setInterval(() => {
  if (performance.now() - lastHealthCheckAt > LEASE_MS) process.kill(process.pid, 'SIGTERM');
}, 1000);

await server.listen(config.live.port, config.live.host);
await bridge.start(server.node().url);
const path = processFile(config.dataDirectory);
await writeFile(`${path}.new`, JSON.stringify({ pid: process.pid, url: server.node().url, nodeId: server.node().id }), { mode: 0o600 });
await rename(`${path}.new`, path);
log.info({ url: server.node().url }, 'the live process is ready');
