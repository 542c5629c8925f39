import { join } from 'node:path';
import type {} from '@fastify/cookie';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Admit } from '../http/admission.ts';
import type { Platform } from '../platform.ts';
import { type CrawlerSources, registerCrawlers } from './crawlers.ts';
import { type PageOptions, createPageHandler } from './serve-page.ts';
import { registerSiteIcons } from './site-icons.ts';
import { type WebRenderer, loadBuild, startVite } from './web-build.ts';

export interface WebOptions extends PageOptions {
  platform: Pick<Platform, 'config' | 'database' | 'settings' | 'ageCookies' | 'clock' | 'sessions' | 'quiet' | 'storage'>;
  admit: Admit;
  crawlers: CrawlerSources;
  /** apps/web/build, after `npm run build -w apps/web`. */
  buildDirectory: string;
}

/** Serves the files of the build: those named by their content for a year, the others for an hour. */
const serveBuild = async (app: FastifyInstance, buildDirectory: string): Promise<void> => {
  await app.register(fastifyStatic, {
    root: join(buildDirectory, 'client', 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
  });
  await app.register(fastifyStatic, {
    root: join(buildDirectory, 'client'),
    prefix: '/',
    decorateReply: false,
    wildcard: false,
    globIgnore: ['assets/**', '.vite/**'],
    maxAge: '1h',
  });
};

/**
 * Serves the web: immutable built files, and pages rendered by React Router. Visitors' pages are rendered
 * without a session and cached by what they show; pages of signed-in users are never cached.
 */
export const registerWeb = async (app: FastifyInstance, options: WebOptions): Promise<void> => {
  const { platform, buildDirectory, dev } = options;
  const renderer: WebRenderer = dev ? await startVite(app, dev) : await loadBuild(buildDirectory);
  app.addHook('onClose', () => renderer.close());
  const servePage = createPageHandler(app, renderer, options);
  if (!dev) await serveBuild(app, buildDirectory);
  registerCrawlers(app, { platform, admit: options.admit, pages: renderer.pages, crawlers: options.crawlers });
  registerSiteIcons(app, platform, dev ? join(dev, 'public', 'favicon.svg') : join(buildDirectory, 'client', 'favicon.svg'));
  app.get('/*', servePage);
};
