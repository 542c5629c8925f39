import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { isAgeGate } from '@stagedoor/contract/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { VISITOR } from '../auth/viewer.ts';
import { CodedError } from '../errors.ts';
import type { Admit } from '../http/admission.ts';
import { gateOf } from '../http/gate.ts';
import type { Platform } from '../platform.ts';
import { type CrawlScope, robotsText, sitePaths } from './robots.ts';
import { type SitemapAddress, type SitemapSource, createSitemap } from './sitemap.ts';
import type { PageFlags } from './web-build.ts';

export interface CrawlerSources {
  /** Whether the site shows invented people: nothing of it is for search engines. */
  isDemo: () => Promise<boolean>;
  /** The pages that the owner wrote. */
  writtenPages: () => Promise<readonly SitemapAddress[]>;
  sources: readonly SitemapSource[];
}

/** The part of the site's own pages. */
const SITE = 'site';
const decompress = promisify(gunzip);

/**
 * Serves /robots.txt and /sitemap.xml. What a crawler may read is what a visitor from its country may: in maintenance, in a blocked country
 * and on a demo nothing, and before the age gate information about the site alone.
 */
export const registerCrawlers = (
  app: FastifyInstance,
  {
    platform,
    admit,
    pages,
    crawlers: { isDemo, writtenPages, sources },
  }: {
    platform: Pick<Platform, 'settings' | 'ageCookies' | 'config' | 'clock'>;
    admit: Admit;
    pages: () => Promise<readonly PageFlags[]>;
    crawlers: CrawlerSources;
  },
): void => {
  const { settings, config, clock } = platform;
  const origin = config.publicUrl;
  const sitemap = createSitemap({ sources, origin, now: () => clock.now().getTime() });

  const scopeFor = async (request: FastifyRequest): Promise<CrawlScope> => {
    const { country } = await admit(request, { who: 'public', open: 'always' });
    // No cookies: a crawler confirms nothing, and whoever looks at what crawlers get should see the same.
    const gate = gateOf(platform, { viewer: VISITOR, country, cookies: {} });
    if (gate === 'maintenance' || gate === 'country' || (await isDemo())) return 'nothing';
    return isAgeGate(gate) ? 'information' : 'everything';
  };

  const siteAddresses = async (scope: CrawlScope): Promise<SitemapAddress[]> => [
    ...sitePaths(await pages(), scope, (key) => settings.get(key) === true).map((path) => ({ path, changedAt: null })),
    ...(await writtenPages()),
  ];

  // Answers depend on the country of the address that asks: no proxy may share them.
  const CACHE_CONTROL = 'private, max-age=3600';

  app.get('/robots.txt', async (request, reply) => {
    const text = robotsText(await pages(), await scopeFor(request), origin);
    return reply.type('text/plain; charset=utf-8').header('cache-control', CACHE_CONTROL).send(text);
  });

  const sendXml = async (request: FastifyRequest, reply: FastifyReply, body: Buffer): Promise<FastifyReply> => {
    const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    if (takesGzip) reply.header('content-encoding', 'gzip');
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', CACHE_CONTROL)
      .header('vary', 'accept-encoding')
      .send(takesGzip ? body : await decompress(body));
  };

  app.get<{ Querystring: { part?: unknown; after?: unknown } }>('/sitemap.xml', async (request, reply) => {
    const scope = await scopeFor(request);
    const { part, after } = request.query;
    const isText = (value: unknown): value is string | undefined => value === undefined || typeof value === 'string';
    if (scope === 'nothing' || !isText(part) || !isText(after)) throw new CodedError('NOT_FOUND');
    if (part === undefined) return sendXml(request, reply, await sitemap.index([SITE], scope === 'everything'));
    if (part === SITE) return sendXml(request, reply, await sitemap.own(scope, () => siteAddresses(scope)));
    if (scope !== 'everything') throw new CodedError('NOT_FOUND');
    return sendXml(request, reply, await sitemap.part(part, after));
  });
};
