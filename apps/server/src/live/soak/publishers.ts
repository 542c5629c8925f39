import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startForeignClient } from '../testing/foreign-client.ts';
import { publish } from '../testing/publisher.ts';

/** A show as a publisher finds it. */
export interface PublishedShow {
  whip: string;
  token: string;
  /** With the stream key. */
  rtmp: string;
}

/** A publisher that runs. */
export interface SoakPublisher {
  /** @throws Error when it has ended or was refused */
  assertRuns(): void;
  stop(): Promise<void>;
}

export interface PublisherKind {
  name: string;
  /** Its pictures are decoded in another order than they are shown, which WebRTC doesn't carry. */
  reorders?: boolean;
  start(show: PublishedShow): Promise<SoakPublisher>;
}

/** ffmpeg, as OBS does: 320×180 and a tone, by RTMP. */
const encode =
  (reordered: string) =>
  async ({ rtmp }: PublishedShow): Promise<SoakPublisher> => {
    const args =
      '-hide_banner -loglevel error -re -f lavfi -i testsrc2=size=320x180:rate=15 -f lavfi -i sine=sample_rate=48000 ' +
      `-c:v libx264 -preset ultrafast ${reordered} -g 30 -pix_fmt yuv420p -c:a aac -b:a 96k -ac 2 -f flv`;
    const child = spawn(process.env['FFMPEG_PATH'] || 'ffmpeg', [...args.split(' '), rtmp], { stdio: ['ignore', 'ignore', 'pipe'] });
    const exited = once(child, 'exit');
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    return {
      assertRuns() {
        if (child.exitCode !== null) throw new Error(`ffmpeg ended: ${said}`);
      },
      async stop() {
        child.kill('SIGKILL');
        await exited;
      },
    };
  };

const foreign =
  (program: 'aiortc_whip' | 'gstreamer_whip') =>
  async ({ whip, token }: PublishedShow): Promise<SoakPublisher> => {
    const client = startForeignClient(program, whip, token);
    return {
      assertRuns() {
        const refusal = client.refusal();
        if (refusal) throw new Error(`${program} was refused: ${refusal.status} ${refusal.body}`);
        client.assertRuns();
      },
      stop: () => client.stop(),
    };
  };

export const PUBLISHERS: readonly PublisherKind[] = [
  { name: 'ffmpeg, RTMP', start: encode('-tune zerolatency -bf 0') },
  { name: 'ffmpeg, RTMP, B-frames', reorders: true, start: encode('-tune animation -bf 2') },
  {
    name: 'libdatachannel, WHIP',
    async start({ whip, token }) {
      const publisher = await publish({ url: whip, token });
      return { assertRuns: () => undefined, stop: () => publisher.stop() };
    },
  },
  { name: 'aiortc, WHIP', start: foreign('aiortc_whip') },
  { name: 'GStreamer, WHIP', start: foreign('gstreamer_whip') },
];
