/** An account that was erased, or whose due deletion was cancelled. No personal data: the id alone means nothing once the account is erased. */
export interface ErasureEntry {
  accountId: string;
  at: Date;
  /** The owner of the account cancelled the deletion: earlier entries don't count. */
  isKept: boolean;
}

/** The list of erasures outside the database, which a restore repeats (decision 98). `backup/erasure-list.ts` keeps it. */
export interface ErasureList {
  /** Returns once the entry is durable. @throws Error if it can't be written */
  add(entry: ErasureEntry): Promise<void>;
  /** The accounts whose newest entry since an instant is an erasure. @throws Error if the list can't be read */
  erasedSince(since: Date): Promise<string[]>;
}
