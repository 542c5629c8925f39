import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Recording } from './media.ts';
import type { Broadcast, Store, Vod } from './store.ts';
import type { Webhooks } from './webhooks.ts';

export interface RecordingsOptions {
  store: Store;
  webhooks: Webhooks;
  /** Folder of the videos. */
  folder: string;
  now(): Date;
}

/** An ended show whose recording isn't finished, with the stream as it was. */
interface Expected {
  broadcast: Broadcast;
  isWanted: boolean;
  startTime: number;
}

/** Turns recordings of the live process into videos. */
export const createRecordings = ({ store, webhooks, folder, now }: RecordingsOptions) => {
  const expected = new Map<string, Expected>();
  /** The name of a new recording: the stream's, then numbered. */
  const freeName = (streamId: string): string => {
    const taken = new Set([...store.vods.values()].map(({ vodName }) => vodName));
    const numbers = Array.from({ length: taken.size + 1 }, (_, index) => (index === 0 ? streamId : `${streamId}_${index}`));
    return numbers.find((name) => !taken.has(`${name}.mp4`)) ?? randomUUID();
  };

  return {
    expect: (showId: string, show: Expected): void => void expected.set(showId, show),
    /** Hears that a show's recording is finished: it becomes a video, if somebody wanted it. */
    async finished(showId: string, recording: Recording | undefined): Promise<void> {
      const ended = expected.get(showId);
      expected.delete(showId);
      if (!recording) return;
      if (!ended?.isWanted) return rm(recording.path, { force: true });
      const { broadcast, startTime } = ended;
      const name = freeName(broadcast.streamId);
      const file = join(folder, `${name}.mp4`);
      await mkdir(folder, { recursive: true });
      await copyFile(recording.path, file);
      await rm(recording.path, { force: true });
      const vod: Vod = {
        vodId: randomUUID().replaceAll('-', '').slice(0, 24),
        vodName: `${name}.mp4`,
        streamName: broadcast.name,
        streamId: broadcast.streamId,
        creationDate: now().getTime(),
        startTime,
        duration: recording.durationMs,
        fileSize: (await stat(file)).size,
        filePath: `streams/${name}.mp4`,
        previewFilePath: null,
        type: 'streamVod',
        processStatus: 'finished',
        file,
      };
      store.vods.set(vod.vodId, vod);
      webhooks.tell('vodReady', broadcast, { vodName: name, vodId: vod.vodId });
    },
  };
};
