import { LRUCache } from 'lru-cache';

const MAX_KEPT = 2_000;

/** Answers to visitors, as they were sent, kept for a moment: what thousands ask at once is worked out once. */
export interface KeptAnswers {
  get(key: string): string | undefined;
  /** @returns keeps an answer that was begun now, unless everything was forgotten meanwhile */
  begin(key: string): (answer: string) => void;
  /** Forgets everything: a takedown, a block or a setting must show at once. */
  purge(): void;
}

/** @param milliseconds how old an answer may be; 0 keeps none */
export const createKeptAnswers = (milliseconds: number): KeptAnswers => {
  const answers = new LRUCache<string, string>({ max: MAX_KEPT, ttl: Math.max(1, milliseconds) });
  let generation = 0;
  return {
    get: (key) => answers.get(key),
    begin(key) {
      const begunIn = generation;
      return (answer) => {
        if (milliseconds > 0 && begunIn === generation) answers.set(key, answer);
      };
    },
    purge() {
      generation += 1;
      answers.clear();
    },
  };
};
