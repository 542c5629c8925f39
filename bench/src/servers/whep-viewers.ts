import { setTimeout as wait } from 'node:timers/promises';
import { type TestViewer, watch } from '@stagedoor/server/live/testing/viewer';

// Many viewers by WHEP in a process of their own.

/** How many of them connect at once: fewer than the live process has connections to the database. */
const AT_ONCE = 3;
const MAX_TRIES = 10;
const RETRY_MS = 1000;

/** What they got since they were asked last. */
export interface ViewersSeen {
  viewers: number;
  /** Bytes of video packets, of all viewers. */
  bytes: number;
  /** Those of the viewer that got the fewest. */
  fewest: number;
}

const viewers: TestViewer[] = [];
let before: number[] = [];

/** As a player does, one that is refused by a busy site asks again. */
const watchPatiently = async (url: string, token: string): Promise<TestViewer> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await watch({ url, token, countsOnly: true });
    } catch (error) {
      if (tries === MAX_TRIES) throw error;
      await wait(RETRY_MS);
    }
  }
};

const connect = async (url: string, tokens: readonly string[]): Promise<void> => {
  for (let at = 0; at < tokens.length; at += AT_ONCE)
    viewers.push(...(await Promise.all(tokens.slice(at, at + AT_ONCE).map((token) => watchPatiently(url, token)))));
};

const seen = (): ViewersSeen => {
  const now = viewers.map((viewer) => viewer.seen().bytes);
  const counts = now.map((count, index) => count - (before[index] ?? 0));
  before = now;
  return { viewers: viewers.length, bytes: counts.reduce((sum, count) => sum + count, 0), fewest: Math.min(...counts) };
};

process.on('disconnect', () => process.exit(1));
process.on('SIGTERM', () => process.exit(0));
process.on('message', ({ connect: wanted }: { connect?: { url: string; tokens: string[] } }) => {
  void (wanted ? connect(wanted.url, wanted.tokens) : Promise.resolve()).then(() => process.send!(seen()));
});
process.send!({ url: '' });
