import { texts } from './text.ts';

/** Texts of the front page, which visitors see. */
export const frontTexts = texts({
  'front.headline': { en: 'Closer than the front row.', es: 'Más cerca que la primera fila.' },
  'front.lead': {
    en: 'Musicians, dancers, cooks and makers perform live on {{site}} and share the work behind it. Watch public shows for free. Subscribe or tip when you want more.',
    es: 'Músicos, bailarines, cocineros y artesanos actúan en directo en {{site}} y comparten el trabajo que hay detrás. Mira gratis los directos públicos. Suscríbete o deja una propina cuando quieras más.',
  },
  'front.join': { en: 'Join free', es: 'Únete gratis' },
  'front.lookAround': { en: 'Look around first', es: 'Echar un vistazo' },
  'front.noCard': { en: 'No card needed to join.', es: 'No hace falta tarjeta.' },
  'front.watch': { en: 'Watch free', es: 'Ver gratis' },
  'front.meet': { en: 'See profile', es: 'Ver perfil' },
  'front.onNow': { en: 'On stage now', es: 'Ahora en directo' },
  'front.allLive_one': { en: '{{count}} live', es: '{{count}} en directo' },
  'front.allLive_other': { en: 'All {{count}} live', es: 'Los {{count}} en directo' },
  'front.performers': { en: 'Performers to discover', es: 'Artistas por descubrir' },
  'front.allPerformers': { en: 'All performers', es: 'Todos los artistas' },
  'front.how': { en: 'How it works', es: 'Cómo funciona' },
  'front.step1': { en: 'Watch for free', es: 'Mira gratis' },
  'front.step1Text': {
    en: 'Public shows and free posts are open to everyone. No account needed.',
    es: 'Los directos públicos y las publicaciones gratuitas están abiertos a todos, sin cuenta.',
  },
  'front.step2': { en: 'Follow, or subscribe', es: 'Sigue o suscríbete' },
  'front.step2Text': {
    en: 'Following is free. You can cancel a subscription at any time.',
    es: 'Seguir es gratis. Puedes cancelar una suscripción cuando quieras.',
  },
  'front.step2From': {
    en: 'Following is free. Subscriptions start at {{price}} a month. Cancel at any time.',
    es: 'Seguir es gratis. Las suscripciones empiezan en {{price}} al mes. Cancela cuando quieras.',
  },
  'front.step3': { en: 'Pay only for what you choose', es: 'Paga solo lo que elijas' },
  'front.step3Text': {
    en: 'Every button shows the final price in tokens and in money. 1 token is {{money}}.',
    es: 'Cada botón muestra el precio final en tokens y en dinero. 1 token son {{money}}.',
  },
  'front.perform': { en: 'Do you perform?', es: '¿Actúas?' },
  'front.performText': {
    en: 'Go live from your browser, sell your work and set your own prices.',
    es: 'Emite desde el navegador, vende tu trabajo y pon tus propios precios.',
  },
  'front.apply': { en: 'Apply to perform', es: 'Quiero actuar' },
});
