import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Encryption } from '../../platform/encryption.ts';
import type { ProbeView } from '../../platform/site-probe.ts';

/** The site under examination. */
export interface DoctorScope {
  environment: Readonly<Record<string, string | undefined>>;
  config: Config;
  /** The running node of this machine: its address, and how it sees the doctor; undefined when no site runs here. */
  site: { url: string; view: ProbeView } | undefined;
  /** With the application's rights; undefined when it can't be reached. */
  database: Database | undefined;
  /** URL of the database as its owner. */
  ownerUrl: string | undefined;
  /** By the keys of DATA_DIR; undefined without them. */
  encryption: Encryption | undefined;
}

/** Bound for each wait on something over the network, in milliseconds. */
export const NETWORK_MS = 8000;
