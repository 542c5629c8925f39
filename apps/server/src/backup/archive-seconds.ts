/** The write-ahead log is archived in segments of at most so many seconds: so much may be lost with the disk. */
export const ARCHIVE_SECONDS = 60;
