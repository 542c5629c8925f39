import { LRUCache } from 'lru-cache';
import { CodedError } from '../../platform/errors.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import type { LiveAuthority, LiveNode, Right } from '../live-authority.ts';
import { MAX_TOKEN_LENGTH } from './limits.ts';

export type RightKind = 'publish' | 'play';

/** An answer is good for so long without asking again, */
const FRESH_MS = 2_000;
/** and, where it was a yes and nobody can be asked, for so long. */
const STALE_MS = 60_000;
/** An authority that takes longer is away. */
const PATIENCE_MS = 3_000;
const MAX_YES = 50_000;
const MAX_NO = 20_000;
/** Questions open at a time: what comes on top while strangers storm is told to come again. */
const MAX_QUESTIONS = 500;

interface Yes {
  right: Right;
  at: number;
}

/** Who may publish and play, by the authority's word, kept for a moment: thousands of segments are not thousands of questions. */
export const createAccess = (authority: LiveAuthority, node: () => LiveNode, log: Log) => {
  // Apart, so that a stranger's guesses push nobody's right out.
  const yes = new LRUCache<string, Yes>({ max: MAX_YES });
  const no = new LRUCache<string, CodedError>({ max: MAX_NO, ttl: FRESH_MS });
  const open = new Map<string, Promise<Right>>();
  /** Taken back: no answer from before counts any more. */
  const revoked = new LRUCache<string, true>({ max: MAX_YES });
  let isAway = false;

  const hold = (right: Right): Right => {
    if (right.expiresAt && right.expiresAt.getTime() <= Date.now()) throw new CodedError('LIVE_TOKEN_INVALID');
    if (right.rightId !== null && revoked.has(right.rightId)) throw new CodedError('LIVE_TOKEN_INVALID');
    return right;
  };
  const question = async (key: string, streamId: string, kind: RightKind, token: string | undefined): Promise<Right> => {
    if (open.size >= MAX_QUESTIONS) throw new CodedError('UNAVAILABLE');
    let timer: NodeJS.Timeout | undefined;
    try {
      const right = await Promise.race([
        authority.authorize(node(), streamId, kind, token),
        new Promise<never>((_, reject) => {
          timer = setTimeout(() => reject(new Error('the authority takes too long')), PATIENCE_MS);
        }),
      ]);
      if (isAway) log.info('rights can be asked for again');
      isAway = false;
      yes.set(key, { right, at: performance.now() });
      return right;
    } catch (error) {
      if (error instanceof CodedError && error.status < 500) {
        // A show that has ended is watched to its end by those who were there: their yes stays.
        if (error.code !== 'LIVE_NOT_ON_AIR') yes.delete(key);
        no.set(key, error);
        throw error;
      }
      if (!isAway) log.error({ err: error }, 'rights can’t be asked for');
      isAway = true;
      throw new CodedError('UNAVAILABLE');
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    /**
     * @param options.anew ask even where an answer is at hand: publishing claims the show for this node
     * @param options.isHeld the show is here: who was in sees its end
     * @throws CodedError as LiveAuthority.authorize; UNAVAILABLE where nobody can be asked
     */
    async authorize(
      streamId: string,
      kind: RightKind,
      token: string | undefined,
      { anew = false, isHeld = false }: { anew?: boolean; isHeld?: boolean } = {},
    ): Promise<Right> {
      if (token !== undefined && (token === '' || token.length > MAX_TOKEN_LENGTH)) throw new CodedError('LIVE_TOKEN_INVALID');
      const key = `${kind} ${streamId} ${token ?? ''}`;
      const last = yes.get(key);
      const known = last && performance.now() - last.at < STALE_MS ? last : undefined;
      if (known && !anew && performance.now() - known.at < FRESH_MS) return hold(known.right);
      /** Where nobody can be asked, or the show ends this moment, the last yes counts. */
      const outlast = (error: unknown): Right => {
        const code = error instanceof CodedError ? error.code : undefined;
        if (known && (code === 'UNAVAILABLE' || (code === 'LIVE_NOT_ON_AIR' && isHeld))) return hold(known.right);
        throw error;
      };
      const refusal = no.get(key);
      if (refusal && !anew) return outlast(refusal);
      let asked = open.get(key);
      if (!asked) {
        asked = question(key, streamId, kind, token).finally(() => open.delete(key));
        open.set(key, asked);
      }
      return asked.then(hold, outlast);
    },
    /** A right holds no longer. */
    revoke(rightId: string): void {
      revoked.set(rightId, true);
    },
  };
};

export type Access = ReturnType<typeof createAccess>;
