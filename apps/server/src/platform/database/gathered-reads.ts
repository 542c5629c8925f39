import DataLoader from 'dataloader';

/** Statements of one kind under way at a time: one on its way while another is at work. */
const AT_ONCE = 2;
/** Asks that go in one statement; as many as keep it short. */
const MOST = 32;

/**
 * A read that is asked for by many at once, made for all of them by one statement: to begin and end a wide statement, and to hear from
 * the database, costs more than the row it finds. Whoever asks while few statements are under way waits for nobody; those who come
 * meanwhile go together in the next one. What is answered is never older than the ask.
 *
 * @param read gives an answer to each ask, in their order
 * @returns what reads for one ask; it fails with what `read` failed with
 */
export const gatheredReads = <Ask, Answer>(
  read: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
  { atOnce = AT_ONCE, most = MOST } = {},
): ((ask: Ask) => Promise<Answer>) => {
  let underWay = 0;
  const waiting: (() => void)[] = [];
  const end = (): void => {
    const next = waiting.shift();
    if (next) next();
    else underWay -= 1;
  };
  const loader = new DataLoader<Ask, Answer>((asks) => read(asks).finally(end), {
    cache: false,
    maxBatchSize: most,
    batchScheduleFn: (send) => {
      if (underWay < atOnce) {
        underWay += 1;
        // After what the sockets have brought by now, which may ask too.
        setImmediate(send);
      } else waiting.push(send);
    },
  });
  return (ask) => loader.load(ask);
};
