import { AsyncLocalStorage } from 'node:async_hooks';
import type { Endpoint } from '@stagedoor/contract/endpoint';

const context = new AsyncLocalStorage<true>();

/** Whether the current call is a costly read: it uses the few connections of low priority that such reads share. */
export const isCostlyRead = (): boolean => context.getStore() === true;

/** Runs a call as a costly read: its statements wait for those connections, so that other calls don't wait for its statements. */
export const asCostlyRead = <T>(call: () => T): T => context.run(true, call);

/** From here on, rows are skipped by the thousand: no page of the site leads so far. */
const DEEP_OFFSET = 1000;
/** Parameters that don't restrict what is found. */
const NO_FILTERS: ReadonlySet<string> = new Set(['limit', 'offset', 'after', 'sort', 'sortBy', 'q', 'locale']);

/**
 * Whether a read may cost far more than others: declared so (`Endpoint.costly`), deep in a list, or a search of words among what filters
 * leave, which may walk far before a page is full; unless its call moves such statements itself (`costly: false`).
 * @param query parsed by the endpoint's schema
 */
export const mayBeCostly = ({ costly }: Pick<Endpoint, 'costly'>, query: unknown): boolean => {
  if (costly) return true;
  const { offset, q } = (query ?? {}) as { offset?: unknown; q?: unknown };
  if (typeof offset === 'number' && offset >= DEEP_OFFSET) return true;
  return (
    costly !== false && Boolean(q) && Object.entries(query as object).some(([name, value]) => value !== undefined && !NO_FILTERS.has(name))
  );
};
