import { texts } from './text.ts';

/** Muting and blocking performers. */
export const hidingTexts = texts({
  'hiding.mute': { en: 'Mute {{name}}', es: 'Silenciar a {{name}}' },
  'hiding.unmute': { en: 'Unmute {{name}}', es: 'Dejar de silenciar a {{name}}' },
  'hiding.unmuteShort': { en: 'Unmute', es: 'No silenciar' },
  'hiding.block': { en: 'Block {{name}}', es: 'Bloquear a {{name}}' },
  'hiding.unblock': { en: 'Unblock {{name}}', es: 'Desbloquear a {{name}}' },
  'hiding.unblockShort': { en: 'Unblock', es: 'Desbloquear' },
  'hiding.muted': {
    en: '{{name}} is muted: no longer on your home page or in your notifications.',
    es: 'Has silenciado a {{name}}: ya no aparece en tu inicio ni en tus notificaciones.',
  },
  'hiding.blocked': { en: '{{name}} is blocked.', es: 'Has bloqueado a {{name}}.' },
  'hiding.shown': { en: 'You’ll see {{name}} again.', es: 'Volverás a ver a {{name}}.' },
  'hiding.blockTitle': { en: 'Block {{name}}?', es: '¿Bloquear a {{name}}?' },
  'hiding.blockText': {
    en: 'You won’t see each other any more, and you can’t message or pay each other. You’ll stop following, and a subscription won’t renew. Nothing you paid is refunded. You can unblock in your account.',
    es: 'Dejaréis de veros y no podréis escribiros ni pagaros. Dejarás de seguir a este artista y tu suscripción no se renovará. No se devuelve nada de lo pagado. Puedes desbloquear desde tu cuenta.',
  },
  'hiding.blockNow': { en: 'Block', es: 'Bloquear' },
  'hiding.title': { en: 'Muted and blocked', es: 'Silenciados y bloqueados' },
  'hiding.lead': {
    en: 'Muted performers are left out of your home page and notifications. Blocked ones and you don’t see each other.',
    es: 'Los artistas silenciados no aparecen en tu inicio ni en tus notificaciones. Los bloqueados y tú no os veis.',
  },
  'hiding.nobody': { en: 'Nobody', es: 'Nadie' },
  'hiding.nobodyText': {
    en: 'Mute or block a performer from the menu on a profile or a post.',
    es: 'Silencia o bloquea a un artista desde el menú de su perfil o de una publicación.',
  },
  'hiding.since.muted': { en: 'muted on {{date}}', es: 'silenciado el {{date}}' },
  'hiding.since.blocked': { en: 'blocked on {{date}}', es: 'bloqueado el {{date}}' },
});
