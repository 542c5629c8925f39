import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { messageOf } from '../../platform/thrown.ts';
import { watchInBrowser } from '../testing/browser-viewer.ts';
import { startForeignClient } from '../testing/foreign-client.ts';
import { watchHlsInBrowser } from '../testing/hls-browser.ts';

/** A show as a viewer finds it. */
export interface ViewedShow {
  whep: string;
  playlist: string;
  token: string;
}

/** A viewer that runs. */
export interface SoakViewer {
  /** Pictures that it has decoded so far. */
  pictures(): number;
  /** @returns why the show was refused, if it was @throws Error when the viewer has failed otherwise */
  refusal(): string | undefined;
  stop(): Promise<void>;
}

export interface ViewerKind {
  name: string;
  by: 'HLS' | 'WHEP';
  start(show: ViewedShow): Promise<SoakViewer>;
}

const inFolder = async <T extends SoakViewer>(start: (folder: string) => Promise<T>): Promise<SoakViewer> => {
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-soak-'));
  const viewer = await start(folder);
  return {
    ...viewer,
    async stop() {
      await viewer.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};

/** The code of an error response, else what it says. */
const causeOf = ({ status, body }: { status: number; body: string }): string => /"error":"(\w+)"/.exec(body)?.[1] ?? `${status} ${body}`;

const foreign =
  (program: 'aiortc_whep' | 'gstreamer_whep') =>
  async (show: ViewedShow): Promise<SoakViewer> => {
    const client = startForeignClient(program, show.whep, show.token);
    return {
      pictures: () => client.seen().pictures,
      refusal() {
        const refusal = client.refusal();
        if (refusal) return causeOf(refusal);
        client.assertRuns();
        return undefined;
      },
      stop: () => client.stop(),
    };
  };

/** ffprobe prints a line for each picture as it decodes the show. */
const probe = async (show: ViewedShow): Promise<SoakViewer> => {
  const program = (process.env['FFMPEG_PATH'] || 'ffmpeg').replace(/ffmpeg$/, 'ffprobe');
  const args = ['-v', 'error', '-select_streams', 'v', '-show_entries', 'frame=key_frame', '-of', 'csv=p=0'];
  const headers = ['-headers', `Authorization: Bearer ${show.token}\r\n`];
  const child = spawn(program, [...args, ...headers, show.playlist], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  let [pictures, said] = [0, ''];
  createInterface(child.stdout).on('line', () => (pictures += 1));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  return {
    pictures: () => pictures,
    refusal() {
      if (child.exitCode !== null) throw new Error(`ffprobe ended: ${said}`);
      return undefined;
    },
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
};

export const VIEWERS: readonly ViewerKind[] = [
  { name: 'hls.js', by: 'HLS', start: (show) => watchHlsInBrowser(show.playlist, show.token) },
  { name: 'ffprobe', by: 'HLS', start: probe },
  {
    name: 'Chromium',
    by: 'WHEP',
    start: (show) =>
      inFolder(async (folder) => {
        const viewer = await watchInBrowser(show.whep, show.token, folder);
        return {
          pictures: () => viewer.frames(),
          refusal() {
            try {
              viewer.receivedMs();
              return undefined;
            } catch (error) {
              return messageOf(error);
            }
          },
          stop: () => viewer.stop(),
        };
      }),
  },
  { name: 'aiortc', by: 'WHEP', start: foreign('aiortc_whep') },
  { name: 'GStreamer', by: 'WHEP', start: foreign('gstreamer_whep') },
];
