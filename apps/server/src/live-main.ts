import { writeFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createLiveServer } from './live/built-in/live-server.ts';
import { LEASE_MS, findLiveProcess, processFile } from './live/supervisor.ts';
import { createStreamAuthority } from './modules/streams/index.ts';
import { systemClock } from './platform/clock.ts';
import { readConfig } from './platform/config.ts';
import { createDatabase, createPool } from './platform/database/database.ts';
import { createListener } from './platform/database/listener.ts';
import { findFfmpeg } from './platform/media/ffmpeg.ts';
import { readSecrets } from './platform/secrets.ts';
import { createSettings } from './platform/settings/settings.ts';
import { stopOnSignals } from './platform/stop.ts';
import { createAddresses } from './platform/storage/addresses.ts';
import { createStorage } from './platform/storage/create-storage.ts';
import { createLog } from './platform/telemetry/log.ts';

// The live process: carries the media of shows, apart from the site's other work. Started and watched by `live/supervisor.ts`; a crash here
// ends nothing there, and a crash there nothing here.

process.title = 'stagedoor live';
const config = readConfig(process.env, { empty: true });
const log = createLog(config.logLevel).child({ process: 'live' });
const ownerUrl = config.databaseUrl!;
const pool = createPool({ url: ownerUrl, max: 4, onError: (error) => log.warn({ err: error.message }, 'a database connection was lost') });
const database = createDatabase(pool);
const listener = await createListener(ownerUrl, log);
const settings = await createSettings(database, listener, async () => true);
const secrets = await readSecrets(config.dataDirectory);
const storage = await createStorage(config, createAddresses(secrets.addresses), log);

const authority = createStreamAuthority({ database, clock: systemClock, settings, storage, log });
// Whoever was here before is dead, or this process would not have been started: its shows need not wait until that is noticed.
const dead = await findLiveProcess(config.dataDirectory);
if (dead)
  await authority.leave({ id: dead.nodeId, url: dead.url }).catch((error: unknown) => log.warn({ err: error }, 'a dead node stays'));

let askedAt = performance.now();
// It may be installed while the site runs.
let ffmpeg = await findFfmpeg(config.ffmpegPath);
const looking = setInterval(() => {
  if (!ffmpeg) void findFfmpeg(config.ffmpegPath).then((found) => (ffmpeg = found));
}, 30_000);
const server = createLiveServer({
  nodeId: crypto.randomUUID(),
  authority,
  ffmpeg: () => ffmpeg,
  recordingsDirectory: join(config.dataDirectory, 'live', 'recordings'),
  udpPort: config.live.udpPort,
  publicAddress: config.live.publicIp,
  iceServers: config.live.iceServers,
  controlSecret: config.live.secret ?? secrets.live,
  url: config.live.url,
  log,
  onAsked: () => {
    askedAt = performance.now();
  },
  onStop: () => process.kill(process.pid, 'SIGTERM'),
});

stopOnSignals(async () => {
  clearInterval(lease);
  clearInterval(looking);
  await server.close();
  await listener.close();
  await pool.end();
});

// Whoever started it is gone, and nobody took it over.
const lease = setInterval(() => {
  if (performance.now() - askedAt > LEASE_MS) process.kill(process.pid, 'SIGTERM');
}, 1000);

await server.listen(config.live.port, config.live.host);
const file = processFile(config.dataDirectory);
await writeFile(`${file}.new`, JSON.stringify({ pid: process.pid, url: server.node().url, nodeId: server.node().id }), { mode: 0o600 });
await rename(`${file}.new`, file);
log.info({ url: server.node().url }, 'the live process is ready');
