import pg from 'pg';
import type { Config } from '../platform/config.ts';
import { walFolderOf } from '../platform/database/postgres-cluster.ts';
import { filesDirectoryOf } from '../platform/storage/create-storage.ts';
import { takeNewFiles } from '../platform/storage/new-files.ts';
import type { Log } from '../platform/telemetry/log.ts';
import { messageOf } from '../platform/thrown.ts';
import { hasBackedUpTo } from './backup-state.queries.ts';
import { assertClaimed, claimTarget } from './catalogue.ts';
import { openPacking } from './open-packing.ts';
import { shipWal, waitingWal } from './ship-wal.ts';
import { copySiteFile } from './site-files.ts';
import { type BackupTarget, openTarget } from './target.ts';

/** Held by the one process that ships, of those that run on one DATA_DIR. */
const SHIPPER_LOCK = 7_305_918;
const PAUSE_MS = 2000;
const MAX_PAUSE_MS = 60_000;

export interface Shipper {
  /** Ships what is there now, also what PostgreSQL archived when it stopped. */
  stop(): Promise<void>;
}

/**
 * Tries to take the lock. Its connection is the lock's: it ends with the database.
 * @returns the connection, or why there is none
 */
const tryLock = async (ownerUrl: string): Promise<pg.Client | 'taken' | 'away'> => {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'stagedoor-shipper', keepAlive: true });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query('select pg_try_advisory_lock($1) as held', [SHIPPER_LOCK]);
    if (rows[0].held) return client;
  } catch {
    // It is tried again.
    await client.end().catch(() => {});
    return 'away';
  }
  await client.end().catch(() => {});
  return 'taken';
};

const identify = async (client: pg.Client): Promise<string> => {
  const { rows } = await client.query('select system_identifier::text as id from pg_control_system()');
  return rows[0].id;
};

/**
 * Ships the write-ahead log and new files of a running site to where its backups are kept, within seconds. A target that can't be reached is tried
 * again; meanwhile both wait on this disk.
 */
export const startShipper = async (config: Config, ownerUrl: string, log: Pick<Log, 'info' | 'warn'>): Promise<Shipper> => {
  const { dataDirectory, publicUrl, s3 } = config;
  const { packing, unpacking } = await openPacking(config);
  const filesDirectory = s3 ? undefined : filesDirectoryOf(config);
  let target: BackupTarget | undefined;
  let lock: pg.Client | undefined;
  let lastFailure: string | undefined;
  let wake: () => void = () => {};
  let isStopped = false;
  /** No other process shipped since this one did. */
  let isHolder = false;
  let claimed: Parameters<typeof claimTarget>[1] | undefined;

  const shipOnce = async (): Promise<void> => {
    target ??= await openTarget(config.backup.to!, config.backup.s3);
    const reached = target;
    // A disk that was unmounted meanwhile leaves an empty folder, in which the log would be lost.
    const assertThere = async (): Promise<void> => {
      if (claimed) await assertClaimed(reached, claimed);
    };
    if ((await waitingWal(walFolderOf(dataDirectory))).length > 0) await assertThere();
    await shipWal({ folder: walFolderOf(dataDirectory), target: reached, packing, unpacking });
    if (filesDirectory === undefined) return;
    await takeNewFiles(filesDirectory, async (keys) => {
      if (keys.length > 0) await assertThere();
      for (const key of keys) await copySiteFile(filesDirectory, key, reached, packing);
    });
  };

  const attempt = async (): Promise<boolean> => {
    try {
      if (!lock) {
        const taken = await tryLock(ownerUrl);
        // While the database stops, nobody else can have it: what PostgreSQL archives last is still shipped.
        if (taken === 'away') return true;
        isHolder = taken !== 'taken';
        if (taken === 'taken') return true;
        lock = taken;
        lock.once('end', () => (lock = undefined));
        target ??= await openTarget(config.backup.to!, config.backup.s3);
        const site = { systemIdentifier: await identify(lock), publicUrl };
        if (claimed || (await hasBackedUpTo(lock, target.label))) await assertClaimed(target, site);
        else await claimTarget(target, site);
        claimed = site;
      }
      await shipOnce();
      if (lastFailure !== undefined) log.info('backups reach their target again');
      lastFailure = undefined;
      return true;
    } catch (error) {
      if (messageOf(error) !== lastFailure)
        log.warn({ err: messageOf(error) }, 'the write-ahead log and new files can’t be backed up; they wait');
      lastFailure = messageOf(error);
      await lock?.end().catch(() => {});
      lock = undefined;
      return false;
    }
  };

  const run = async (): Promise<void> => {
    for (let pause = PAUSE_MS; !isStopped; ) {
      pause = (await attempt()) ? PAUSE_MS : Math.min(pause * 2, MAX_PAUSE_MS);
      if (isStopped) break;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  const running = run();

  return {
    async stop() {
      isStopped = true;
      wake();
      await running;
      // PostgreSQL archives its last segment when it stops.
      if (isHolder && lastFailure === undefined) await shipOnce().catch(() => {});
      await lock?.end().catch(() => {});
      target?.close();
    },
  };
};
