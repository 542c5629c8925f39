import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { execFile } from 'node:child_process';
import { access, constants, readFile, stat, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getHeapStatistics } from 'node:v8';
import { sql } from 'kysely';
import { misspeltVariables } from '../../platform/config.ts';
import { findFfmpeg } from '../../platform/media/ffmpeg.ts';
import { missingCodecs } from '../../platform/media/known-codecs.ts';
import { messageOf, systemCodeOf } from '../../platform/thrown.ts';
import { version } from '../../platform/version.ts';
import { type Finding, failed, ok, warning } from './finding.ts';
import type { DoctorScope } from './scope.ts';

const run = promisify(execFile);
const MB = 1_000_000;
const MIB = 2 ** 20;
/** The version that the project installs and is tested with (package.json). */
const NODE_MAJOR = 24;

export const checkNode = (): Finding[] => {
  const major = Number(process.versions.node.split('.')[0]);
  const found = `Stagedoor ${version} on Node ${process.versions.node}`;
  return [
    major < NODE_MAJOR
      ? failed('version of Node', `${found}: it needs Node ${NODE_MAJOR}.`, `Run it with Node ${NODE_MAJOR}, as npm start installs it.`)
      : major > NODE_MAJOR
        ? warning('version of Node', `${found}: it is tested with Node ${NODE_MAJOR}.`, `Use Node ${NODE_MAJOR}.`)
        : ok('version of Node', `${found}.`),
  ];
};

export const checkVariables = ({ environment }: Pick<DoctorScope, 'environment'>): Finding[] => {
  const misspelt = misspeltVariables(environment);
  if (misspelt.length === 0) return [ok('environment variables', 'No variable looks misspelt.')];
  return misspelt.map(({ name, meant }) => warning('environment variables', `Nothing reads ${name}.`, `Rename it if ${meant} was meant.`));
};

/** File systems on which a database or files are at risk, by their number in statfs. */
const RISKY: Readonly<Record<number, string>> = {
  0x1021994: 'tmpfs, which a restart of the machine empties',
  0x6969: 'NFS, on which PostgreSQL can lose data',
  0x517b: 'SMB, on which PostgreSQL can lose data',
  [0xff534d42]: 'CIFS, on which PostgreSQL can lose data',
  0x794c7630: 'an overlay, which is lost with its container',
};

const checkRights = async (dataDirectory: string): Promise<Finding> => {
  const name = 'DATA_DIR: owner and mode';
  const { uid, mode } = await stat(dataDirectory);
  const own = process.getuid?.() ?? uid;
  if (own !== 0 && uid !== own)
    return failed(name, `"${dataDirectory}" belongs to the user ${uid}, and this is ${own}.`, `chown -R ${own} "${dataDirectory}".`);
  const writable = await access(dataDirectory, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!writable) return failed(name, `"${dataDirectory}" can’t be written.`, 'Give the site’s user a folder that it can write to.');
  const secrets = await stat(join(dataDirectory, 'secrets.json')).catch(() => undefined);
  if (secrets && (secrets.mode & 0o077) !== 0)
    return failed(name, 'Other users of this machine can read secrets.json.', `chmod 600 "${join(dataDirectory, 'secrets.json')}".`);
  if ((mode & 0o002) !== 0) return warning(name, 'Everybody on this machine can write into DATA_DIR.', `chmod o-w "${dataDirectory}".`);
  return ok(name, `"${dataDirectory}" can be written, and secrets.json is this user’s alone.`);
};

const checkSpace = async (dataDirectory: string, reserveMb: number): Promise<Finding> => {
  const { bavail, bsize, blocks } = await statfs(dataDirectory);
  const freeMb = Math.floor((bavail * bsize) / MB);
  const share = Math.round((bavail / blocks) * 100);
  const found = `${freeMb.toLocaleString('en')} MB (${share} %) of its disk are free`;
  const name = 'DATA_DIR: free space';
  if (freeMb < reserveMb)
    return failed(name, `${found}, less than MIN_FREE_DISK_MB: uploads are refused.`, 'Make room, or use a larger disk.');
  if (share < 10 || freeMb < reserveMb * 2) return warning(name, `${found}.`, 'Make room before uploads are refused.');
  return ok(name, `${found}.`);
};

const checkFileSystem = async (dataDirectory: string): Promise<Finding> => {
  const { type } = await statfs(dataDirectory);
  const risk = RISKY[Number(type)];
  const name = 'DATA_DIR: file system';
  return risk ? warning(name, `It is on ${risk}.`, 'Put DATA_DIR on a local disk or a volume.') : ok(name, 'It is on a disk.');
};

export const checkDataDirectory = async ({ config }: DoctorScope): Promise<Finding[]> => {
  const { dataDirectory, minFreeDiskMb } = config;
  try {
    return [await checkRights(dataDirectory), await checkSpace(dataDirectory, minFreeDiskMb), await checkFileSystem(dataDirectory)];
  } catch (error) {
    const reason = systemCodeOf(error) === 'ENOENT' ? 'there is no such folder' : messageOf(error);
    return [failed('DATA_DIR', `"${dataDirectory}" can’t be used: ${reason}.`, 'Name the site’s folder with DATA_DIR.')];
  }
};

const isTcpFree = async (port: number, host: string): Promise<boolean> => {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen({ port, host }, resolve));
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
};

const isUdpFree = async (port: number): Promise<boolean> => {
  const socket = createSocket('udp4');
  try {
    socket.bind(port);
    await once(socket, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    socket.close();
  }
};

export const checkPorts = async ({ config, site }: DoctorScope): Promise<Finding[]> => {
  const { port, host, live, roles } = config;
  const findings: Finding[] = [];
  if (site) findings.push(ok('PORT', `The site answers at ${site.url}, version ${site.view.version}.`));
  else if (port > 0 && !(await isTcpFree(port, host)))
    findings.push(failed('PORT', `Another program listens at ${port}.`, 'Stop it, or choose another port.'));
  else
    findings.push(
      warning('PORT', `No site answers at ${port}: what needs a running site was left out.`, 'Start the site, and run the doctor again.'),
    );
  if (!roles.includes('live') || live.udpPort === 0) return findings;
  const isFree = await isUdpFree(live.udpPort);
  if (isFree && site)
    findings.push(
      warning('LIVE_UDP_PORT', `Nothing listens at UDP ${live.udpPort}, though the site runs.`, 'Look for the live process in the log.'),
    );
  else if (!isFree && !site)
    findings.push(failed('LIVE_UDP_PORT', `Another program uses UDP ${live.udpPort}.`, 'Stop it, or choose another port.'));
  else findings.push(ok('LIVE_UDP_PORT', site ? `UDP ${live.udpPort} is in use while the site runs.` : `UDP ${live.udpPort} is free.`));
  return findings;
};

export const checkFfmpeg = async ({ config }: DoctorScope): Promise<Finding[]> => {
  const program = await findFfmpeg(config.ffmpegPath);
  if (!program)
    return [
      failed(
        'ffmpeg',
        'There is no ffmpeg: videos can’t be encoded.',
        'Install it (Debian: apt install ffmpeg), or name it with FFMPEG_PATH.',
      ),
    ];
  try {
    const { stdout } = await run(program, ['-hide_banner', '-version'], { timeout: 10_000 });
    const { stdout: coders } = await run(program, ['-hide_banner', '-codecs'], { timeout: 10_000 });
    const missing = missingCodecs(coders);
    if (missing.length > 0)
      return [
        warning(
          'ffmpeg',
          `${program} lacks ${missing.join(', ')}: such files are refused or lose their motion.`,
          'Install another build of ffmpeg.',
        ),
      ];
    return [ok('ffmpeg', `${stdout.split('\n')[0]!.split(' Copyright')[0]} at ${program}.`)];
  } catch (error) {
    return [failed('ffmpeg', `${program} doesn’t run: ${messageOf(error).split('\n')[0]}.`, 'Install another build of ffmpeg.')];
  }
};

/** The memory that this machine or container may use, in bytes. */
const memoryLimit = async (): Promise<{ bytes: number; from: 'cgroup' | 'machine' }> => {
  for (const path of ['/sys/fs/cgroup/memory.max', '/sys/fs/cgroup/memory/memory.limit_in_bytes']) {
    const limit = Number((await readFile(path, 'utf8').catch(() => '')).trim() || Number.NaN);
    if (Number.isFinite(limit) && limit > 0 && limit < totalmem()) return { bytes: limit, from: 'cgroup' };
  }
  return { bytes: totalmem(), from: 'machine' };
};

/** Memory of a busy connection, in bytes (measured). */
const CONNECTION_BYTES = 8.4 * MB;
/** The rest is for the system, ffmpeg and file caches. */
const SHARE = 0.9;

export const checkMemory = async ({ config, site, database }: DoctorScope): Promise<Finding[]> => {
  const { bytes: limit, from } = await memoryLimit();
  const heap = site?.view.heapLimitBytes ?? getHeapStatistics().heap_size_limit;
  const pool = site?.view.databasePool ?? config.databasePool;
  // PostgreSQL on another machine takes none of this one's.
  const isHere = database && !config.databaseUrl;
  const buffers = isHere
    ? Number(
        (await sql<{ bytes: string }>`select pg_size_bytes(current_setting('shared_buffers'))::text as bytes`.execute(database)).rows[0]!
          .bytes,
      )
    : 0;
  const needed = heap + buffers + (isHere ? pool * CONNECTION_BYTES : 0);
  const mib = (value: number): string => `${Math.round(value / MIB).toLocaleString('en')} MiB`;
  const found = `Node’s heap ${mib(heap)}${isHere ? `, shared_buffers ${mib(buffers)} and ${pool} connections` : ''} may take ${mib(needed)} of ${mib(limit)} (${from})`;
  return [
    needed > limit * SHARE
      ? warning('memory', `${found}.`, 'Give it more memory, or less heap (NODE_OPTIONS=--max-old-space-size) and a smaller DATABASE_POOL.')
      : ok('memory', `${found}.`),
  ];
};
