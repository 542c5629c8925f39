import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { drawPictures, type PictureOrder } from './orders.ts';

const draw = async ({ index, order }: { index: number; order: PictureOrder }): Promise<void> => {
  const pictures: Buffer[] = [];
  for (const picture of drawPictures(order)) {
    pictures.push(picture);
    // Canvases are freed between two turns of the event loop: without one, gigabytes of them would pile up.
    await nextTurn();
  }
  parentPort?.postMessage({ index, pictures });
};

/** A thread that draws one order after another; a drawing that fails ends it with its error. */
parentPort?.on('message', (message: { index: number; order: PictureOrder }) => void draw(message));
