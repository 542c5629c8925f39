import { isId } from '@stagedoor/contract/ids.values';
import { AsyncLocalStorage } from 'node:async_hooks';
import { MAX_TAGS_OF_ANSWER } from './limits.ts';
import { GENERAL } from './purges.ts';

/** What a cached answer or page depends on. */
export interface Shown {
  /** Ids of the performers of whom it shows anything; GENERAL too when it may gain an entry of anybody. */
  tags: readonly string[];
  /** When the oldest answer in it was made, in milliseconds; Infinity when it was made just now. */
  madeAt: number;
}

interface Collector {
  tags: Set<string>;
  madeAt: number;
}

const collectors = new AsyncLocalStorage<Collector>();

/** Notes that what is being made shows something of this performer. Views of performers and of what is theirs call it; it costs nothing elsewhere. */
export const noteShown = (performerId: string): void => {
  collectors.getStore()?.tags.add(performerId);
};

/** Notes that what is being made changes from moment to moment, such as a running show: it lives no longer than lists. */
export const noteShortLived = (): void => {
  collectors.getStore()?.tags.add(GENERAL);
};

/**
 * Notes what a call asks about: what is named in its path, or one performer's things. Everything else is a list that may gain an entry of
 * anybody. One performer's list has their tag even when it is empty.
 */
export const noteAsked = (params: unknown, query: unknown): void => {
  const { performerId } = (query ?? {}) as { performerId?: unknown };
  if (typeof performerId === 'string') {
    if (isId(performerId)) noteShown(performerId.toLowerCase());
  } else if (Object.keys((params as object | undefined) ?? {}).length === 0) noteShortLived();
};

/** Notes what an answer depends on that the page being rendered contains. */
export const noteAnswer = ({ tags, madeAt }: Shown): void => {
  const collector = collectors.getStore();
  if (!collector) return;
  for (const tag of tags) collector.tags.add(tag);
  collector.madeAt = Math.min(collector.madeAt, madeAt);
};

/** Whether something is being made that may be cached. */
export const isCollecting = (): boolean => collectors.getStore() !== undefined;

const tagsOf = ({ tags }: Collector): readonly string[] => (tags.size === 0 || tags.size > MAX_TAGS_OF_ANSWER ? [GENERAL] : [...tags]);

/** Does the work and tells what its result shows. What shows nothing of any performer is of the general tag, as is what shows very many. */
export const collectShown = async <T>(work: () => T | Promise<T>): Promise<{ result: T; shown: Shown }> => {
  const collector: Collector = { tags: new Set(), madeAt: Infinity };
  const result = await collectors.run(collector, async () => work());
  return { result, shown: { tags: tagsOf(collector), madeAt: collector.madeAt } };
};
