import { createHash, randomUUID } from 'node:crypto';
import { copyFile, rm } from 'node:fs/promises';
import { CodedError } from '../../platform/errors.ts';
import type { LiveAuthority, NodeCommands, StreamGrant } from '../live-authority.ts';
import type { HostedStream } from '../live-engine.ts';

export interface TestGrant extends StreamGrant {
  grantId: string;
  kind: 'publish' | 'play';
  isRevoked: boolean;
}

export interface TestShow {
  isRecorded: boolean;
  /** Nobody needs a token to play it. */
  isOpen: boolean;
  hasEnded: boolean;
  owner: string | undefined;
}

/** An in-memory LiveAuthority for tests that have no database. */
export const createMemoryAuthority = (keepRecordingsIn?: string) => {
  const shows = new Map<string, TestShow>();
  const grants = new Map<string, TestGrant>();
  /** Shows and grants by the SHA-256 of their stream keys. */
  const keys = new Map<string, { streamId: string; grantId: string }>();
  const recordings = new Map<string, { path: string; durationMs: number; width: number; height: number }>();
  const failures = new Map<string, string>();
  let hostedStreams: readonly HostedStream[] = [];
  let isUnavailable = false;
  let authorizeCalls = 0;

  const assertAvailable = (): void => {
    if (isUnavailable) throw new Error('the database is unavailable');
  };
  const authority: LiveAuthority = {
    async authorize(node, streamId, kind, token) {
      authorizeCalls += 1;
      assertAvailable();
      const show = shows.get(streamId);
      if (!show) throw new CodedError('NOT_FOUND');
      const grant = token === undefined ? undefined : grants.get(token);
      if (token === undefined ? kind === 'publish' || !show.isOpen : grant?.streamId !== streamId || grant.kind !== kind || grant.isRevoked)
        throw new CodedError('LIVE_TOKEN_INVALID');
      if (grant?.expiresAt && grant.expiresAt.getTime() <= Date.now()) throw new CodedError('LIVE_TOKEN_INVALID');
      if (show.hasEnded) throw new CodedError(kind === 'publish' ? 'LIVE_NOT_ON_AIR' : 'LIVE_ENDED');
      if (kind === 'publish') show.owner = node.id;
      return {
        grantId: grant?.grantId ?? null,
        streamId,
        seatId: grant?.seatId ?? null,
        isOpen: show.isOpen && kind === 'play',
        expiresAt: grant?.expiresAt ?? null,
        isRecorded: show.isRecorded,
        isRehearsal: false,
      };
    },
    async authorizeKey(node, keyHash) {
      assertAvailable();
      const known = keys.get(keyHash.toString('hex'));
      if (known === undefined) return { refusal: 'wrongKey' };
      const { streamId, grantId } = known;
      const show = shows.get(streamId);
      if (!show || show.hasEnded) return { refusal: 'noShow' };
      show.owner = node.id;
      return {
        grant: { grantId, streamId, seatId: null, isOpen: false, expiresAt: null, isRecorded: show.isRecorded, isRehearsal: false },
      };
    },
    async reconcile(node, now): Promise<NodeCommands> {
      assertAvailable();
      hostedStreams = now;
      return {
        end: now.map(({ streamId }) => streamId).filter((id) => shows.get(id)?.hasEnded !== false || shows.get(id)?.owner !== node.id),
        begin: [],
        revoked: [...grants.values()].filter(({ isRevoked }) => isRevoked),
      };
    },
    async leave() {},
    async unfinishedRecordings() {
      assertAvailable();
      return [...shows]
        .filter(([id, { isRecorded, hasEnded }]) => isRecorded && hasEnded && !recordings.has(id) && !failures.has(id))
        .map(([id]) => id);
    },
    async recorded(streamId, recording) {
      assertAvailable();
      let { path } = recording;
      if (keepRecordingsIn !== undefined) {
        path = `${keepRecordingsIn}/${streamId}.mp4`;
        await copyFile(recording.path, path);
      }
      await rm(recording.path);
      recordings.set(streamId, { ...recording, path });
    },
    async recordingFailed(streamId, reason) {
      assertAvailable();
      failures.set(streamId, reason);
    },
  };

  return {
    authority,
    recordings,
    failures,
    hostedStreams: (): readonly HostedStream[] => hostedStreams,
    authorizeCalls: (): number => authorizeCalls,
    createShow({ isRecorded = false, isOpen = false }: { isRecorded?: boolean; isOpen?: boolean } = {}): string {
      const id = randomUUID();
      shows.set(id, { isRecorded, isOpen, hasEnded: false, owner: undefined });
      return id;
    },
    /** @returns the grant and its token */
    grant(
      streamId: string,
      kind: 'publish' | 'play',
      expiresAt: Date | null = null,
      seatId: string | null = null,
    ): { grantId: string; token: string } {
      const token = randomUUID();
      const grantId = randomUUID();
      grants.set(token, {
        grantId,
        streamId,
        seatId,
        isOpen: false,
        expiresAt,
        isRecorded: false,
        isRehearsal: false,
        kind,
        isRevoked: false,
      });
      return { grantId, token };
    },
    /** Makes a node the owner of every show that has none. */
    own(nodeId: string): void {
      for (const show of shows.values()) show.owner ??= nodeId;
    },
    shows: (): ReadonlyMap<string, Readonly<TestShow>> => shows,
    grantById: (grantId: string): Readonly<TestGrant> | undefined => [...grants.values()].find((grant) => grant.grantId === grantId),
    /** Gives a show a stream key. @returns the grant of its publishers */
    setKey(streamId: string, key: string): string {
      const grantId = randomUUID();
      keys.set(createHash('sha256').update(key).digest('hex'), { streamId, grantId });
      return grantId;
    },
    /** A key that nobody has any longer. */
    removeKey(key: string): void {
      keys.delete(createHash('sha256').update(key).digest('hex'));
    },
    revoke(token: string): void {
      grants.get(token)!.isRevoked = true;
    },
    endShow(streamId: string): void {
      shows.get(streamId)!.hasEnded = true;
    },
    /** Simulates an outage of the database. */
    setUnavailable(unavailable: boolean): void {
      isUnavailable = unavailable;
    },
  };
};

export type MemoryAuthority = ReturnType<typeof createMemoryAuthority>;
