import { texts } from './text.ts';

/** What is said of paying: mails of renewals, orders, coupons. */
export const moneyInTexts = texts({
  'mail.renewalSoon.subject': {
    en: 'Your subscription to {{performer}} renews on {{date}}',
    es: 'Tu suscripción a {{performer}} se renueva el {{date}}',
  },
  'mail.renewalSoon.text': {
    en: 'Hello {{name}},\n\nyour subscription to {{performer}} renews on {{date}} for {{tokens}} tokens ({{money}}).\n\nIf you don’t want that, cancel it before; you keep access until then:\n{{url}}/subscriptions',
    es: 'Hola, {{name}}:\n\ntu suscripción a {{performer}} se renueva el {{date}} por {{tokens}} tokens ({{money}}).\n\nSi no lo quieres, cancélala antes; conservas el acceso hasta entonces:\n{{url}}/subscriptions',
  },
  'mail.renewalFailed.subject': {
    en: 'Your subscription to {{performer}} couldn’t be renewed',
    es: 'No se ha podido renovar tu suscripción a {{performer}}',
  },
  'mail.renewalFailed.text': {
    en: 'Hello {{name}},\n\nyour wallet didn’t hold the {{tokens}} tokens ({{money}}) that your subscription to {{performer}} costs. We try again each day; until {{date}} you keep access.\n\nTop up your wallet:\n{{url}}/wallet',
    es: 'Hola, {{name}}:\n\ntu monedero no tenía los {{tokens}} tokens ({{money}}) que cuesta tu suscripción a {{performer}}. Lo intentamos de nuevo cada día; hasta el {{date}} conservas el acceso.\n\nRecarga tu monedero:\n{{url}}/wallet',
  },
});
