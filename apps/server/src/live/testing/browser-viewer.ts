import { portOf } from '../../platform/bound-port.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { CHROMIUM, CHROMIUM_FLAGS } from '../../testing/chromium.ts';

export interface BrowserViewer {
  /** Milliseconds of pictures that the page has shown so far, by their RTP timestamps. */
  receivedMs(): number;
  /** The same with what it didn't show: from the first timestamp to the newest. */
  sentMs(): number;
  /** Pictures that were decoded for it. */
  frames(): number;
  stop(): Promise<void>;
}

/** Watches by WHEP, and posts what it has shown with every tenth picture. */
const page = (url: string, token: string): string => `<!doctype html><video muted autoplay playsinline></video><script type="module">
const post = (seen) => fetch('/seen', { method: 'POST', body: JSON.stringify(seen) });
try {
  const connection = new RTCPeerConnection();
  const video = document.querySelector('video');
  video.srcObject = new MediaStream();
  connection.ontrack = ({ track }) => video.srcObject.addTrack(track);
  for (const kind of ['video', 'audio']) connection.addTransceiver(kind, { direction: 'recvonly' });
  await connection.setLocalDescription();
  if (connection.iceGatheringState !== 'complete')
    await new Promise((resolve) => (connection.onicegatheringstatechange = () => connection.iceGatheringState === 'complete' && resolve()));
  const headers = { authorization: 'Bearer ${token}', 'content-type': 'application/sdp' };
  const answer = await fetch('${url}', { method: 'POST', headers, body: connection.localDescription.sdp });
  if (answer.status !== 201) throw new Error('refused with ' + answer.status);
  await connection.setRemoteDescription({ type: 'answer', sdp: await answer.text() });
  let newest, receivedMs = 0, sentMs = 0, pictures = 0;
  const onPicture = (_, { rtpTimestamp }) => {
    const stepMs = newest === undefined ? 0 : ((rtpTimestamp - newest) | 0) / 90;
    if (stepMs > 0 && stepMs < 1000) receivedMs += stepMs;
    sentMs += stepMs;
    newest = rtpTimestamp;
    pictures += 1;
    if (pictures % 10 === 0) void post({ receivedMs, sentMs, frames: video.getVideoPlaybackQuality().totalVideoFrames });
    video.requestVideoFrameCallback(onPicture);
  };
  video.requestVideoFrameCallback(onPicture);
} catch (error) {
  void post({ error: String(error) });
}
</script>`;

/** A viewer in Chromium, on an empty page: watches by WHEP. @throws when the browser doesn't start */
export const watchInBrowser = async (url: string, token: string, profileDirectory: string): Promise<BrowserViewer> => {
  let seen = { receivedMs: 0, sentMs: 0, frames: 0 };
  let failure: string | undefined;
  const server = createServer((request, response) => {
    if (request.method !== 'POST') return void response.writeHead(200, { 'content-type': 'text/html' }).end(page(url, token));
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const said = JSON.parse(body) as typeof seen & { error?: string };
      if (said.error === undefined) seen = said;
      else failure = said.error;
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${portOf(server)}/`;
  const browser = spawn(CHROMIUM, [...CHROMIUM_FLAGS, '--remote-debugging-port=0', `--user-data-dir=${profileDirectory}`, address], {
    stdio: 'ignore',
    // Debian's command is a script that starts the browser: a group of its own ends both.
    detached: true,
  });
  await once(browser, 'spawn');
  const exited = once(browser, 'exit');
  const end = (): void => void process.kill(-browser.pid!, 'SIGKILL');
  process.once('exit', end);
  const assertWatches = (): void => {
    if (failure !== undefined) throw new Error(`the browser doesn't watch: ${failure}`);
  };
  return {
    receivedMs() {
      assertWatches();
      return seen.receivedMs;
    },
    sentMs: () => seen.sentMs,
    frames: () => seen.frames,
    async stop() {
      process.off('exit', end);
      end();
      await exited;
      server.close();
      server.closeAllConnections();
    },
  };
};
