import type { BridgeAuthority, NamedGrant } from '../bridge-authority.ts';
import { type Watched, isOpenToAll } from './watched.ts';

export interface OrdersOptions {
  authority: Pick<BridgeAuthority, 'grants'>;
  streamOf(streamId: string): Watched | undefined;
  monotonicNow(): number;
}

/** Carries out on media servers what the tables say. */
export const createOrders = ({ authority, streamOf, monotonicNow }: OrdersOptions) => {
  const kick = async (one: Watched, grantId: string, kind: NamedGrant['kind'] | undefined): Promise<void> => {
    await one.guard.block(one.calls, grantId, monotonicNow());
    if (kind === 'publish') await one.calls.stop(one.stream.streamId);
  };
  const obey = async ({ end, revoked }: Awaited<ReturnType<BridgeAuthority['reconcile']>>): Promise<void> => {
    for (const streamId of end) await streamOf(streamId)?.calls.stop(streamId);
    if (revoked.length === 0) return;
    const kinds = new Map((await authority.grants(revoked.map(({ grantId }) => grantId))).map(({ grantId, kind }) => [grantId, kind]));
    for (const { streamId, grantId } of revoked) {
      const one = streamOf(streamId);
      if (one) await kick(one, grantId, kinds.get(grantId));
    }
  };
  /** Keeps those out who mustn't watch, and switches recordings on. */
  const keepOrder = async (one: Watched, grants: ReadonlyMap<string, NamedGrant>): Promise<void> => {
    const { show, stream, calls, guard, answered, isCamera } = one;
    const { broadcast, clients } = answered?.answer ?? { broadcast: undefined, clients: [] };
    if (broadcast?.status !== 'broadcasting') return;
    if (!isOpenToAll(one)) await guard.check(calls, clients, grants, monotonicNow());
    const isWanted = show.isRecorded && !show.isRehearsal && !isCamera;
    if (isWanted && broadcast.mp4Enabled !== 1) await calls.startRecording(stream.streamId);
  };

  return { kick, obey, keepOrder };
};
