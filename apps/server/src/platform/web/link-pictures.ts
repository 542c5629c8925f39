import { isId } from '@stagedoor/contract/ids.values';
import { LINK_PICTURES } from '@stagedoor/contract/link-pictures.values';
import type { FastifyInstance } from 'fastify';
import { VISITOR } from '../auth/viewer.ts';
import type { Caller } from '../caller.ts';
import { CodedError } from '../errors.ts';
import type { Admit } from '../http/admission.ts';
import { localeOf } from '../http/locale.ts';
import { contentTypeOf } from '../storage/files.routes.ts';
import type { Storage } from '../storage/storage.ts';
import { keyOfAddress } from '../storage/url-signer.ts';

/**
 * The address of the picture of a profile or an item as it is now.
 * @param of the second segment of its lasting address
 * @throws CodedError NOT_FOUND where this caller may not see it, or there is none
 */
export type LinkPictureOf = (of: string, id: string, caller: Caller) => Promise<string>;

/**
 * Serves the pictures of links at addresses that last (packages/contract/src/link-pictures.values.ts): always what a visitor may see at this moment, so it is
 * asked again each time. Whoever is signed in gets the same.
 */
export const registerLinkPictures = (
  app: FastifyInstance,
  { storage, admit, pictureOf }: { storage: Storage; admit: Admit; pictureOf: LinkPictureOf },
): void => {
  app.get<{ Params: { of: string; id: string } }>(`/${LINK_PICTURES}/:of/:id`, async (request, reply) => {
    const { country } = await admit(request, { who: 'public' });
    const { of, id } = request.params;
    if (!isId(id)) throw new CodedError('NOT_FOUND');
    const address = await pictureOf(of, id, { viewer: VISITOR, country, locale: localeOf(request) });
    const key = keyOfAddress(address);
    reply.header('cache-control', 'private, no-cache');
    // Not a file: the picture of those without one.
    if (key === null) return reply.redirect(address);
    const { bytes, stream } = await storage.open(key);
    return (
      reply
        .header('content-type', contentTypeOf(key))
        .header('content-length', bytes)
        .header('content-security-policy', "default-src 'none'; sandbox")
        // Other sites show it.
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(stream)
    );
  });
};
