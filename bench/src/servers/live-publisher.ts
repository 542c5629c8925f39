import { readFileSync } from 'node:fs';
import { picturesOf } from '@stagedoor/server/live/testing/media-fixtures';
import { type TestPublisher, publish } from '@stagedoor/server/live/testing/publisher';
import { watch } from '@stagedoor/server/live/testing/viewer';
import { FRAMES_PER_SECOND } from '../live/film.ts';

// Publishes a film that was encoded before, and measures one viewer by WHEP: both by the clock of this process.

/** One picture that was sent. */
export interface SentPicture {
  /** Its number in the film. */
  index: number;
  /** Milliseconds since 1970. */
  at: number;
}

type Question =
  | { publish: { url: string; token: string } }
  | { watch: { url: string; token: string; seconds: number } }
  | { sent: true }
  | { stop: true };

const pictures = picturesOf(readFileSync(process.env['FILM']!));
let publisher: TestPublisher | undefined;
/** All of the running show. */
let sent: SentPicture[] = [];

/** When publishing began and the connection stood, in milliseconds since 1970. */
export interface PublishedAt {
  begunAt: number;
  connectedAt: number;
}

const begin = async ({ url, token }: { url: string; token: string }): Promise<PublishedAt> => {
  sent = [];
  const begunAt = Date.now();
  const onPicture = (index: number): void => void sent.push({ index, at: Date.now() });
  publisher = await publish({ url, token, pictures, fps: FRAMES_PER_SECOND, onPicture });
  return { begunAt, connectedAt: Date.now() };
};

/** Watches by WHEP. @returns for each complete picture the milliseconds since it was sent */
const delaysOf = async ({ url, token, seconds }: { url: string; token: string; seconds: number }): Promise<number[]> => {
  const delays: number[] = [];
  const viewer = await watch({
    url,
    token,
    onPicture({ timestamp }) {
      // The first source of a viewer keeps its timestamps (built-in/viewer.ts).
      const at = publisher?.sentAt(timestamp);
      if (at !== undefined) delays.push(performance.now() - at);
    },
  });
  await new Promise((resolve) => {
    setTimeout(resolve, seconds * 1000);
  });
  await viewer.stop();
  return delays;
};

const answer = async (question: Question): Promise<unknown> => {
  if ('publish' in question) return begin(question.publish);
  if ('watch' in question) return delaysOf(question.watch);
  if ('sent' in question) return sent;
  await publisher?.stop();
  publisher = undefined;
  return {};
};

process.on('disconnect', () => process.exit(1));
process.on('SIGTERM', () => process.exit(0));
process.on('message', (question: Question) => {
  void answer(question).then((value) => process.send!(value));
});
process.send!({ url: '' });
