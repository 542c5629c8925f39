import { PassThrough, type Readable } from 'node:stream';
import pg from 'pg';

// The part of PostgreSQL's replication protocol that pg_basebackup is the client of: https://www.postgresql.org/docs/18/protocol-replication.html

/** A message of the protocol, as the driver hands it over. */
interface Message {
  name: string;
  fields?: unknown[];
  chunk?: Buffer;
}

interface Connection {
  query(text: string): void;
  stream: { pause(): void; resume(): void };
}

const KINDS = { archive: 'n'.charCodeAt(0), data: 'd'.charCodeAt(0), manifest: 'm'.charCodeAt(0) };

/** Facts about a base backup, as PostgreSQL reports them. */
export interface BaseBackup {
  /** The first position of the write-ahead log that a recovery needs. */
  startLsn: string;
  /** A recovery that ends before it has no consistent cluster. */
  endLsn: string;
  timeline: number;
  /** PostgreSQL's list of the cluster's files with their SHA-256. */
  manifest: Buffer;
}

/** A statement whose answer is an archive: the driver's own queries know rows alone. */
class BaseBackupQuery {
  readonly tar = new PassThrough({ highWaterMark: 4 * 2 ** 20 });
  readonly done: Promise<BaseBackup>;
  private readonly rows: string[][] = [];
  private readonly manifest: Buffer[] = [];
  private inManifest = false;
  private connection: Connection | undefined;
  private failure: Error | undefined;
  private resolve!: (backup: BaseBackup) => void;
  private reject!: (error: Error) => void;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.done.catch(() => {});
    this.tar.on('drain', () => this.connection?.stream.resume());
    this.tar.on('close', () => this.connection?.stream.resume());
  }

  submit(connection: Connection): null {
    this.connection = connection;
    connection.query(this.text);
    return null;
  }

  handleRowDescription(): void {}
  handleDataRow(message: Message): void {
    this.rows.push((message.fields ?? []).map(String));
  }
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}

  handleCopyData(message: Message): void {
    const { chunk } = message;
    if (!chunk || chunk.length === 0) return;
    const [kind] = chunk;
    if (kind === KINDS.archive || kind === KINDS.manifest) this.inManifest = kind === KINDS.manifest;
    if (kind !== KINDS.data) return;
    // The driver's parser uses its memory again.
    const data = Buffer.from(chunk.subarray(1));
    if (this.inManifest) this.manifest.push(data);
    else if (!this.tar.destroyed && !this.tar.write(data)) this.connection?.stream.pause();
  }

  handleError(error: Error): void {
    this.failure = error;
    this.tar.destroy(error);
    this.reject(error);
  }

  /** Success is known only here: damaged pages are reported after the manifest. */
  handleReadyForQuery(): void {
    const [start, , end] = [this.rows[0], this.rows[1], this.rows.at(-1)];
    if (this.failure) return;
    if (!start || !end || this.manifest.length === 0) return this.handleError(new Error('PostgreSQL sent no whole backup.'));
    this.tar.end();
    this.resolve({ startLsn: start[0]!, timeline: Number(start[1]), endLsn: end[0]!, manifest: Buffer.concat(this.manifest) });
  }
}

/**
 * Copies the whole cluster while it runs, with the write-ahead log that makes the copy consistent.
 *
 * @param ownerUrl of a superuser
 * @param label names it in PostgreSQL's own records
 * @param take receives the cluster as a tar archive; what it throws ends the copy
 * @throws DatabaseError, also for a damaged page of the cluster
 */
export const readBaseBackup = async (ownerUrl: string, label: string, take: (tar: Readable) => Promise<void>): Promise<BaseBackup> => {
  const url = new URL(ownerUrl);
  url.searchParams.set('replication', 'database');
  const client = new pg.Client({ connectionString: url.href, application_name: 'stagedoor-backup' });
  // Holds the write-ahead log until it was sent.
  const holder = new pg.Client({ connectionString: ownerUrl, application_name: 'stagedoor-backup' });
  const query = new BaseBackupQuery(
    `BASE_BACKUP (LABEL '${label}', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`,
  );
  for (const one of [client, holder]) one.on('error', (error) => query.handleError(error));
  client.on('end', () => query.handleError(new Error('PostgreSQL ended the connection.')));
  try {
    await holder.connect();
    await holder.query('select pg_create_physical_replication_slot($1, true, true)', [
      `stagedoor_${label.toLowerCase().replace(/\W/g, '_')}`,
    ]);
    await client.connect();
    client.query(query);
    await take(query.tar);
    return await query.done;
  } catch (error) {
    query.tar.destroy();
    throw error;
  } finally {
    client.removeAllListeners('end');
    await Promise.allSettled([client.end(), holder.end()]);
  }
};
