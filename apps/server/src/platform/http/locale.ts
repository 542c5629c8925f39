import { isRecord } from '@stagedoor/contract/keys.values';
import type {} from '@fastify/cookie';
import type { Locale } from '@stagedoor/contract/texts/text';
import type { FastifyRequest } from 'fastify';
import { chooseLocale } from '../texts.ts';

/** The language of a request: its `locale` query, else the cookie's, else what the browser prefers. */
export const localeOf = (request: FastifyRequest): Locale => {
  const locale = isRecord(request.query) ? request.query['locale'] : undefined;
  const cookies: FastifyRequest['cookies'] | undefined = request.cookies;
  return chooseLocale(
    typeof locale === 'string' ? locale : undefined,
    // A request that could not even be parsed has no cookies yet.
    cookies?.['locale'],
    request.headers['accept-language'],
  );
};
