import type { Log } from '../../platform/telemetry/log.ts';
import { PARALLEL_CALLS, mapInParallel } from './in-parallel.ts';
import { asAway } from './server-calls.ts';
import { type Watched, isOpenToAll } from './watched.ts';

const ask = async (one: Watched, monotonicNow: () => number): Promise<void> => {
  const { streamId } = one.stream;
  const broadcast = await one.calls.broadcast(streamId);
  const isWatched = broadcast?.status === 'broadcasting' && (!isOpenToAll(one) || broadcast.webRTCViewerCount > 0);
  const clients = isWatched ? await one.calls.clients(streamId) : [];
  one.answered = { at: monotonicNow(), answer: { broadcast, clients } };
};

/** Asks media servers about the streams that are watched. Owns which servers don't answer. */
export const createQuestions = ({ log, monotonicNow }: { log: Log; monotonicNow: () => number }) => {
  const awayServers = new Set<string>();
  return {
    /** Asks about all streams. A server that doesn't answer is asked once. */
    async askAll(all: readonly Watched[]): Promise<void> {
      const away = new Set<string>();
      await mapInParallel(all, PARALLEL_CALLS, async (one) => {
        const { serverId } = one.show;
        if (away.has(serverId)) return;
        try {
          await ask(one, monotonicNow);
        } catch (error) {
          away.add(serverId);
          if (!awayServers.has(serverId)) log.error({ err: asAway(error), serverId }, 'a media server doesn’t answer');
        }
      });
      for (const serverId of new Set(all.map(({ show }) => show.serverId))) {
        if (away.has(serverId)) awayServers.add(serverId);
        else if (awayServers.delete(serverId)) log.info({ serverId }, 'a media server answers again');
      }
    },
  };
};
