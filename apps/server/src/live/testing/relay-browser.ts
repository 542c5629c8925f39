import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IceServerView } from '@stagedoor/contract/streams';
import { chromium } from 'playwright-core';
import { portOf } from '../../platform/bound-port.ts';
import { CHROMIUM, CHROMIUM_FLAGS } from '../../testing/chromium.ts';

interface RelayPageOptions {
  url: string;
  token: string;
  iceServers: readonly IceServerView[];
  does: 'publish' | 'watch' | 'check';
}

/** Figures of a page's connection, absent until they are known. */
interface RelayFigures {
  state: string;
  candidateType?: string;
  relayProtocol?: string;
  framesDecoded?: number;
  /** Messages that the media server has counted. */
  messages?: number;
}

/** A page whose browser may connect through a relay alone. */
export interface RelayPage {
  figures(): Promise<RelayFigures>;
  /** @throws Error when its connection has failed @returns false, to wait on */
  assertAlive(): Promise<false>;
  close(): Promise<void>;
}

const PAGE = `<!doctype html><script type="module">
const create = (iceServers) => (window.connection = new RTCPeerConnection({ iceServers, iceTransportPolicy: 'relay' }));
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
    if (one.type === 'inbound-rtp' && one.kind === 'video') figures.framesDecoded = one.framesDecoded;
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
export const openRelayBrowser = async () => {
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
    async open(options: RelayPageOptions): Promise<RelayPage> {
      const page = await openPage();
      await page.evaluate(`window.begin(${JSON.stringify(options)})`);
      const figures = (): Promise<RelayFigures> => page.evaluate('window.measure()');
      return {
        figures,
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

export type RelayBrowser = Awaited<ReturnType<typeof openRelayBrowser>>;
