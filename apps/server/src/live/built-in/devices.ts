import { CodedError } from '../../platform/errors.ts';

/** A device that lost its seat is refused until it has asked for nothing for this long: players that retry don't take the seat back. */
const REFUSED_MS = 10_000;
/** Devices remembered of a seat. */
const MAX_REFUSED = 20;

interface Seat {
  device: string;
  /** When devices that lost the seat last asked for something, oldest first. */
  refused: Map<string, number>;
}

/** Lets each seat of a paid show play on one device at a time: the newest. */
export const createDevices = (monotonicNow: () => number = () => performance.now()) => {
  const seats = new Map<string, Seat>();
  return {
    /**
     * A device asks for media of a seat.
     *
     * @param device identifies it: its token, address and software
     * @returns whether it took the seat from another one, whose connections must be closed
     * @throws CodedError LIVE_REPLACED when another device took the seat from it
     */
    enter(seatId: string, device: string): boolean {
      const seat = seats.get(seatId);
      if (!seat) {
        seats.set(seatId, { device, refused: new Map() });
        return false;
      }
      if (seat.device === device) return false;
      const now = monotonicNow();
      const refusedAt = seat.refused.get(device);
      seat.refused.delete(device);
      if (refusedAt !== undefined && now - refusedAt < REFUSED_MS) {
        seat.refused.set(device, now);
        throw new CodedError('LIVE_REPLACED');
      }
      seat.refused.set(seat.device, now);
      for (const oldest of seat.refused.keys()) if (seat.refused.size > MAX_REFUSED) seat.refused.delete(oldest);
      seat.device = device;
      return true;
    },
  };
};

export type Devices = ReturnType<typeof createDevices>;
