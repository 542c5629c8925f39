import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { CodedError } from '../../platform/errors.ts';
import type { KeyDecision, StreamGrant } from '../live-authority.ts';
import { MAX_TOKEN_LENGTH } from './limits.ts';

/** Clients of one network that haven't shown a valid key yet. */
const STRANGERS_PER_NETWORK = 16;
/** Wrong keys of a network, after which it waits. */
const WRONG_KEYS = 10;
const WRONG_KEYS_MS = 10 * 60_000;
const MAX_NETWORKS = 10_000;
/** An authority that takes longer counts as unavailable: OBS waits eight seconds for an answer by WHIP. */
const TIMEOUT_MS = 3_000;

export const sha256 = (key: string): Buffer => createHash('sha256').update(key).digest();

/**
 * Admits publishers by their stream keys, by RTMP and by WHIP. Owns the counts of strangers and of wrong keys by network, which both protocols share.
 *
 * @param authorizeKey decides about a key by its SHA-256
 */
export const createKeyAdmission = (authorizeKey: (keyHash: Buffer) => Promise<KeyDecision>) => {
  const strangers = new Map<string, number>();
  const wrongKeys = new LRUCache<string, number>({ max: MAX_NETWORKS, ttl: WRONG_KEYS_MS, noUpdateTTL: true });

  const decide = async (key: string): Promise<KeyDecision> => {
    if (key === '' || key.length > MAX_TOKEN_LENGTH) return { refusal: 'wrongKey' };
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new CodedError('UNAVAILABLE')), TIMEOUT_MS);
    });
    try {
      return await Promise.race([authorizeKey(sha256(key)), timeout]);
    } catch (error) {
      throw new CodedError('UNAVAILABLE', undefined, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    /** Counts a stranger. @returns ends the count; undefined when the network has too many */
    enter(network: string): (() => void) | undefined {
      const count = strangers.get(network) ?? 0;
      if (count >= STRANGERS_PER_NETWORK) return undefined;
      strangers.set(network, count + 1);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        const left = (strangers.get(network) ?? 1) - 1;
        if (left > 0) strangers.set(network, left);
        else strangers.delete(network);
      };
    },
    /** Looks a key up, unless its network has guessed too often. @throws CodedError LIVE_KEY_TRIES, LIVE_KEY_INVALID, LIVE_KEY_NO_SHOW, LIVE_ALREADY_PUBLISHING, UNAVAILABLE */
    async admit(network: string, key: string): Promise<StreamGrant> {
      if ((wrongKeys.get(network) ?? 0) >= WRONG_KEYS) throw new CodedError('LIVE_KEY_TRIES');
      const decision = await decide(key);
      if ('grant' in decision) return decision.grant;
      if (decision.refusal === 'noShow') throw new CodedError('LIVE_KEY_NO_SHOW');
      if (decision.refusal === 'onAir') throw new CodedError('LIVE_ALREADY_PUBLISHING');
      wrongKeys.set(network, (wrongKeys.get(network) ?? 0) + 1);
      throw new CodedError('LIVE_KEY_INVALID');
    },
  };
};

export type KeyAdmission = ReturnType<typeof createKeyAdmission>;
