import { fileURLToPath } from 'node:url';
import { type Supervisor, superviseLive } from '../live/supervisor.ts';
import { repeatErasures } from '../modules/restores/index.ts';
import { createClosingWatch, createViewerCounter, startSweeping } from '../modules/streams/index.ts';
import type { Config } from '../platform/config.ts';
import type { Realtime } from '../platform/realtime/realtime.ts';
import { startSweepingUploads } from '../platform/uploads/sweep-uploads.ts';
import type { Uploads } from '../platform/uploads/uploads.ts';
import type { Foundation } from './foundation.ts';

const LIVE_ENTRY = fileURLToPath(new URL('../live-main.ts', import.meta.url));

export interface BackgroundWorkOptions {
  /** URL of the database as its owner. */
  ownerUrl: string;
  /** Runs scheduled jobs at their times. */
  schedules: boolean;
  /** Sweeps shows and paid minutes. */
  sweepsShows: boolean;
}

/** The secret that authenticates the site's processes to one another about live shows. */
export const liveSecretOf = ({ platform, secrets }: Pick<Foundation, 'platform' | 'secrets'>): string =>
  platform.config.live.secret ?? secrets.live;

const superviseLiveProcess = (foundation: Foundation, ownerUrl: string): Promise<Supervisor> => {
  const { config, log } = foundation.platform;
  return superviseLive({
    entry: LIVE_ENTRY,
    environment: {
      ...process.env,
      DATABASE_URL: ownerUrl,
      DATABASE_URL_FILE: '',
      DATA_DIR: config.dataDirectory,
      PUBLIC_URL: config.publicUrl,
      LOG_LEVEL: config.logLevel,
      LIVE_RTMP_PORT: String(config.live.rtmpPort),
    },
    dataDirectory: config.dataDirectory,
    secret: liveSecretOf(foundation),
    log,
  });
};

/** The background work of the configured roles: event dispatch, jobs, sweeps, the live process. Owns what has been started of it. */
export const createBackgroundWork = (
  foundation: Foundation,
  { realtime, uploads }: { realtime: Realtime; uploads: Uploads },
  { ownerUrl, schedules, sweepsShows }: BackgroundWorkOptions,
) => {
  const { platform, pools, outbox, presence } = foundation;
  const { config, jobs, log, quiet } = platform;
  const has = (role: Config['roles'][number]): boolean => config.roles.includes(role);
  const counter = createViewerCounter(platform, realtime);
  const closing = createClosingWatch(platform, realtime);
  let stopSweepingUploads: () => void = () => {};
  let stopSweeping: () => Promise<void> = async () => {};
  let supervisor: Supervisor | undefined;
  let isStopped = false;

  const startWork = async (): Promise<void> => {
    if (isStopped) return;
    // First what may fail: it is tried again as a whole.
    if (has('live')) supervisor ??= await superviseLiveProcess(foundation, ownerUrl);
    if (has('worker')) await jobs.start(pools.workers, { schedules });
    if (has('web')) {
      counter.start();
      closing.start();
      stopSweepingUploads = startSweepingUploads(uploads, log);
    }
    if (!has('worker')) return;
    outbox.start();
    if (sweepsShows) stopSweeping = startSweeping(platform);
  };

  return {
    isLiveRunning: (): boolean => !has('live') || quiet.isOn() || supervisor?.isAlive() === true,
    /** Starts the work; on a quiet site nothing but what serves requests, until the owner confirms the restore. */
    async start(): Promise<void> {
      // Not waited for: until then nobody is online, as the table says.
      void presence.restore();
      if (!quiet.isOn()) return startWork();
      await repeatErasures(platform);
      log.warn('the site was restored and waits for an owner: no jobs, mails and payments until the restore is confirmed');
      quiet.onEnd(startWork);
    },
    /** Stops what serves requests and shows; jobs and events go on until `stopJobs`. */
    async stopSweeps(): Promise<void> {
      isStopped = true;
      counter.stop();
      closing.stop();
      stopSweepingUploads();
      await Promise.all([stopSweeping(), supervisor?.stop()]);
    },
    async stopJobs(): Promise<void> {
      await jobs.stop();
      await outbox.stop();
      await presence.flush();
    },
  };
};
