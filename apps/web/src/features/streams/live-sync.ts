import type { LiveState } from '@stagedoor/contract/live-state';
import { isOnAir } from '@stagedoor/contract/live-state.values';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A performer in data of the page, with a live state. */
const isPerformer = (value: Record<string, unknown>): boolean => typeof value['_id'] === 'string' && isRecord(value['live']);

/** Adds the ids of the performers that data shows. */
const collect = (data: unknown, into: Set<string>): void => {
  if (Array.isArray(data)) for (const entry of data) collect(entry, into);
  else if (isRecord(data)) {
    if (isPerformer(data)) into.add(String(data['_id']));
    for (const key in data) collect(data[key], into);
  }
};

/** Returns data with the live state of one performer, and the same data if it doesn't show that one. */
const withLive = (data: unknown, performerId: string, live: LiveState): unknown => {
  if (Array.isArray(data)) {
    const next = data.map((entry) => withLive(entry, performerId, live));
    return next.some((entry, at) => entry !== data[at]) ? next : data;
  }
  if (!isRecord(data)) return data;
  let next: Record<string, unknown> = data;
  for (const [key, value] of Object.entries(data)) {
    const changed = withLive(value, performerId, live);
    if (changed !== value) next = { ...next, [key]: changed };
  }
  if (!isPerformer(data) || data['_id'] !== performerId) return next;
  return { ...next, live, ...('isLive' in data ? { isLive: isOnAir(live) } : {}) };
};

const shownIn = (client: QueryClient): Set<string> => {
  const shown = new Set<string>();
  for (const query of client.getQueryCache().getAll()) collect(query.state.data, shown);
  return shown;
};

const write = (client: QueryClient, performerId: string, live: LiveState): void => {
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    const next = withLive(state.data, performerId, live);
    // It is as old as it was.
    if (next !== state.data) client.setQueryData(queryKey, next, { updatedAt: state.dataUpdatedAt });
  }
};

/** Somebody hidden from the viewer meanwhile has nothing on stage for them. */
const read = (performerId: string): Promise<LiveState | null> =>
  call('GET /streaming/state/{id}', { params: { id: performerId } }).then(
    ({ live }) => live,
    (error: unknown) => (error instanceof ApiError && error.code === 'NOT_FOUND' ? { state: 'none' as const } : null),
  );

/** Reads the live states of performers that the page shows, and writes them wherever it does. */
export const updateLive = async (client: QueryClient, performerIds: ReadonlySet<string>): Promise<void> => {
  const shown = shownIn(client);
  for (const performerId of performerIds) {
    const live = shown.has(performerId) ? await read(performerId) : null;
    if (live) write(client, performerId, live);
  }
};
