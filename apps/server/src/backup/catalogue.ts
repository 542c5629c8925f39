import { z } from 'zod';
import { BackupError } from './backup-error.ts';
import type { BackupTarget } from './target.ts';
import { isWalFile } from './wal-names.ts';

/**
 * Objects of a target:
 * - site.json: whose backups they are
 * - bases/NAME/: one backup; its backup.json is written last, and makes it one
 * - wal/: the write-ahead log since
 * - files/: the site's files, each once
 * - erasures/: accounts that were erased (erasure-list.ts)
 */
export const NAMES = {
  site: 'site.json',
  bases: 'bases',
  record: (name: string): string => `bases/${name}/backup.json`,
  part: (name: string, part: string): string => `bases/${name}/${part}`,
  wal: 'wal',
  files: 'files',
} as const;

/** The file of the write-ahead log that an object holds; undefined for another object. */
export const walFileOf = (name: string): string | undefined => {
  const file = name.startsWith(`${NAMES.wal}/`) ? name.slice(NAMES.wal.length + 1).replace(/\.zst(\.age)?$/, '') : '';
  return isWalFile(file) ? file : undefined;
};

const partSchema = z.object({
  /** The object's name. */
  name: z.string(),
  /** Size of the content before it was packed. */
  bytes: z.number(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** A copy of the whole cluster. */
const clusterSchema = z.object({
  kind: z.literal('cluster'),
  base: partSchema,
  manifest: partSchema,
  timeline: z.number(),
  startLsn: z.string(),
  endLsn: z.string(),
});
/** A dump of the database of a server of its own. */
const dumpSchema = z.object({ kind: z.literal('dump'), base: partSchema });

const recordSchema = z.object({
  format: z.literal(1),
  name: z.string().regex(/^\d{8}T\d{6}Z$/),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  /** The version of Stagedoor. */
  version: z.string(),
  postgresMajor: z.number(),
  lastMigration: z.string(),
  database: z.discriminatedUnion('kind', [clusterSchema, dumpSchema]),
  /** The list of the site's files; null when they are in a bucket of their own. */
  files: partSchema.extend({ count: z.number(), totalBytes: z.number() }).nullable(),
  /** Hashes of the site's keys, by which the right secrets.json is known. */
  secretFingerprints: z.record(z.string(), z.string()),
  /** Recipients of age that it is encrypted for. */
  recipients: z.array(z.string()),
});
/** One backup, as its target describes it. */
export type BackupRecord = z.output<typeof recordSchema>;
export type BackupPart = z.output<typeof partSchema>;
export type ClusterBackup = BackupRecord & { database: z.output<typeof clusterSchema> };

/** Tells whether a backup is of a whole cluster, to which the write-ahead log can be applied. */
export const isOfCluster = (backup: BackupRecord): backup is ClusterBackup => backup.database.kind === 'cluster';

/** `systemIdentifier` is PostgreSQL's own number of the cluster, as text; of a server of its own a hash of the site's keys. */
const siteSchema = z.object({ systemIdentifier: z.string(), publicUrl: z.string() });
type Site = z.output<typeof siteSchema>;

/** The name of a backup that begins at an instant. */
export const nameOf = (startedAt: Date): string => `${startedAt.toISOString().replace(/[-:]|\.\d+/g, '')}`;

const parseRecord = (text: string, name: string): BackupRecord => {
  try {
    return recordSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new BackupError(`The backup ${name} is damaged: its backup.json can’t be read. Choose another one with --backup NAME.`, {
      cause: error,
    });
  }
};

/**
 * The backups of a target, the newest first.
 * @param onDamaged receives the sentence about one that can't be read; by default it is passed over
 */
export const listBackups = async (target: BackupTarget, onDamaged: (sentence: string) => void = () => {}): Promise<BackupRecord[]> => {
  const records: BackupRecord[] = [];
  for await (const { name } of target.list(NAMES.bases)) {
    const [, backup] = /^bases\/(\d{8}T\d{6}Z)\/backup\.json$/.exec(name) ?? [];
    if (backup === undefined) continue;
    try {
      records.push(parseRecord((await target.read(name))?.toString('utf8') ?? '', backup));
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      onDamaged(error.message);
    }
  }
  return records.sort((a, b) => (a.name < b.name ? 1 : -1));
};

/** Writes a backup's record, which makes it one. */
export const commitBackup = async (target: BackupTarget, record: BackupRecord): Promise<void> => {
  const isNew = await target.putNew(NAMES.record(record.name), Buffer.from(`${JSON.stringify(record, null, 2)}\n`));
  if (!isNew) throw new BackupError(`There is a backup ${record.name} in ${target.label} already: start again in a second.`);
};

/**
 * Claims a target for a site, or finds it claimed by this site.
 * @throws BackupError when it is another site's
 */
export const claimTarget = async (target: BackupTarget, site: Site): Promise<void> => {
  await assertTargetOf(target, site);
  await target.putNew(NAMES.site, Buffer.from(`${JSON.stringify(site, null, 2)}\n`));
  await assertTargetOf(target, site);
};

/**
 * Finds a target that this site has used claimed by it. An empty one is the folder below a disk that isn't mounted.
 * @throws BackupError when it is empty, or another site's
 */
export const assertClaimed = async (target: BackupTarget, site: Site): Promise<void> => {
  if ((await target.read(NAMES.site)) === undefined)
    throw new BackupError(
      `${target.label} doesn’t hold this site’s backups any more: mount its disk. If you emptied it, begin anew with \`stagedoor backup\`.`,
    );
  await assertTargetOf(target, site);
};

/** @throws BackupError when a target is another site's */
export const assertTargetOf = async (target: BackupTarget, site: Site): Promise<void> => {
  if ((await target.read(NAMES.site)) === undefined) return;
  const owner = await readOwner(target);
  if (owner.systemIdentifier !== site.systemIdentifier)
    throw new BackupError(`${target.label} has the backups of another site (${owner.publicUrl}): choose another folder or prefix.`);
};

/** Whose backups a target has. @throws BackupError when it has none */
export const readOwner = async (target: BackupTarget): Promise<Site> => {
  const text = (await target.read(NAMES.site))?.toString('utf8');
  if (text === undefined)
    throw new BackupError(`There are no backups in ${target.label}: name the place that \`npm run backup -- --to …\` wrote to.`);
  try {
    return siteSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new BackupError(`${target.label} can’t be used: its site.json is damaged. Delete that file if the backups are this site’s.`, {
      cause: error,
    });
  }
};
