/**
 * The quiet of a site that was restored from a backup: until the owner confirms, it is closed to all but admins, and no background work and no payment
 * begins (decision 98). `backup/quiet.ts` reads it from the database.
 */
export interface Quiet {
  isOn(): boolean;
  /** Calls back once the quiet ends; a callback that fails is called again. Never called on a site that isn't quiet. */
  onEnd(start: () => Promise<void>): void;
  /** Reads the state again. */
  reload(): Promise<void>;
}
