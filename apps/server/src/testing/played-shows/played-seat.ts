import type { Person } from '../factories.ts';
import { createMeasure } from './media-measure.ts';
import type { PlayedClient } from './played-clients.ts';

/** A fan's seat in a show, with what its clients measured and what the tables must say. */
export interface PlayedSeat {
  streamId: string;
  fan: Person;
  /** A client of the seat. */
  client(token: string, device: string): PlayedClient;
  /** Milliseconds of media that arrived at the fan's clients. */
  receivedMs(): number;
  /** Those of them that came while an outage of ours kept reports or sweeps away. */
  excusedMs(): number;
  /** Media that nodes have reported. */
  connectedMs(): number;
  /** The position of the media once everything that was written is reported. */
  positionMs(): number;
  /** A node has reported this count. @param isCounted the seat was taken, and the show the node's */
  reported(countId: string, isCounted: boolean): void;
  /** The rest of a count will never be reported. */
  lose(countId: string): void;
  /** Milliseconds of media that were lost so. */
  lostMs(): number;
  /** Positions in which the fan was gone: no minute may begin there and stay paid. */
  absences: { fromMs: number; toMs: number }[];
  /** The fan's habits so far, the newest last. */
  did: string[];
}

/** @param isOutage whether reports or sweeps fail right now */
export const createSeat = (streamId: string, fan: Person, isOutage: () => boolean): PlayedSeat => {
  const [written, received] = [createMeasure(), createMeasure()];
  const unreported = new Map<string, number>();
  let [connectedMs, excusedMs, lostMs] = [0, 0, 0];
  return {
    streamId,
    fan,
    client: (token, device) => ({
      token,
      device,
      write(countId, fromMs, toMs, hasArrived) {
        unreported.set(countId, (unreported.get(countId) ?? 0) + written.add(countId, fromMs, toMs));
        if (!hasArrived) return;
        const newMs = received.add(countId, fromMs, toMs);
        if (isOutage()) excusedMs += newMs;
      },
    }),
    receivedMs: received.totalMs,
    excusedMs: () => excusedMs,
    connectedMs: () => connectedMs,
    positionMs: () => [...unreported.values()].reduce((sum, ms) => sum + ms, connectedMs),
    reported(countId, isCounted) {
      if (!isCounted) return;
      connectedMs += unreported.get(countId) ?? 0;
      unreported.delete(countId);
    },
    lose(countId) {
      lostMs += unreported.get(countId) ?? 0;
      unreported.delete(countId);
    },
    lostMs: () => lostMs,
    absences: [],
    did: [],
  };
};
