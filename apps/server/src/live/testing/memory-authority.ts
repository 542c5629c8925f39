import { randomUUID } from 'node:crypto';
import { copyFile, rm } from 'node:fs/promises';
import { CodedError } from '../../platform/errors.ts';
import type { LiveAuthority, Orders, Right } from '../live-authority.ts';
import type { HeldShow } from '../live-engine.ts';

interface GivenRight extends Right {
  rightId: string;
  kind: 'publish' | 'play';
  isRevoked: boolean;
}

interface KnownShow {
  isRecorded: boolean;
  /** Nobody needs a token to play it. */
  isOpen: boolean;
  hasEnded: boolean;
  owner: string | undefined;
}

/** A LiveAuthority that keeps its truth in memory, for suites and benches that have no database. */
export const createMemoryAuthority = (keepRecordingsIn?: string) => {
  const shows = new Map<string, KnownShow>();
  const rights = new Map<string, GivenRight>();
  const recordings = new Map<string, { path: string; durationMs: number; width: number; height: number }>();
  const failures = new Map<string, string>();
  let held: readonly HeldShow[] = [];
  let isAway = false;
  let questions = 0;

  const present = (): void => {
    if (isAway) throw new Error('the database is away');
  };
  const authority: LiveAuthority = {
    async authorize(node, streamId, kind, token) {
      questions += 1;
      present();
      const show = shows.get(streamId);
      if (!show) throw new CodedError('NOT_FOUND');
      const right = token === undefined ? undefined : rights.get(token);
      if (token === undefined ? kind === 'publish' || !show.isOpen : right?.streamId !== streamId || right.kind !== kind || right.isRevoked)
        throw new CodedError('LIVE_TOKEN_INVALID');
      if (right?.expiresAt && right.expiresAt.getTime() <= Date.now()) throw new CodedError('LIVE_TOKEN_INVALID');
      if (show.hasEnded) throw new CodedError('LIVE_NOT_ON_AIR');
      if (kind === 'publish') show.owner = node.id;
      return { rightId: right?.rightId ?? null, streamId, expiresAt: right?.expiresAt ?? null, isRecorded: show.isRecorded };
    },
    async reconcile(node, now): Promise<Orders> {
      present();
      held = now;
      return {
        end: now.map(({ streamId }) => streamId).filter((id) => shows.get(id)?.hasEnded !== false || shows.get(id)?.owner !== node.id),
        revoked: [...rights.values()].filter(({ isRevoked }) => isRevoked),
      };
    },
    async leave() {},
    async unfinishedRecordings() {
      present();
      return [...shows]
        .filter(([id, { isRecorded, hasEnded }]) => isRecorded && hasEnded && !recordings.has(id) && !failures.has(id))
        .map(([id]) => id);
    },
    async recorded(streamId, recording) {
      present();
      let { path } = recording;
      if (keepRecordingsIn !== undefined) {
        path = `${keepRecordingsIn}/${streamId}.mp4`;
        await copyFile(recording.path, path);
      }
      await rm(recording.path);
      recordings.set(streamId, { ...recording, path });
    },
    async recordingFailed(streamId, reason) {
      present();
      failures.set(streamId, reason);
    },
  };

  return {
    authority,
    recordings,
    failures,
    held: (): readonly HeldShow[] => held,
    /** How often somebody's right was asked for. */
    questions: (): number => questions,
    createShow({ isRecorded = false, isOpen = false }: { isRecorded?: boolean; isOpen?: boolean } = {}): string {
      const id = randomUUID();
      shows.set(id, { isRecorded, isOpen, hasEnded: false, owner: undefined });
      return id;
    },
    /** @returns the right and its token */
    grant(streamId: string, kind: 'publish' | 'play', expiresAt: Date | null = null): { rightId: string; token: string } {
      const token = randomUUID();
      const rightId = randomUUID();
      rights.set(token, { rightId, streamId, expiresAt, isRecorded: false, kind, isRevoked: false });
      return { rightId, token };
    },
    revoke(token: string): void {
      rights.get(token)!.isRevoked = true;
    },
    endShow(streamId: string): void {
      shows.get(streamId)!.hasEnded = true;
    },
    /** The database goes away, or comes back. */
    setAway(away: boolean): void {
      isAway = away;
    },
  };
};

export type MemoryAuthority = ReturnType<typeof createMemoryAuthority>;
