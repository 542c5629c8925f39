import type { Log } from '../../platform/telemetry/log.ts';
import type { NamedGrant } from '../bridge-authority.ts';
import type { ServerCalls } from './server-calls.ts';

/** A blocked client that is still named after this long wasn't put out. */
const STAYS_MS = 3_000;
/** Two clients of one grant for this long are two devices, and not one that connected again. */
const TWINS_MS = 8_000;

export interface GuardOptions {
  streamId: string;
  log: Log;
}

/** Keeps strangers out of a stream that isn't open to all: everybody who watches it is named by the grant of a seat or its performer. */
export const createGuard = ({ streamId, log }: GuardOptions) => {
  const blockedAt = new Map<string, number>();
  const twinsSince = new Map<string, number>();

  const block = async (calls: ServerCalls, grantId: string, at: number): Promise<void> => {
    await calls.block(streamId, grantId);
    if (!blockedAt.has(grantId)) blockedAt.set(grantId, at);
  };
  const isKnown = (grant: NamedGrant | undefined): grant is NamedGrant =>
    grant?.mediaId === streamId && grant.kind === 'play' && (grant.isPerformer || grant.seatId !== null);
  const staysIn = (grantId: string, at: number): boolean => at - (blockedAt.get(grantId) ?? at) > STAYS_MS;
  /** Grants of seats that play with a newer one, and grants that two devices share. */
  const surplus = (grants: readonly NamedGrant[], at: number): string[] => {
    const newest = new Map<string, NamedGrant>();
    for (const grant of grants) {
      const known = grant.seatId === null ? undefined : newest.get(grant.seatId);
      if (grant.seatId !== null && (!known || known.createdAt < grant.createdAt)) newest.set(grant.seatId, grant);
    }
    const counts = new Map<string, number>();
    for (const { grantId, seatId } of grants) if (seatId !== null) counts.set(grantId, (counts.get(grantId) ?? 0) + 1);
    const twins = [...counts].filter(([, count]) => count > 1).map(([grantId]) => grantId);
    for (const grantId of twinsSince.keys()) if (!twins.includes(grantId)) twinsSince.delete(grantId);
    for (const grantId of twins) if (!twinsSince.has(grantId)) twinsSince.set(grantId, at);
    return [...counts.keys()].filter((grantId) => {
      const grant = grants.find((one) => one.grantId === grantId)!;
      return newest.get(grant.seatId!)?.grantId !== grantId || at - (twinsSince.get(grantId) ?? at) > TWINS_MS;
    });
  };

  return {
    block,
    /**
     * Puts those out whose grant has ended, and older devices of a seat. A client that nobody's grant names can't be put out alone: the stream is
     * stopped, and its performer's browser publishes it again.
     * @param clients the names that the server has of them
     */
    async check(calls: ServerCalls, clients: readonly string[], grants: ReadonlyMap<string, NamedGrant>, at: number): Promise<void> {
      const found = clients.map((name) => grants.get(name));
      const known = found.filter(isKnown);
      if (known.length < found.length || known.some(({ grantId }) => staysIn(grantId, at))) {
        log.warn({ streamId, clients: found.length, known: known.length }, 'somebody watched a paid show without a seat; it was stopped');
        for (const { grantId } of known) if (staysIn(grantId, at)) blockedAt.delete(grantId);
        await calls.stop(streamId);
        return;
      }
      const over = known.filter(({ isValid }) => !isValid).map(({ grantId }) => grantId);
      for (const grantId of new Set([...over, ...surplus(known, at)])) await block(calls, grantId, at);
    },
  };
};

export type Guard = ReturnType<typeof createGuard>;
