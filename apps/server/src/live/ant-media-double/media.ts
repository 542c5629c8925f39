import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LiveAuthority } from '../live-authority.ts';
import type { HostedStream } from '../live-engine.ts';
import { sendOffer } from '../testing/client.ts';
import { createMemoryAuthority } from '../testing/memory-authority.ts';
import { createBuiltInStage } from '../testing/stage.ts';

/** A finished recording. */
export interface Recording {
  path: string;
  durationMs: number;
}

export interface MediaEvents {
  /** Shows of the live process, each time one begins or stops to flow, and every two seconds. */
  changed(hosted: readonly HostedStream[]): void;
  /** A show's recording is finished; undefined where nothing could be recorded. */
  recorded(showId: string, recording: Recording | undefined): void;
}

export interface MediaOptions {
  /** Path of ffmpeg; without it sound stays Opus in HLS and there are no previews. */
  ffmpeg?: string | undefined;
  udpPort?: number | undefined;
}

/** A publisher's show in the live process. */
export interface MediaShow {
  showId: string;
  answer: string;
  /** Takes its publisher away. */
  hangUp(): Promise<void>;
}

/** Our own live process, which carries the media: WHIP in, WHEP and HLS out. */
export const createMedia = async ({ ffmpeg, udpPort = 0 }: MediaOptions, events: MediaEvents) => {
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-ant-media-'));
  const memory = createMemoryAuthority(folder);
  const authority: LiveAuthority = {
    ...memory.authority,
    async reconcile(node, hosted) {
      const commands = await memory.authority.reconcile(node, hosted);
      events.changed(hosted);
      return commands;
    },
    async recorded(showId, recording) {
      await memory.authority.recorded(showId, recording);
      events.recorded(showId, memory.recordings.get(showId));
    },
    async recordingFailed(showId, reason) {
      await memory.authority.recordingFailed(showId, reason);
      events.recorded(showId, undefined);
    },
  };
  const stage = await createBuiltInStage({ authority, ffmpeg: () => ffmpeg, udpPort });

  return {
    /** The URL of a path of the live process. */
    address: stage.address,
    /** Takes a publisher's offer into a show of its own. @throws Error when it is refused */
    async publish(offer: string): Promise<MediaShow> {
      const showId = memory.createShow({ isRecorded: true });
      const { token } = memory.grant(showId, 'publish');
      const session = await sendOffer(stage.address(`whip/${showId}`), token, offer);
      if (session.status !== 201) throw new Error(`the live process refused the offer with ${session.status}: ${session.body}`);
      return {
        showId,
        answer: session.body,
        async hangUp() {
          const response = await fetch(session.location, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
          await response.body?.cancel();
        },
      };
    },
    /** A token to watch a show with: each watcher has one, for the live process counts by it. */
    ticket: (showId: string): string => memory.grant(showId, 'play').token,
    /** Ends a show; its recording is finished after it. */
    async end(showId: string): Promise<void> {
      memory.endShow(showId);
      await stage.server.reconcile();
    },
    /** A JPEG of a show; null without a picture or without ffmpeg. */
    picture: (showId: string): Promise<Buffer | null> => stage.engine.snapshot({ id: showId, type: 'public' }),
    hosted: (showId: string): HostedStream | undefined => stage.server.hostedStreams().find(({ streamId }) => streamId === showId),
    async close(): Promise<void> {
      await stage.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export type Media = Awaited<ReturnType<typeof createMedia>>;
