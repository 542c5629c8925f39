import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { PictureOrder } from './orders.ts';

/** Receives what an order became: one JPEG, or the frames of a clip. */
export type Drawn = (index: number, pictures: Buffer[]) => void | Promise<void>;

/**
 * Draws all orders on threads of their own, so that the process stays free to write what is done.
 * Each thread takes the next order when `drawn` has settled for its last one. The first error ends the work; it is thrown once
 * nothing is under way any more, so that whoever tries again is alone.
 */
export const drawAll = async (
  orders: readonly PictureOrder[],
  drawn: Drawn,
  threads = Math.min(4, availableParallelism()),
): Promise<void> => {
  let next = 0;
  const work = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./orders.worker.ts', import.meta.url));
      const end = (error?: Error): void => {
        void worker.terminate();
        if (error === undefined) resolve();
        else {
          next = orders.length;
          reject(error);
        }
      };
      const give = (): void => {
        const index = next++;
        const order = orders[index];
        if (order) worker.postMessage({ index, order });
        else end();
      };
      worker.on('error', end);
      worker.on('message', (message: { index: number; pictures: Uint8Array[] } | { 'watch:import': string[] }) => {
        // Node tells the files that a thread imports by the same event while it watches them (`npm run dev`).
        if (!('pictures' in message)) return;
        const { index, pictures } = message;
        Promise.resolve(
          drawn(
            index,
            pictures.map((bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
          ),
        ).then(give, end);
      });
      give();
    });
  const results = await Promise.allSettled(Array.from({ length: Math.max(1, Math.min(threads, orders.length)) }, work));
  const failure = results.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason as Error;
};
