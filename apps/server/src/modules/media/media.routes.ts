import { MAX_MEDIA_FILES, type MediaItem, media } from '@stagedoor/contract/media';
import { FieldsError } from '../../platform/errors.ts';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteMedia } from './delete-media.ts';
import { captionMedia } from './caption-media.ts';
import { getMedia, listMedia, listUploaded } from './media.queries.ts';
import { updateMedia } from './update-media.ts';
import { uploadMedia } from './upload-media.ts';

export const bindMedia = (bind: Bind, platform: Platform): void => {
  const itemOf = async (ownerId: string, id: string): Promise<MediaItem> => {
    const { uses: _uses, ...item } = await getMedia(platform, ownerId, id);
    return item;
  };
  bind(media, {
    'GET /performer/media-libraries/search': (call, { query }) => listMedia(platform, call.viewer.accountId, query),
    'POST /performer/media-libraries/upload': async (call, { body, files }) => {
      const { fileId } = await uploadMedia(platform, call.viewer.accountId, files.file[0]!, body.name, call.idempotency);
      return itemOf(call.viewer.accountId, fileId);
    },
    'GET /performer/media-libraries/uploaded': async (call, { query }) => ({
      data: await listUploaded(platform, call.viewer.accountId, query.ids),
    }),
    'GET /performer/media-libraries/{id}': (call, { params }) => getMedia(platform, call.viewer.accountId, params.id),
    'PUT /performer/media-libraries/{id}': async (call, { params, body }) => {
      await updateMedia(platform, call.viewer.accountId, params.id, body, call.idempotency);
      return itemOf(call.viewer.accountId, params.id);
    },
    'PUT /performer/media-libraries/{id}/captions': async (call, { params, body, files }) => {
      await captionMedia(platform, call.viewer.accountId, params.id, { locale: body.locale, file: files.file[0]! }, call.idempotency);
      return itemOf(call.viewer.accountId, params.id);
    },
    'DELETE /performer/media-libraries/{id}/captions/{locale}': async (call, { params }) => {
      await captionMedia(platform, call.viewer.accountId, params.id, { locale: params.locale, file: null }, call.idempotency);
      return itemOf(call.viewer.accountId, params.id);
    },
    'DELETE /performer/media-libraries/{id}': (call, { params, body }) =>
      deleteMedia(platform, call.viewer.accountId, [params.id], body.confirmed, call.idempotency),
    'DELETE /performer/media-libraries': (call, { query, body }) => {
      const ids = [...new Set([...(query.ids ?? []), ...body.ids])];
      if (ids.length === 0) throw new FieldsError([{ property: 'ids', rule: 'required' }]);
      if (ids.length > MAX_MEDIA_FILES) throw new FieldsError([{ property: 'ids', rule: 'tooMany', values: { maximum: MAX_MEDIA_FILES } }]);
      return deleteMedia(platform, call.viewer.accountId, ids, query.confirmed || body.confirmed, call.idempotency);
    },
  });
};
