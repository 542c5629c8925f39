import type { Duplex } from 'node:stream';
import type { TestApp } from '@stagedoor/server/testing/test-app';
import type { Visit } from './browser.ts';

/** What the browser logs for each request without a network. */
const OFFLINE = /ERR_INTERNET_DISCONNECTED/;

/** The networks of those who visit a site. */
export interface Network {
  /** Takes a page's network away until the returned function is called. */
  cut(visit: Visit): Promise<() => Promise<void>>;
}

/** Watches a site's real-time connections: Chromium's own switch leaves an open WebSocket alone, so they are cut at the site, for all who visit it. */
export const watchNetwork = (app: TestApp): Network => {
  const open = new Set<Duplex>();
  app.server.server.on('upgrade', (_request, socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return {
    async cut({ page, expectErrors }) {
      expectErrors(OFFLINE);
      await page.context().setOffline(true);
      for (const socket of open) socket.destroy();
      await page.getByText('You are offline').waitFor();
      return async () => {
        await page.context().setOffline(false);
      };
    },
  };
};
