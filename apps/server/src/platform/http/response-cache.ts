import { LRUCache } from 'lru-cache';

const MAX_ENTRIES = 2_000;

/** Serialized responses to visitors, cached for a moment: thousands of equal requests cost one evaluation. */
export interface ResponseCache {
  get(key: string): string | undefined;
  /** @returns stores the response of a request that starts now, unless the cache is purged meanwhile */
  begin(key: string): (response: string) => void;
  /** Empties the cache: a takedown, a block or a setting must show at once. */
  purge(): void;
}

/** @param milliseconds how old a response may be; 0 disables the cache */
export const createResponseCache = (milliseconds: number): ResponseCache => {
  const responses = new LRUCache<string, string>({ max: MAX_ENTRIES, ttl: Math.max(1, milliseconds) });
  let generation = 0;
  return {
    get: (key) => responses.get(key),
    begin(key) {
      const generationAtStart = generation;
      return (response) => {
        if (milliseconds > 0 && generationAtStart === generation) responses.set(key, response);
      };
    },
    purge() {
      generation += 1;
      responses.clear();
    },
  };
};
