import type { AnswerOf, Contract } from '@stagedoor/contract';
import { QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { ApiError, type CallInput } from './api.ts';
import { call } from './browser-call.ts';

type Key = keyof Contract & string;
type Reading = Extract<Key, `GET ${string}`>;
type Input<K extends Key> = CallInput<K>;

/** One cache of answers a page. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        // A refusal stays a refusal; only a lost connection or a broken server is tried again, twice.
        retry: (failures, error) => failures < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500),
      },
      mutations: { retry: false },
    },
  });

interface DataOptions<T> {
  enabled?: boolean;
  /** Rendered on the server already. */
  initialData?: T;
  /** Milliseconds between polls. */
  refetchInterval?: number | false;
}

/** Reads from the API and keeps the answer: `useData('GET /wallet-package', {})`. */
export const useData = <K extends Reading>(
  key: K,
  input: Input<K>,
  options: DataOptions<AnswerOf<Contract[K]>> = {},
): UseQueryResult<AnswerOf<Contract[K]>, ApiError> =>
  useQuery<AnswerOf<Contract[K]>, ApiError>({
    queryKey: [key, input],
    queryFn: ({ signal }) => (call as unknown as LooseCall<AnswerOf<Contract[K]>>)(key, { ...(input as object), signal }),
    ...(options as object),
  });

type LooseCall<T> = (key: string, input: object) => Promise<T>;

export interface Action<K extends Key> {
  /** Sends it; answers undefined when it was refused, and `error` says why. */
  run: (input: Input<K>) => Promise<AnswerOf<Contract[K]> | undefined>;
  busy: boolean;
  error: ApiError | null;
  /** Sent so far, 0 to 1; null when nothing with files is being sent. */
  progress: number | null;
  /** Stops an upload. */
  abort: () => void;
  reset: () => void;
}

/** Files are told apart by name, size and age; their content is not read. */
const named = (_key: string, value: unknown): unknown =>
  value instanceof File ? `${value.name} ${value.size} ${value.lastModified}` : typeof value === 'function' ? undefined : value;

/**
 * A write. One press is one request: a second press while it runs does nothing. The Idempotency-Key of an
 * attempt whose outcome is unknown (no answer, or a broken server) is kept for the next one with the same
 * input, so that trying again can never do it twice.
 */
export const useAction = <K extends Key>(key: K): Action<K> => {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const attempt = useRef<{ input: string; idempotencyKey: string } | null>(null);
  const running = useRef<AbortController | null>(null);
  const run = useCallback(
    async (input: Input<K>) => {
      if (running.current) return undefined;
      const written = JSON.stringify(input ?? {}, named);
      if (attempt.current?.input !== written) attempt.current = { input: written, idempotencyKey: crypto.randomUUID() };
      const controller = new AbortController();
      running.current = controller;
      setBusy(true);
      setError(null);
      try {
        const answer = await (call as unknown as LooseCall<AnswerOf<Contract[K]>>)(key, {
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
  return { run, busy, error, progress, abort, reset };
};
