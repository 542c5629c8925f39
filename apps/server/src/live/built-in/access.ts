import { LRUCache } from 'lru-cache';
import { CodedError } from '../../platform/errors.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import type { LiveAuthority, LiveNode, StreamGrant } from '../live-authority.ts';
import { MAX_TOKEN_LENGTH } from './limits.ts';

export type StreamGrantKind = 'publish' | 'play';

/** How long a cached decision is used without asking the authority again. */
const FRESH_MS = 2_000;
/**
 * Up to this age a cached grant is used while the authority is asked again: players hold one second of media, and a slow answer must not stop them.
 * A grant that was revoked ends within five seconds.
 */
const REVALIDATE_MS = 4_000;
/** How long a cached grant is used while the authority is unavailable. */
const STALE_MS = 60_000;
/** An authority that takes longer counts as unavailable. */
const TIMEOUT_MS = 3_000;
const MAX_GRANTS = 50_000;
const MAX_DENIALS = 20_000;
/** Pending requests to the authority; more are refused with UNAVAILABLE. */
const MAX_PENDING = 500;

interface CachedGrant {
  grant: StreamGrant;
  at: number;
}

/** Authorizes publishers and viewers, and caches the authority's decisions: thousands of segment requests cause few calls. */
export const createAccess = (authority: LiveAuthority, node: () => LiveNode, log: Log) => {
  // Separate caches, so that guessed tokens don't evict valid grants.
  const grants = new LRUCache<string, CachedGrant>({ max: MAX_GRANTS });
  const denials = new LRUCache<string, CodedError>({ max: MAX_DENIALS, ttl: FRESH_MS });
  const pending = new Map<string, Promise<StreamGrant>>();
  /** Revoked grants: cached decisions about them are invalid. */
  const revoked = new LRUCache<string, true>({ max: MAX_GRANTS });
  let isUnavailable = false;

  const assertUsable = (grant: StreamGrant): StreamGrant => {
    if (grant.expiresAt && grant.expiresAt.getTime() <= Date.now()) throw new CodedError('LIVE_TOKEN_INVALID');
    if (grant.grantId !== null && revoked.has(grant.grantId)) throw new CodedError('LIVE_TOKEN_INVALID');
    return grant;
  };
  /** Called when the authority has answered, be it with a refusal. */
  const noteAvailable = (): void => {
    if (isUnavailable) log.info('the live authority is available again');
    isUnavailable = false;
  };
  const requestGrant = async (key: string, streamId: string, kind: StreamGrantKind, token: string | undefined): Promise<StreamGrant> => {
    if (pending.size >= MAX_PENDING) throw new CodedError('UNAVAILABLE');
    let timer: NodeJS.Timeout | undefined;
    try {
      const grant = await Promise.race([
        authority.authorize(node(), streamId, kind, token),
        new Promise<never>((_, reject) => {
          timer = setTimeout(() => reject(new Error('the authority timed out')), TIMEOUT_MS);
        }),
      ]);
      noteAvailable();
      denials.delete(key);
      grants.set(key, { grant, at: performance.now() });
      return grant;
    } catch (error) {
      if (error instanceof CodedError && error.status < 500) {
        noteAvailable();
        // Viewers of a show that has ended may watch the rest: their cached grant stays.
        if (error.code !== 'LIVE_ENDED') grants.delete(key);
        denials.set(key, error);
        throw error;
      }
      if (!isUnavailable) log.error({ err: error }, 'the live authority is unavailable');
      isUnavailable = true;
      throw new CodedError('UNAVAILABLE');
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    /**
     * @param options.skipCache ask the authority in any case: publishing claims the show for this node
     * @param options.isHosted this node hosts the stream: its viewers may watch the rest after the end
     * @throws CodedError as LiveAuthority.authorize; UNAVAILABLE when the authority is unavailable and nothing is cached
     */
    async authorize(
      streamId: string,
      kind: StreamGrantKind,
      token: string | undefined,
      { skipCache = false, isHosted = false }: { skipCache?: boolean; isHosted?: boolean } = {},
    ): Promise<StreamGrant> {
      if (token !== undefined && (token === '' || token.length > MAX_TOKEN_LENGTH)) throw new CodedError('LIVE_TOKEN_INVALID');
      const key = `${kind} ${streamId} ${token ?? ''}`;
      const last = grants.get(key);
      const age = last ? performance.now() - last.at : Infinity;
      const cached = age < STALE_MS ? last : undefined;
      /** Falls back to the cached grant when the authority is unavailable or the show has just ended. */
      const fallBack = (error: unknown): StreamGrant => {
        const code = error instanceof CodedError ? error.code : undefined;
        if (cached && (code === 'UNAVAILABLE' || (code === 'LIVE_ENDED' && isHosted))) return assertUsable(cached.grant);
        throw error;
      };
      const denial = denials.get(key);
      if (denial && !skipCache) return fallBack(denial);
      if (cached && !skipCache && age < FRESH_MS) return assertUsable(cached.grant);
      let request = pending.get(key);
      if (!request) {
        request = requestGrant(key, streamId, kind, token).finally(() => pending.delete(key));
        pending.set(key, request);
      }
      if (cached && !skipCache && (age < REVALIDATE_MS || isUnavailable)) {
        // Its outcome counts for the next request.
        request.catch(() => {});
        return assertUsable(cached.grant);
      }
      return request.then(assertUsable, fallBack);
    },
    /** Invalidates every cached decision about a grant. */
    revoke(grantId: string): void {
      revoked.set(grantId, true);
    },
  };
};

export type Access = ReturnType<typeof createAccess>;
