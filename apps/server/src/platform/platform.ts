import type { NewPasswords } from './auth/new-passwords.ts';
import type { Sessions } from './auth/sessions.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { ErasureList } from './erasures.ts';
import type { Languages } from './languages.ts';
import type { Mailer } from './mail/mail.ts';
import type { PersonalData } from './personal-data.ts';
import type { Quiet } from './quiet.ts';
import type { Encryption } from './encryption.ts';
import type { AgeCookies } from './auth/age-cookies.ts';
import type { Clamd } from './scanning/clamd.ts';
import type { Settings } from './settings/settings.ts';
import type { DiskSpace } from './storage/disk-space.ts';
import type { Storage } from './storage/storage.ts';
import type { Log } from './telemetry/log.ts';
import type { Metrics } from './telemetry/metrics.ts';

/** The shared services of all use cases. Created once at the start; the first argument of whatever needs it. */
export interface Platform {
  config: Config;
  log: Log;
  clock: Clock;
  database: Database;
  /** The same database for long background work, with low-priority connections. */
  background: Database;
  settings: Settings;
  languages: Languages;
  quiet: Quiet;
  erasures: ErasureList;
  encryption: Encryption;
  ageCookies: AgeCookies;
  personalData: PersonalData;
  sessions: Sessions;
  newPasswords: NewPasswords;
  storage: Storage;
  /** Scans files for viruses; undefined without a scanner. */
  clamd: Clamd | undefined;
  diskSpace: DiskSpace;
  mail: Mailer;
  jobs: Jobs;
  metrics: Metrics;
}
