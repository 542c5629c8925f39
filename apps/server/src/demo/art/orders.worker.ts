import { parentPort } from 'node:worker_threads';
import { drawOrder, type PictureOrder } from './orders.ts';

/** A thread that draws one order after another. */
parentPort?.on('message', ({ index, order }: { index: number; order: PictureOrder }) => {
  parentPort?.postMessage({ index, pictures: drawOrder(order) });
});
