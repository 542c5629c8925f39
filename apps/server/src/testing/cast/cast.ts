/** Whose sign-up is recorded. */
export const CAST_KINDS = [
  'admin',
  'fan',
  'unverifiedFan',
  'performer',
  'unverifiedPerformer',
  'applicant',
  'unverifiedApplicant',
] as const;
export type CastKind = (typeof CAST_KINDS)[number];

/** Rows by table, as JSON. */
export type Rows = Record<string, Record<string, unknown>[]>;

export interface Recorded {
  id: string;
  username: string;
  /** What the sign-up left in the database. */
  rows: Rows;
  /** Contents of its files by storage key, base64. */
  files: Record<string, string>;
}

/**
 * The cast: what the sign-up of one person of each kind writes. A test adds people by writing the same rows with other ids, names and
 * times, which takes milliseconds instead of two password hashes, two pictures and a mail.
 */
export interface Cast {
  people: Record<CastKind, Recorded>;
  /** Times of the database are before this, times of the application's clock after it: it was far ahead when the cast was recorded. */
  clockAfter: string;
  /** The application's clock. */
  clock: string;
}
