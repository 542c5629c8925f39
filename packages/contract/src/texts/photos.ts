import { texts } from './text.ts';

/** Photos by themselves. */
export const photoTexts = texts({
  'photos.title': { en: 'Photos', es: 'Fotos' },
  'photos.page': { en: 'Photo', es: 'Foto' },
  'photos.about': { en: 'About this photo', es: 'Sobre esta foto' },
  'photos.unlock': { en: 'Unlock the photo', es: 'Desbloquear la foto' },
  'photos.more': { en: 'More photos by {{name}}', es: 'Más fotos de {{name}}' },
  'photos.moreOfGallery': { en: 'More of this gallery', es: 'Más de esta galería' },
  'photos.openGallery': { en: 'Open the gallery', es: 'Abrir la galería' },
  'photos.none': { en: 'No photos yet', es: 'Aún no hay fotos' },
  'photos.search': { en: 'Search photos', es: 'Buscar fotos' },
  'photos.new': { en: 'New photos', es: 'Nuevas fotos' },
  'photos.edit': { en: 'Edit photo', es: 'Editar foto' },
  'photos.noneFound': { en: 'No photos found', es: 'Ninguna foto encontrada' },
  'photos.noOwn': { en: 'Your first photos', es: 'Tus primeras fotos' },
  'photos.noOwnText': {
    en: 'Publish them by themselves or in a gallery, free or for a price.',
    es: 'Publícalas solas o en una galería, gratis o con precio.',
  },
  'photos.deleteAsk': { en: 'Delete this photo?', es: '¿Eliminar esta foto?' },
  'photos.alt': { en: 'Description for screen readers (alt text)', es: 'Descripción para lectores de pantalla (texto alternativo)' },
  'photos.altOf': { en: 'Photo {{index}}: description (alt text)', es: 'Foto {{index}}: descripción (texto alternativo)' },
  'photos.number': { en: 'Photo {{index}}', es: 'Foto {{index}}' },
  'photos.where': { en: 'Gallery', es: 'Galería' },
  'photos.alone': { en: 'Not in a gallery', es: 'Fuera de galerías' },
  'photos.galleryHint': {
    en: 'Whoever unlocks the gallery sees them. A price here also sells each photo by itself.',
    es: 'Quien desbloquee la galería las verá. Con un precio aquí, cada foto se vende también por separado.',
  },
  'photos.publish_one': { en: 'Publish photo', es: 'Publicar foto' },
  'photos.publish_other': { en: 'Publish {{count}} photos', es: 'Publicar {{count}} fotos' },
  'photos.published_one': { en: 'Photo published', es: 'Foto publicada' },
  'photos.published_other': { en: '{{count}} photos published', es: '{{count}} fotos publicadas' },
  'photos.by': { en: 'Photo by {{name}}', es: 'Foto de {{name}}' },
});
