import type { BackupConfig } from '../config.ts';

/** The write-ahead log is archived in segments of at most so many seconds: so much may be lost with the disk. */
const ARCHIVE_SECONDS = 60;

/**
 * Returns how often the site's embedded PostgreSQL archives; null for a site without scheduled backups. Whatever starts it must say so, a command
 * too: what is written without an archive is a gap, beyond which nothing can be restored.
 */
export const archiveSecondsOf = ({ backup }: { backup: Pick<BackupConfig, 'to'> }): number | null => (backup.to ? ARCHIVE_SECONDS : null);
