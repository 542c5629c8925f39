import { texts } from './text.ts';

/** Texts of the administration of gifts and emoji. */
export const giftAdminTexts = texts({
  'siteGifts.lead': {
    en: 'What every fan can give to every performer, in this order. Performers have gifts of their own besides.',
    es: 'Lo que cada fan puede dar a cada artista, en este orden. Además, los artistas tienen regalos propios.',
  },
  'siteGifts.tabs': { en: 'Gifts or emoji', es: 'Regalos o emojis' },
  'siteGifts.gifts': { en: 'Gifts', es: 'Regalos' },
  'siteGifts.emoji': { en: 'Emoji', es: 'Emojis' },
  'siteGifts.newGift': { en: 'New gift', es: 'Nuevo regalo' },
  'siteGifts.editGift': { en: 'Change gift', es: 'Cambiar el regalo' },
  'siteGifts.newEmoji': { en: 'New emoji', es: 'Nuevo emoji' },
  'siteGifts.editEmoji': { en: 'Change emoji', es: 'Cambiar el emoji' },
  'siteGifts.none': { en: 'No gifts yet', es: 'Aún no hay regalos' },
  'siteGifts.noneText': { en: 'Fans can tip all the same.', es: 'Los fans pueden dar propinas igualmente.' },
  'siteGifts.noEmoji': { en: 'No emoji yet', es: 'Aún no hay emojis' },
  'siteGifts.off': { en: 'Off', es: 'Desactivado' },
  'siteGifts.free': { en: 'Free', es: 'Gratis' },
  'siteGifts.active': { en: 'Can be given', es: 'Se puede dar' },
  'siteGifts.activeEmoji': { en: 'In the chat', es: 'En el chat' },
  'siteGifts.keepPicture': { en: 'Leave empty to keep the picture.', es: 'Déjalo vacío para conservar la imagen.' },
  'siteGifts.symbol': { en: 'Emoji', es: 'Emoji' },
  'siteGifts.code': { en: 'Code', es: 'Código' },
  'siteGifts.codeHint': {
    en: 'Small letters, digits, hyphens; 2 to 32.',
    es: 'Minúsculas, cifras y guiones; de 2 a 32.',
  },
  'siteGifts.emojiPriceHint': { en: 'Empty: it costs nothing.', es: 'Vacío: no cuesta nada.' },
  'siteGifts.savedEmoji': { en: 'Emoji saved', es: 'Emoji guardado' },
  'siteGifts.up': { en: 'Up', es: 'Subir' },
  'siteGifts.down': { en: 'Down', es: 'Bajar' },
  'siteGifts.edit': { en: 'Change', es: 'Cambiar' },
});
