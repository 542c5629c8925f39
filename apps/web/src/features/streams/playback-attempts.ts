import { type Attempt, type Source, playFile, playWithHls, playWithSignalling, playWithWhep, startWithSound } from './playback-sources.ts';
import { hlsAddress } from './play-tokens.ts';
import type { TransportChoice } from './transport-choice.ts';

interface AttemptEvents {
  /** An attempt begins. */
  begins: () => void;
  /** The attempt was given up, and another follows. */
  restarts: () => void;
  /** The browser allowed playback only muted. */
  silenced: () => void;
  failed: () => void;
  mustWait: () => void;
  refused: () => void;
  replaced?: (() => void) | undefined;
}

/** Plays a show in attempts, of which one runs at a time. Owns what is running and the pause before the next. */
export const createAttempts = (
  video: HTMLVideoElement,
  show: Pick<Attempt, 'playback' | 'token' | 'tokens' | 'iceServers' | 'signal'>,
  choice: TransportChoice,
  events: AttemptEvents,
) => {
  const { signal } = show;
  let running: Source | null = null;
  /** Goes on until the attempt that replaces it has begun. */
  let retiring: Source | null = null;
  let pause: ReturnType<typeof setTimeout> | undefined;
  /** Each attempt has a number, so that late callbacks of an earlier one are ignored. */
  let epoch = 0;

  const leave = (isOver = false): void => {
    epoch += 1;
    clearTimeout(pause);
    running?.stop(isOver);
    retiring?.stop(isOver);
    running = null;
    retiring = null;
  };
  const leaveFor = (reason: (() => void) | undefined): void => {
    leave();
    if (!signal.aborted) reason?.();
  };
  const attemptOf = (mine: number): Attempt => ({
    ...show,
    address: hlsAddress(show.playback, choice.isAdaptive()),
    isCurrent: () => mine === epoch,
    began: (source) => {
      running = source;
    },
    start: () => startWithSound(video, events.silenced),
    failed: events.failed,
    couldNotConnect: () => {
      choice.couldNotConnect();
      events.failed();
    },
    mustWait: events.mustWait,
    refused: () => leaveFor(events.refused),
    replaced: () => leaveFor(events.replaced),
  });
  const begin = async (): Promise<void> => {
    events.begins();
    const attempt = attemptOf(epoch);
    const transport = choice.current();
    if (transport === 'whep') await playWithWhep(video, attempt);
    else if (transport === 'signalling') await playWithSignalling(video, attempt);
    else if (transport === 'hls') await playWithHls(video, attempt, choice.fallBackToNative);
    else await playFile(video, attempt);
  };

  return {
    running: (): Source | null => running,
    begin,
    leave,
    /** Begins another attempt, and leaves the earlier one once the server has accepted it or it has failed. */
    async replace(): Promise<void> {
      if (signal.aborted || !running) return;
      epoch += 1;
      retiring?.stop(false);
      const earlier = (retiring = running);
      running = null;
      await begin();
      if (retiring !== earlier) return;
      retiring = null;
      earlier.stop(false);
    },
    /** Leaves the attempt, and begins another after so many milliseconds. */
    again(milliseconds: number): void {
      leave();
      if (signal.aborted) return;
      events.restarts();
      pause = setTimeout(() => void begin(), milliseconds);
    },
  };
};
