import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IceServerView } from '@stagedoor/contract/streams';
import { chromium } from 'playwright-core';
import { portOf } from '../../platform/bound-port.ts';
import { CHROMIUM, CHROMIUM_FLAGS } from '../../testing/chromium.ts';

interface PeerPageOptions {
  url: string;
  token: string;
  /** With any, the browser connects through a relay alone. */
  iceServers: readonly IceServerView[];
  does: 'publish' | 'publishLayers' | 'watch' | 'check';
}

/** Figures of a page's connection, absent until they are known. */
interface PeerFigures {
  state: string;
  candidateType?: string;
  relayProtocol?: string;
  framesDecoded?: number;
  width?: number;
  /** Layers that it sends. */
  layers?: number;
  /** Messages that the media server has counted. */
  messages?: number;
}

/** A page with one connection. */
export interface PeerPage {
  figures(): Promise<PeerFigures>;
  /** Stops sending one layer of the picture. */
  pauseLayer(rid: string): Promise<void>;
  /** @throws Error when its connection has failed @returns false, to wait on */
  assertAlive(): Promise<false>;
  close(): Promise<void>;
}

const PAGE = `<!doctype html><script type="module">
const create = (iceServers) =>
  (window.connection = new RTCPeerConnection({ iceServers, iceTransportPolicy: iceServers.length > 0 ? 'relay' : 'all' }));
const gathered = (connection) => new Promise((resolve) => {
  const look = () => connection.iceGatheringState === 'complete' && resolve();
  connection.addEventListener('icegatheringstatechange', look);
  look();
});
const add = {
  check(connection) {
    const channel = connection.createDataChannel('check', { ordered: false, maxRetransmits: 0 });
    channel.addEventListener('open', () => channel.send(new Uint8Array(1000)));
    channel.addEventListener('message', ({ data }) => (window.messagesReported = JSON.parse(data).messages));
  },
  watch(connection) {
    for (const kind of ['video', 'audio']) connection.addTransceiver(kind, { direction: 'recvonly' });
  },
  async publish(connection) {
    const media = await navigator.mediaDevices.getUserMedia({ video: { width: 640, height: 360, frameRate: 15 }, audio: true });
    for (const track of media.getTracks()) connection.addTransceiver(track, { direction: 'sendonly' });
  },
  async publishLayers(connection) {
    const media = await navigator.mediaDevices.getUserMedia({ video: { width: 640, height: 360, frameRate: 15 }, audio: true });
    const sendEncodings = [1, 2, 4].map((scaleResolutionDownBy, index) => ({ rid: String(index), scaleResolutionDownBy, maxBitrate: 300_000 }));
    connection.addTransceiver(media.getVideoTracks()[0], { direction: 'sendonly', sendEncodings });
    connection.addTransceiver(media.getAudioTracks()[0], { direction: 'sendonly' });
  },
};
window.pauseLayer = async (rid) => {
  const { sender } = window.connection.getTransceivers()[0];
  const parameters = sender.getParameters();
  parameters.encodings.find((one) => one.rid === rid).active = false;
  await sender.setParameters(parameters);
};
window.begin = async ({ url, token, iceServers, does }) => {
  const connection = create(iceServers);
  await add[does](connection);
  await connection.setLocalDescription();
  await gathered(connection);
  const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/sdp' };
  const answer = await fetch(url, { method: 'POST', headers, body: connection.localDescription.sdp });
  const sdp = await answer.text();
  if (answer.status !== 201) throw new Error('refused with ' + answer.status + ': ' + sdp);
  await connection.setRemoteDescription({ type: 'answer', sdp });
};
window.measure = async () => {
  const figures = { state: window.connection.connectionState, messages: window.messagesReported };
  const stats = new Map(await window.connection.getStats());
  for (const one of stats.values()) {
    if (one.type === 'candidate-pair' && one.nominated && one.state === 'succeeded') {
      const { candidateType, relayProtocol } = stats.get(one.localCandidateId);
      Object.assign(figures, { candidateType, relayProtocol });
    }
    if (one.type === 'inbound-rtp' && one.kind === 'video') Object.assign(figures, { framesDecoded: one.framesDecoded, width: one.frameWidth });
    if (one.type === 'outbound-rtp' && one.kind === 'video') figures.layers = (figures.layers ?? 0) + (one.framesSent > 0 ? 1 : 0);
  }
  return figures;
};
window.gather = async (iceServers) => {
  const connection = create(iceServers);
  const found = [];
  connection.createDataChannel('check');
  connection.addEventListener('icecandidate', ({ candidate }) => candidate?.candidate && found.push(candidate.candidate));
  await connection.setLocalDescription();
  await gathered(connection);
  connection.close();
  return found;
};
window.isReady = true;
</script>`;

/** A browser with a camera of its own that takes any certificate. */
export const openPeerBrowser = async () => {
  const server = createServer((_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${portOf(server)}/`;
  const flags = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream', '--ignore-certificate-errors'];
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: [...CHROMIUM_FLAGS, ...flags] });

  const openPage = async () => {
    const page = await browser.newPage();
    await page.goto(address);
    await page.waitForFunction('window.isReady === true');
    return page;
  };
  return {
    async open(options: PeerPageOptions): Promise<PeerPage> {
      const page = await openPage();
      await page.evaluate(`window.begin(${JSON.stringify(options)})`);
      const figures = (): Promise<PeerFigures> => page.evaluate('window.measure()');
      return {
        figures,
        async pauseLayer(rid) {
          await page.evaluate(`window.pauseLayer(${JSON.stringify(rid)})`);
        },
        async assertAlive() {
          const { state } = await figures();
          if (state === 'failed' || state === 'closed') throw new Error(`the connection is ${state}`);
          return false;
        },
        close: () => page.close(),
      };
    },
    async candidatesWith(iceServers: readonly IceServerView[]): Promise<string[]> {
      const page = await openPage();
      const found: string[] = await page.evaluate(`window.gather(${JSON.stringify(iceServers)})`);
      await page.close();
      return found;
    },
    async close(): Promise<void> {
      await browser.close();
      server.close();
    },
  };
};

export type PeerBrowser = Awaited<ReturnType<typeof openPeerBrowser>>;
