import { type GalleryView, type OwnGallery, galleries } from '@stagedoor/contract/galleries';
import { type OwnPhoto, type PhotoView, photos } from '@stagedoor/contract/photos';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteItem, getItem, getOwnItem, listBoughtItems, listItems, listOwnItems } from '../items/index.ts';
import { findVisiblePerformerId } from '../performers/index.ts';
import { listPhotos, updatePhoto, uploadPhoto } from '../photos/index.ts';
import { addPhoto, createGallery, deletePhoto, setGalleryCover, updateGallery } from './save-gallery.ts';

const DONE = { success: true } as const;

export const bindGalleries = (bind: Bind, platform: Platform): void => {
  const own = (call: Call<AccountViewer>, galleryId: string) => getOwnItem<OwnGallery>(platform, 'gallery', call, galleryId);

  bind(galleries, {
    'POST /performer/performer-assets/galleries': async (call, { body }) => {
      const { galleryId } = await createGallery(platform, call.viewer.accountId, body, call.idempotency);
      return own(call, galleryId);
    },
    'GET /performer/performer-assets/galleries/search': (call, { query }) => listOwnItems<OwnGallery>(platform, 'gallery', call, query),
    'GET /performer/performer-assets/galleries/{id}/view': (call, { params }) => own(call, params.id),
    'PUT /performer/performer-assets/galleries/{id}': async (call, { params, body }) => {
      await updateGallery(platform, call.viewer.accountId, params.id, body, call.idempotency);
      return own(call, params.id);
    },
    'DELETE /performer/performer-assets/galleries/{id}': async (call, { params }) => {
      await deleteItem(platform, 'gallery', call.viewer.accountId, params.id, call.idempotency);
      return DONE;
    },
    'GET /performer-assets/galleries/search': (call, { query }) => listItems<GalleryView>(platform, 'gallery', call, query),
    'GET /performer-assets/galleries/purchased': (call, { query }) => listBoughtItems<GalleryView>(platform, 'gallery', call, query),
    'GET /performer-assets/galleries/{id}/view': (call, { params }) => getItem<GalleryView>(platform, 'gallery', call, params.id),
  });

  bind(photos, {
    'GET /performer/performer-assets/photos/search': (call, { query: { galleryId, ...query } }) =>
      listOwnItems<OwnPhoto>(platform, 'photo', call, { ...query, parentId: galleryId }),
    'PUT /performer/performer-assets/photos/{id}': async (call, { params, body }) => {
      await updatePhoto(platform, call.viewer.accountId, params.id, body, call.idempotency);
      return getOwnItem<OwnPhoto>(platform, 'photo', call, params.id);
    },
    'DELETE /performer/performer-assets/photos/{id}': async (call, { params }) => {
      await deletePhoto(platform, call.viewer.accountId, params.id, call.idempotency);
      return DONE;
    },
    'GET /performer-assets/photos/{id}/view': (call, { params }) => getItem<PhotoView>(platform, 'photo', call, params.id),
    'GET /performer-assets/photos': (call, { query: { galleryId, ...query } }) =>
      listPhotos(platform, call, { ...query, parentId: galleryId }),
    'GET /performer-assets/{performerId}/photos': async (call, { params, query: { galleryId, ...query } }) => {
      const performerId = await findVisiblePerformerId(platform, call.viewer, call.country, params.performerId);
      return listPhotos(platform, call, { ...query, parentId: galleryId, performerId });
    },
    'POST /performer/performer-assets/photos/upload': (call, { files }) =>
      uploadPhoto(platform, call.viewer.accountId, files.file[0]!, call.idempotency),
    'POST /performer/performer-assets/photos': async (call, { body }) => {
      const { itemId } = await addPhoto(platform, call.viewer.accountId, body, call.idempotency);
      return getOwnItem<OwnPhoto>(platform, 'photo', call, itemId);
    },
    'POST /performer/performer-assets/photos/set-cover/{id}': async (call, { params }) => {
      const { galleryId } = await setGalleryCover(platform, call.viewer.accountId, params.id, call.idempotency);
      return own(call, galleryId);
    },
  });
};
