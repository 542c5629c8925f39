import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SettingKey } from '@stagedoor/contract/settings';
import type { WebContext } from '@stagedoor/contract/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A page of the web's table (apps/web/src/app/pages.ts), as far as the server needs it. */
export interface PageFlags {
  path: string;
  cached?: readonly string[];
  inMaintenance?: true;
  inShow?: true;
  beforeAge?: true;
  visitorOnly?: true;
  isSecondAddress?: true;
  onlyWith?: SettingKey;
}

interface ContextProvider {
  set(key: unknown, value: WebContext): void;
}

/**
 * The built web. React Router and the context key come from the build itself: importing them a second time
 * would create different objects.
 */
interface WebBuild {
  entry: {
    module: {
      apiContext: unknown;
      PAGES: Record<string, PageFlags>;
      pageOf(pathname: string): { name: string; page: PageFlags };
      createRequestHandler(build: unknown, mode?: string): (request: Request, context: ContextProvider) => Promise<Response>;
      RouterContextProvider: new () => ContextProvider;
    };
  };
}

/** Renders pages and serves their files. */
export interface WebRenderer {
  pageOf(pathname: string): Promise<PageFlags>;
  /** Every page. */
  pages(): Promise<readonly PageFlags[]>;
  render(request: Request, context: WebContext): Promise<Response>;
  /** In development: serves files through Vite; true when it responded. */
  serveFile?(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
  close(): Promise<void>;
}

const rendererOf = (
  load: () => Promise<WebBuild>,
  mode: 'production' | 'development',
): Pick<WebRenderer, 'pageOf' | 'pages' | 'render'> => ({
  pageOf: async (pathname) => (await load()).entry.module.pageOf(pathname).page,
  pages: async () => Object.values((await load()).entry.module.PAGES),
  render: async (request, context) => {
    const build = await load();
    const { apiContext, createRequestHandler, RouterContextProvider } = build.entry.module;
    const provider = new RouterContextProvider();
    provider.set(apiContext, context);
    return createRequestHandler(build, mode)(request, provider);
  },
});

/**
 * The production build.
 * @param buildDirectory apps/web/build; holds `client` and `server`.
 */
export const loadBuild = async (buildDirectory: string): Promise<WebRenderer> => {
  const build: WebBuild = await import(pathToFileURL(join(buildDirectory, 'server', 'index.js')).href);
  const { apiContext, createRequestHandler, pageOf, PAGES, RouterContextProvider } = build.entry.module;
  const handle = createRequestHandler(build, 'production');
  return {
    pageOf: (pathname) => Promise.resolve(pageOf(pathname).page),
    pages: () => Promise.resolve(Object.values(PAGES)),
    render: (request, context) => {
      const provider = new RouterContextProvider();
      provider.set(apiContext, context);
      return handle(request, provider);
    },
    close: () => Promise.resolve(),
  };
};

/** Serves the web from its source through Vite, with hot reloading. */
export const startVite = async (app: FastifyInstance, webDirectory: string): Promise<WebRenderer> => {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: webDirectory,
    configFile: join(webDirectory, 'vite.config.ts'),
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  const load = () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<WebBuild>;
  return {
    ...rendererOf(load, 'development'),
    serveFile: (request, reply) =>
      new Promise((resolve) => {
        reply.raw.once('finish', () => resolve(true));
        vite.middlewares(request.raw, reply.raw, () => resolve(false));
      }),
    close: () => vite.close(),
  };
};
