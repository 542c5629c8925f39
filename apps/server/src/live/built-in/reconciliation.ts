import type { Log } from '../../platform/telemetry/log.ts';
import type { LiveAuthority, LiveNode } from '../live-authority.ts';
import type { HostedShows } from './hosted-shows.ts';

export interface ReconciliationOptions {
  authority: LiveAuthority;
  node(): LiveNode;
  hosted: HostedShows;
  log: Log;
}

/** Reports the hosted shows to the authority and obeys its commands. Owns the one run in progress. */
export const createReconciliation = ({ authority, node, hosted, log }: ReconciliationOptions) => {
  let running: Promise<void> | undefined;
  let isRerunRequested = false;
  let hasFailed = false;
  let isClosing = false;

  const reconcileOnce = async (): Promise<void> => {
    const startedAt = performance.now();
    try {
      const commands = await authority.reconcile(node(), hosted.hostedStreams());
      if (hasFailed) log.info('reconciled with the database again');
      hasFailed = false;
      // The report that it is a show now has it go live.
      for (const { streamId, isRecorded } of commands.begin) if (hosted.begin(streamId, isRecorded)) isRerunRequested = true;
      for (const { streamId, grantId } of commands.revoked) hosted.kick(streamId, grantId);
      // A command computed before the publisher connected is outdated.
      for (const id of commands.end) if ((hosted.shows.get(id)?.claimedAt ?? 0) < startedAt) hosted.end(id);
    } catch (error) {
      if (!hasFailed) log.error({ err: error }, 'can’t reconcile with the database; the shows continue');
      hasFailed = true;
    }
  };

  return {
    /** One run at a time; a call meanwhile causes another run afterwards. */
    reconcile(): Promise<void> {
      if (isClosing) return Promise.resolve();
      isRerunRequested = true;
      running ??= (async () => {
        while (isRerunRequested) {
          isRerunRequested = false;
          await reconcileOnce();
        }
        running = undefined;
      })();
      return running;
    },
    /** Begins no other run, and waits for the one in progress. */
    async close(): Promise<void> {
      isClosing = true;
      await running;
    },
  };
};
