import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
import { portOf } from '../../platform/bound-port.ts';
import { CHROMIUM, CHROMIUM_FLAGS } from '../../testing/chromium.ts';

const HLS = readFileSync(createRequire(import.meta.url).resolve('hls.js/dist/hls.light.min.js'), 'utf8');

const page = (
  url: string,
  token: string,
): string => `<!doctype html><video muted autoplay playsinline></video><script>${HLS}</script><script>
const hls = new Hls({ lowLatencyMode: true, xhrSetup: (request) => request.setRequestHeader('authorization', 'Bearer ${token}') });
hls.on(Hls.Events.ERROR, (_, { fatal, type, details }) => {
  if (!fatal) return;
  if (type === Hls.ErrorTypes.NETWORK_ERROR) setTimeout(() => hls.loadSource('${url}'), 500);
  else window.failure = details;
});
hls.loadSource('${url}');
hls.attachMedia(document.querySelector('video'));
</script>`;

/** A viewer in Chromium, on an empty page: watches by hls.js. It asks again while the show isn't on air. @throws when the browser doesn't start */
export const watchHlsInBrowser = async (url: string, token: string) => {
  const server = createServer((_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(page(url, token)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: [...CHROMIUM_FLAGS] });
  const tab = await browser.newPage();
  await tab.goto(`http://127.0.0.1:${portOf(server)}/`);
  let [pictures, failure]: [number, string | undefined] = [0, undefined];
  const timer = setInterval(() => {
    tab
      .evaluate<{ frames: number; failed?: string }>(
        `({ frames: document.querySelector('video').getVideoPlaybackQuality().totalVideoFrames, failed: window.failure })`,
      )
      .then(({ frames, failed }) => ([pictures, failure] = [frames, failed]))
      .catch(() => undefined);
  }, 200);
  return {
    /** Pictures that were decoded for it. */
    pictures: () => pictures,
    refusal(): undefined {
      if (failure !== undefined) throw new Error(`the browser doesn't play: ${failure}`);
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await browser.close();
      server.close();
      server.closeAllConnections();
    },
  };
};
