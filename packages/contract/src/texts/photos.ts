import { texts } from './text.ts';

/** Photos by themselves. */
export const photoTexts = texts({
  'photos.title': { en: 'Photos', es: 'Fotos' },
  'photos.by': { en: 'Photo by {{name}}', es: 'Foto de {{name}}' },
});
