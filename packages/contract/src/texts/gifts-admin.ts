import { texts } from './text.ts';

/** Texts of the administration of gifts and emoji. */
export const giftAdminTexts = texts({
  'siteGifts.lead': {
    en: 'The gifts that every fan can send to every performer, in this order. Performers can also add their own.',
    es: 'Los regalos que cualquier fan puede enviar a cualquier artista, en este orden. Los artistas pueden añadir los suyos.',
  },
  'siteGifts.tabs': { en: 'Gifts or emoji', es: 'Regalos o emojis' },
  'siteGifts.gifts': { en: 'Gifts', es: 'Regalos' },
  'siteGifts.emoji': { en: 'Emoji', es: 'Emojis' },
  'siteGifts.newGift': { en: 'New gift', es: 'Nuevo regalo' },
  'siteGifts.editGift': { en: 'Edit gift', es: 'Editar regalo' },
  'siteGifts.newEmoji': { en: 'New emoji', es: 'Nuevo emoji' },
  'siteGifts.editEmoji': { en: 'Edit emoji', es: 'Editar emoji' },
  'siteGifts.none': { en: 'No gifts yet', es: 'Aún no hay regalos' },
  'siteGifts.noneText': { en: 'Fans can still send tips.', es: 'Los fans pueden seguir dando propinas.' },
  'siteGifts.noEmoji': { en: 'No emoji yet', es: 'Aún no hay emojis' },
  'siteGifts.off': { en: 'Off', es: 'Desactivado' },
  'siteGifts.free': { en: 'Free', es: 'Gratis' },
  'siteGifts.active': { en: 'Available to fans', es: 'Disponible para fans' },
  'siteGifts.activeEmoji': { en: 'Available in chat', es: 'Disponible en el chat' },
  'siteGifts.keepPicture': { en: 'Leave empty to keep the picture.', es: 'Déjalo vacío para conservar la imagen.' },
  'siteGifts.symbol': { en: 'Emoji', es: 'Emoji' },
  'siteGifts.code': { en: 'Code', es: 'Código' },
  'siteGifts.codeHint': {
    en: '2 to 32 characters: lowercase letters, digits and hyphens.',
    es: 'De 2 a 32 caracteres: minúsculas, cifras y guiones.',
  },
  'siteGifts.emojiPriceHint': { en: 'Leave empty for a free emoji.', es: 'Déjalo vacío para que sea gratis.' },
  'siteGifts.savedEmoji': { en: 'Emoji saved', es: 'Emoji guardado' },
  'siteGifts.up': { en: 'Move up', es: 'Subir' },
  'siteGifts.down': { en: 'Move down', es: 'Bajar' },
  'siteGifts.edit': { en: 'Edit', es: 'Editar' },
});
