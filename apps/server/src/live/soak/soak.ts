import { findFfmpeg } from '../../platform/media/ffmpeg.ts';
import { messageOf } from '../../platform/thrown.ts';
import { type BuiltInStage, createBuiltInStage } from '../testing/stage.ts';
import { PUBLISHERS, type PublisherKind } from './publishers.ts';
import { type SoakViewer, VIEWERS, type ViewerKind } from './viewers.ts';

/** How one viewer got on with one publisher. */
export interface Outcome {
  viewer: string;
  /** Decoded from the first one on. */
  pictures: number;
  /** The longest time without a new one after the first, in milliseconds. */
  stillMs: number;
  /** The cause, where the show was refused. */
  refused?: string;
  /** The fault, where the viewer failed or saw nothing. */
  failure?: string;
}

export interface SoakRow {
  publisher: string;
  outcomes: Outcome[];
  /** The publisher's fault. */
  failure?: string;
}

const LOOK_MS = 100;
const FIRST_PICTURE_MS = 45_000;
const HLS_ONLY = 'LIVE_HLS_ONLY';

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Asks until something is so. @throws Error in the end, or what the question throws */
const until = async (isSo: () => boolean | Promise<boolean>, fault: string): Promise<void> => {
  for (const end = Date.now() + FIRST_PICTURE_MS; !(await isSo()); await wait(LOOK_MS)) if (Date.now() > end) throw new Error(fault);
};

/** Follows a viewer from its first picture on, for a time. */
const follow = async (kind: ViewerKind, viewer: SoakViewer, seconds: number): Promise<Outcome> => {
  const outcome: Outcome = { viewer: kind.name, pictures: 0, stillMs: 0 };
  try {
    await until(() => (outcome.refused = viewer.refusal()) !== undefined || viewer.pictures() > 0, 'no picture came');
    if (outcome.refused !== undefined) return outcome;
    const before = viewer.pictures();
    let [count, changedAt] = [before, Date.now()];
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await wait(LOOK_MS)) {
      viewer.refusal();
      const now = viewer.pictures();
      outcome.stillMs = Math.max(outcome.stillMs, Date.now() - changedAt);
      if (now !== count) [count, changedAt] = [now, Date.now()];
    }
    outcome.pictures = count - before;
    if (outcome.pictures === 0) outcome.failure = 'the picture stands still';
  } catch (error) {
    outcome.failure = messageOf(error);
  }
  return outcome;
};

/** One publisher, and all viewers at once. */
const tryPublisher = async (stage: BuiltInStage, kind: PublisherKind, seconds: number): Promise<SoakRow> => {
  const id = stage.memory.createShow();
  stage.memory.setKey(id, id);
  const isLive = (): boolean => stage.server.hostedStreams().some(({ streamId, isPublishing }) => streamId === id && isPublishing);
  const token = (as: 'publish' | 'play'): string => stage.memory.grant(id, as).token;
  const publisher = await kind.start({
    whip: stage.address(`whip/${id}`),
    token: token('publish'),
    rtmp: `rtmp://127.0.0.1:${stage.server.rtmpPort()}/live/${id}`,
  });
  try {
    await until(() => {
      publisher.assertRuns();
      return isLive();
    }, 'the show did not go on air');
    const outcomes = await Promise.all(
      VIEWERS.map(async (viewerKind) => {
        const address = { whep: stage.address(`whep/${id}`), playlist: stage.address(`streams/${id}.m3u8`), token: token('play') };
        const viewer = await viewerKind.start(address);
        const outcome = await follow(viewerKind, viewer, seconds);
        await viewer.stop();
        return outcome;
      }),
    );
    return { publisher: kind.name, outcomes };
  } catch (error) {
    return { publisher: kind.name, outcomes: [], failure: messageOf(error) };
  } finally {
    await publisher.stop();
    stage.memory.endShow(id);
    await stage.engine.end(id);
  }
};

/** @returns what went otherwise than it should: WebRTC viewers are refused B-frames, everybody else sees pictures */
export const faultsOf = ({ publisher, outcomes, failure }: SoakRow): string[] => {
  if (failure !== undefined) return [`${publisher}: ${failure}`];
  const reorders = PUBLISHERS.find(({ name }) => name === publisher)?.reorders === true;
  return outcomes.flatMap((outcome) => {
    const mustRefuse = reorders && VIEWERS.find(({ name }) => name === outcome.viewer)?.by === 'WHEP';
    const isRefused = outcome.refused !== undefined;
    if (mustRefuse ? isRefused : outcome.failure === undefined && !isRefused) return [];
    return [`${publisher}, ${outcome.viewer}: ${outcome.failure ?? outcome.refused ?? `not refused with ${HLS_ONLY}`}`];
  });
};

/** Lets kinds of publishers be watched by every kind of viewer, on one live server. @param seconds how long each is watched */
export const soak = async (
  publishers: readonly PublisherKind[],
  seconds: number,
  onRow: (row: SoakRow) => void = () => undefined,
): Promise<SoakRow[]> => {
  const ffmpeg = await findFfmpeg(process.env['FFMPEG_PATH']);
  const stage = await createBuiltInStage({ ffmpeg: () => ffmpeg, rtmpPort: 0, rtmpHost: '127.0.0.1' });
  const rows: SoakRow[] = [];
  try {
    for (const kind of publishers) {
      const row = await tryPublisher(stage, kind, seconds);
      rows.push(row);
      onRow(row);
    }
  } finally {
    await stage.close();
  }
  return rows;
};
