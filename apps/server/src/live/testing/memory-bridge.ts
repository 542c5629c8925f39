import type { BridgeAuthority } from '../bridge-authority.ts';
import type { MemoryAuthority } from './memory-authority.ts';

/** An in-memory BridgeAuthority for tests that have no database: its shows are public. */
export const createMemoryBridge = (memory: MemoryAuthority, { serverId, app }: { serverId: string; app: string }): BridgeAuthority => {
  const { authority, recordings, failures } = memory;
  const released = new Set<string>();
  return {
    recorded: authority.recorded,
    recordingFailed: authority.recordingFailed,
    reconcile(node, hosted) {
      memory.own(node.id);
      return authority.reconcile(node, hosted);
    },
    async takeOver() {},
    async shows() {
      return [...memory.shows()]
        .filter(([id]) => !released.has(id))
        .map(([id, { isRecorded, hasEnded }]) => {
          const { width = null, height = null } = memory.hostedStreams().find(({ streamId }) => streamId === id) ?? {};
          const isAwaited = isRecorded && !recordings.has(id) && !failures.has(id);
          return {
            id,
            type: 'public',
            serverId,
            app,
            hasEnded,
            isWaiting: true,
            isRehearsal: false,
            isRecorded: hasEnded ? isAwaited : isRecorded,
            width,
            height,
            cameraIds: [],
          };
        });
    },
    grants: async (grantIds) =>
      grantIds.flatMap((grantId) => {
        const grant = memory.grantById(grantId);
        if (!grant) return [];
        const { streamId, kind, isRevoked } = grant;
        return { grantId, mediaId: streamId, kind, createdAt: new Date(0), seatId: null, isPerformer: false, isValid: !isRevoked };
      }),
    holdingSeats: async () => [],
    viewerTokens: async () => new Map(),
    released: async (showId) => void released.add(showId),
  };
};
