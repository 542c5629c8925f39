import DataLoader from 'dataloader';

/** Statements of one kind in flight at a time: one travels while another executes. */
const MAX_CONCURRENT = 2;
/** Requests in one statement; enough to keep it short. */
const MAX_BATCH = 32;

/**
 * Batches concurrent reads into one statement: the fixed cost of a wide statement and its round trip is higher than that of the row it
 * finds. A request runs at once while few statements are in flight; requests that arrive meanwhile share the next statement. A result is
 * never older than its request.
 *
 * @param read returns one result for each request, in their order
 * @returns reads for one request; rejects with the error of `read`
 */
export const batchedReads = <Request, Result>(
  read: (requests: readonly Request[]) => Promise<readonly Result[]>,
  { maxConcurrent = MAX_CONCURRENT, maxBatch = MAX_BATCH } = {},
): ((request: Request) => Promise<Result>) => {
  let inFlight = 0;
  const queue: (() => void)[] = [];
  const finish = (): void => {
    const next = queue.shift();
    if (next) next();
    else inFlight -= 1;
  };
  const loader = new DataLoader<Request, Result>((requests) => read(requests).finally(finish), {
    cache: false,
    maxBatchSize: maxBatch,
    batchScheduleFn: (send) => {
      if (inFlight < maxConcurrent) {
        inFlight += 1;
        // After the sockets' pending data was handled, which may add requests.
        setImmediate(send);
      } else queue.push(send);
    },
  });
  return (request) => loader.load(request);
};
