import type { FastifyInstance } from 'fastify';
import { CodedError } from '../errors.ts';
import type { Storage } from './storage.ts';

/** Folder of the branding's pictures in storage, and their path on the site. */
export const BRANDING_FOLDER = 'branding';
const NAME = /^[0-9a-f-]{36}\.(webp|png)$/;

/** The storage key of a branding URL in a setting; null for any other URL. */
export const brandingKeyOf = (address: string): string | null => {
  const name = address.startsWith(`/${BRANDING_FOLDER}/`) ? address.slice(BRANDING_FOLDER.length + 2) : '';
  return NAME.test(name) ? `${BRANDING_FOLDER}/${name}` : null;
};

/** Serves the branding's pictures: public and immutable, because names are never reused. */
export const registerBranding = (app: FastifyInstance, storage: Storage): void => {
  app.get<{ Params: { name: string } }>(`/${BRANDING_FOLDER}/:name`, async (request, reply) => {
    const key = brandingKeyOf(request.url.split('?')[0]!);
    if (!key) throw new CodedError('NOT_FOUND');
    const { stream, bytes } = await storage.open(key);
    return reply
      .header('content-type', key.endsWith('.png') ? 'image/png' : 'image/webp')
      .header('content-length', bytes)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(stream);
  });
};
