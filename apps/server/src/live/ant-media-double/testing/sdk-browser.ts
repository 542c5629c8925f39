import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Page, chromium } from 'playwright-core';
import { portOf } from '../../../platform/bound-port.ts';
import { CHROMIUM, CHROMIUM_FLAGS } from '../../../testing/chromium.ts';

/** One thing that the SDK said to its page. */
export interface SdkEvent {
  name: string;
  isError: boolean;
  fields: Record<string, unknown>;
}

export interface SdkClient {
  page: Page;
  /** Calls a method of the SDK. */
  call(method: string, ...values: readonly unknown[]): Promise<void>;
  /** Names of what the SDK said so far, errors with an exclamation mark. */
  said(): string[];
  events: readonly SdkEvent[];
  /** Pictures that the page's player showed, and the width of the last one. */
  shown(): Promise<{ frames: number; width: number; sounds: number }>;
  close(): Promise<void>;
}

/** The ES module and not the main file, which Node takes for a module although it is none. */
const SDK = join(dirname(fileURLToPath(import.meta.resolve('@antmedia/webrtc_adaptor'))), 'es');

const PAGE = `<!doctype html><video id="local" muted autoplay playsinline></video><video id="remote" muted autoplay playsinline></video>
<script type="module">
import { WebRTCAdaptor } from '/sdk/webrtc_adaptor.js';
WebRTCAdaptor.pluginInitMethods = [];
const plain = (value) => { try { return JSON.parse(JSON.stringify(value ?? {})); } catch { return {}; } };
window.start = (url, isPlayMode) => {
  window.adaptor = new WebRTCAdaptor({
    websocket_url: url,
    isPlayMode,
    mediaConstraints: isPlayMode ? { video: false, audio: false } : { video: { width: 640, height: 360 }, audio: true },
    ...(isPlayMode ? { remoteVideoId: 'remote' } : { localVideoId: 'local' }),
    sdp_constraints: { OfferToReceiveAudio: isPlayMode, OfferToReceiveVideo: isPlayMode },
    callback: (name, fields) => window.hear(name, false, plain(name === 'newTrackAvailable' ? { trackId: fields.trackId } : fields)),
    callbackError: (name, fields) => window.hear(String(name), true, plain(fields)),
  });
};
window.shown = async () => {
  const video = document.querySelector('#remote');
  const peers = Object.values(window.adaptor.remotePeerConnection);
  let sounds = 0;
  for (const peer of peers) for (const [, one] of (await peer?.getStats()) ?? [])
    if (one.type === 'inbound-rtp' && one.kind === 'audio') sounds += one.packetsReceived;
  return { frames: video.getVideoPlaybackQuality().totalVideoFrames, width: video.videoWidth, sounds };
};
window.isReady = true;
</script>`;

const serveSdk = async () => {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (!path.startsWith('/sdk/')) return void response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
    readFile(join(SDK, basename(path))).then(
      (file) => response.writeHead(200, { 'content-type': 'text/javascript' }).end(file),
      () => response.writeHead(404).end(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

/** A browser with fake cameras, in which pages use Ant Media's own SDK. */
export const openSdkBrowser = async () => {
  const server = await serveSdk();
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: [...CHROMIUM_FLAGS, '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream=device-count=1,fps=15'],
  });
  return {
    /** Opens a page whose SDK connects to `url`, and waits until it has. */
    async open(url: string, { isPlayMode = false }: { isPlayMode?: boolean } = {}): Promise<SdkClient> {
      const page = await browser.newPage();
      const events: SdkEvent[] = [];
      let whenInitialized = (): void => {};
      const initialized = new Promise<void>((resolve) => (whenInitialized = resolve));
      await page.exposeFunction('hear', (name: string, isError: boolean, fields: Record<string, unknown>) => {
        events.push({ name, isError, fields });
        if (name === 'initialized') whenInitialized();
      });
      await page.goto(`http://127.0.0.1:${portOf(server)}/`);
      await page.waitForFunction('window.isReady === true');
      await page.evaluate(`window.start(${JSON.stringify(url)}, ${isPlayMode})`);
      await initialized;
      return {
        page,
        events,
        async call(method, ...values) {
          await page.evaluate(`void window.adaptor[${JSON.stringify(method)}](...${JSON.stringify(values)})`);
        },
        said: () => events.map(({ name, isError }) => `${name}${isError ? '!' : ''}`),
        shown: () => page.evaluate('window.shown()'),
        close: () => page.close(),
      };
    },
    async close(): Promise<void> {
      await browser.close();
      server.close();
      server.closeAllConnections();
    },
  };
};

export type SdkBrowser = Awaited<ReturnType<typeof openSdkBrowser>>;
