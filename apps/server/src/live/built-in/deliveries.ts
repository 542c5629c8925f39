import type { PlaybackProtocol } from '@stagedoor/contract/paid-shows.values';
import type { SeatDelivery } from '../live-engine.ts';

/** A fan who gave no sign of life for this long is gone, by every protocol. */
export const SILENCE_MS = 7_000;
/** A protocol is in use until it has delivered nothing for this long: more than two reports. */
const IN_USE_MS = 5_000;
/** Intervals that end this far behind the newest one are no longer needed: nobody can fetch these media any more. */
const COMPARED_MS = 180_000;

interface Interval {
  from: number;
  to: number;
}

interface Seat {
  /** Media delivered so far, apart from each other and in order. */
  intervals: Interval[];
  /** Everything before it counts as delivered or never will be. */
  settledTo: number;
  deliveredMs: number;
  silentMs: number;
  heardAt: number;
  /** When each protocol last delivered something. */
  protocols: Map<PlaybackProtocol, number>;
}

/** Adds an interval to others. @returns the ordered union */
const unite = (intervals: readonly Interval[], added: Interval): Interval[] => {
  const apart = intervals.filter(({ from, to }) => to < added.from || from > added.to);
  const touching = intervals.filter(({ from, to }) => to >= added.from && from <= added.to);
  const whole = {
    from: Math.min(added.from, ...touching.map(({ from }) => from)),
    to: Math.max(added.to, ...touching.map(({ to }) => to)),
  };
  return [...apart, whole].toSorted((one, other) => one.from - other.from);
};

const lengthOf = (intervals: readonly Interval[]): number => intervals.reduce((sum, { from, to }) => sum + to - from, 0);

/**
 * Counts the media of a paid show that were delivered to each seat: by all its tokens and protocols together, each millisecond once. Minutes
 * are charged by it (docs/domains/streams.md), so everything that is written to a seat's token must be recorded here.
 */
export const createDeliveries = (monotonicNow: () => number = () => performance.now()) => {
  const seats = new Map<string, Seat>();

  const seatOf = (seatId: string): Seat => {
    let seat = seats.get(seatId);
    if (!seat) {
      seat = { intervals: [], settledTo: 0, deliveredMs: 0, silentMs: 0, heardAt: monotonicNow(), protocols: new Map() };
      seats.set(seatId, seat);
    }
    return seat;
  };
  const hear = (seat: Seat): void => {
    seat.heardAt = monotonicNow();
    seat.silentMs = 0;
  };

  /** @returns how many of these milliseconds are new to the seat */
  const add = (seat: Seat, protocol: PlaybackProtocol, media: Interval): number => {
    const added = { from: Math.max(media.from, seat.settledTo), to: media.to };
    if (added.to <= added.from) return 0;
    const before = lengthOf(seat.intervals);
    seat.intervals = unite(seat.intervals, added);
    const newMs = lengthOf(seat.intervals) - before;
    seat.deliveredMs += newMs;
    seat.protocols.set(protocol, monotonicNow());
    const newest = seat.intervals.at(-1)!.to;
    while (seat.intervals.length > 1 && seat.intervals[0]!.to < newest - COMPARED_MS) seat.settledTo = seat.intervals.shift()!.to;
    return newMs;
  };

  return {
    /**
     * Media that a client of the seat asked for were written to it.
     *
     * @param media positions on the show's timeline, in milliseconds
     */
    recordFetched(seatId: string | null, protocol: 'hls' | 'mp4', media: Interval): void {
      if (seatId === null) return;
      const seat = seatOf(seatId);
      hear(seat);
      add(seat, protocol, media);
    },
    /**
     * Media were sent to a client of the seat, whether or not they arrived: to a WebRTC session, or into the buffers of a connection that nobody reads.
     *
     * @param wasHeard the client has given a sign of life so far: what goes out after the last one may reach nobody
     */
    recordSent(seatId: string | null, protocol: 'whep' | 'mp4', media: Interval, wasHeard: boolean): void {
      if (seatId === null) return;
      const seat = seatOf(seatId);
      const newMs = add(seat, protocol, media);
      if (wasHeard) seat.silentMs += newMs;
    },
    /** A client of the seat gave a sign of life. */
    hear(seatId: string | null): void {
      if (seatId !== null) hear(seatOf(seatId));
    },
    snapshot(): SeatDelivery[] {
      const now = monotonicNow();
      return [...seats].map(([accountId, seat]) => ({
        accountId,
        deliveredMs: Math.round(seat.deliveredMs),
        silentMs: Math.round(seat.silentMs),
        isThere: now - seat.heardAt < SILENCE_MS,
        protocols: [...seat.protocols].filter(([, at]) => now - at < IN_USE_MS).map(([protocol]) => protocol),
      }));
    },
  };
};

export type Deliveries = ReturnType<typeof createDeliveries>;
