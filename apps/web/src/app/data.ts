import type { ResponseOf, Contract } from '@stagedoor/contract';
import { QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { ApiError, type CallInput } from './api.ts';
import { call } from './browser-call.ts';

type Key = keyof Contract & string;
type Reading = Extract<Key, `GET ${string}`>;
type Input<K extends Key> = CallInput<K>;

/** `call` for a key that is only known at runtime, whose input was checked by the caller's own type. */
const callLoosely = call as unknown as <K extends Key>(key: K, input: object) => Promise<ResponseOf<Contract[K]>>;

/**
 * One query cache per page. How long unused answers are kept is left to the library, which sets no timers on the server: a timer would hold
 * the data of the page until it ends.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        refetchOnWindowFocus: false,
        // API errors are final; only network failures and server errors are retried, twice.
        retry: (failures, error) => failures < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500),
      },
      mutations: { retry: false },
    },
  });

interface DataOptions<T> {
  enabled?: boolean;
  /** Data rendered on the server. */
  initialData?: T;
  /** Milliseconds between polls; a function decides by what is known. */
  refetchInterval?: number | false | ((query: { state: { data: T | undefined } }) => number | false);
  /** Also known data is read anew when it is shown. */
  refetchOnMount?: 'always';
}

/** Reads from the API through the cache: `useData('GET /wallet-package', {})`. */
export const useData = <K extends Reading>(
  key: K,
  input: Input<K>,
  options: DataOptions<ResponseOf<Contract[K]>> = {},
): UseQueryResult<ResponseOf<Contract[K]>, ApiError> =>
  useQuery<ResponseOf<Contract[K]>, ApiError>({
    queryKey: [key, input],
    queryFn: ({ signal }) => callLoosely(key, { ...(input as object), signal }),
    ...(options as object),
  });

/**
 * Like `useData`, for a page of a list: while another page, filter or search is loading, the rows that were shown remain
 * (`isPlaceholderData`). A list without rows has nothing to keep.
 */
export const useListData = <K extends Reading>(
  key: K,
  input: Input<K>,
  options: DataOptions<ResponseOf<Contract[K]>> = {},
): UseQueryResult<ResponseOf<Contract[K]>, ApiError> => {
  const kept = {
    placeholderData: (previous?: { data?: readonly unknown[] }) => (previous?.data?.length ? previous : undefined),
  };
  return useData(key, input, { ...options, ...kept });
};

export interface Action<K extends Key> {
  /** Sends the request; returns undefined when it was refused, with the reason in `error`. */
  run: (input: Input<K>) => Promise<ResponseOf<Contract[K]> | undefined>;
  busy: boolean;
  error: ApiError | null;
  /** The reason of the last run's refusal, already before the next render. */
  refusal: () => ApiError | null;
  /** Upload progress, 0 to 1; null when no files are being sent. */
  progress: number | null;
  /** Aborts an upload. */
  abort: () => void;
  reset: () => void;
}

/** Files are identified by name, size and modification time; their content is not read. */
const named = (_key: string, value: unknown): unknown =>
  value instanceof File ? `${value.name} ${value.size} ${value.lastModified}` : typeof value === 'function' ? undefined : value;

/**
 * A write. A second press while it runs does nothing. The Idempotency-Key of an
 * attempt with unknown outcome (no response, or a server error) is reused for the next attempt with the same
 * input, so that a retry can never execute it twice.
 */
export const useAction = <K extends Key>(key: K): Action<K> => {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const attempt = useRef<{ input: string; idempotencyKey: string } | null>(null);
  const running = useRef<AbortController | null>(null);
  const refused = useRef<ApiError | null>(null);
  const run = useCallback(
    async (input: Input<K>) => {
      if (running.current) return undefined;
      const written = JSON.stringify(input ?? {}, named);
      if (attempt.current?.input !== written) attempt.current = { input: written, idempotencyKey: crypto.randomUUID() };
      const controller = new AbortController();
      running.current = controller;
      setBusy(true);
      setError(null);
      refused.current = null;
      try {
        const answer = await callLoosely(key, {
          ...(input as object),
          idempotencyKey: attempt.current.idempotencyKey,
          signal: controller.signal,
          onProgress: setProgress,
        });
        attempt.current = null;
        return answer;
      } catch (thrown) {
        if (!(thrown instanceof ApiError)) throw thrown;
        if (thrown.status >= 400 && thrown.status < 500) attempt.current = null;
        refused.current = thrown;
        if (thrown.code !== 'ABORTED') setError(thrown);
        return undefined;
      } finally {
        running.current = null;
        setBusy(false);
        setProgress(null);
      }
    },
    [key],
  );
  const abort = useCallback(() => running.current?.abort(), []);
  const reset = useCallback(() => setError(null), []);
  const refusal = useCallback(() => refused.current, []);
  return { run, busy, error, refusal, progress, abort, reset };
};
