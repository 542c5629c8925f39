import { texts } from './text.ts';

/** Reels: their full-height page, and how performers publish them. */
export const reelTexts = texts({
  'reels.title': { en: 'Reels', es: 'Reels' },
  'reels.noneFor': { en: 'No reels found for “{{q}}”', es: 'Ningún reel para «{{q}}»' },
  'reels.by': { en: 'Reel by {{name}}', es: 'Reel de {{name}}' },
});
