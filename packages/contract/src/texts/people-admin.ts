import { texts } from './text.ts';

/** Texts of the administration of people, and of takedown notices. */
export const peopleAdminTexts = texts({
  'people.suspension.rules': { en: 'The site’s rules were broken.', es: 'Se han incumplido las normas del sitio.' },
  'people.suspension.fraud': { en: 'There are signs of fraud.', es: 'Hay indicios de fraude.' },
  'people.suspension.underage': { en: 'The age could not be confirmed.', es: 'No se ha podido confirmar la edad.' },
  'people.suspension.impersonation': { en: 'The account passes for someone else.', es: 'La cuenta se hace pasar por otra persona.' },
  'people.suspension.chargebacks': { en: 'Payments were charged back.', es: 'Se han devuelto pagos.' },
  'people.suspension.ownWish': { en: 'You asked for it.', es: 'Lo has pedido tú.' },
  'people.suspension.other': { en: 'Another reason.', es: 'Otro motivo.' },
  'mail.accountSuspended.subject': { en: 'Your {{siteName}} account is suspended', es: 'Tu cuenta de {{siteName}} está suspendida' },
  'mail.accountSuspended.text': {
    en: 'Hello {{name}},\n\nyour account @{{username}} is suspended:\n{{reason}}\n\nIf you think this is a mistake, write to us:\n{{url}}/contact',
    es: 'Hola, {{name}}:\n\ntu cuenta @{{username}} está suspendida:\n{{reason}}\n\nSi crees que es un error, escríbenos:\n{{url}}/contact',
  },
  'mail.accountRestored.subject': { en: 'Your {{siteName}} account is open again', es: 'Tu cuenta de {{siteName}} vuelve a estar abierta' },
  'mail.accountRestored.text': {
    en: 'Hello {{name}},\n\nyour account @{{username}} is open again:\n{{url}}/auth/login',
    es: 'Hola, {{name}}:\n\ntu cuenta @{{username}} vuelve a estar abierta:\n{{url}}/auth/login',
  },
  'mail.twoFactorReset.subject': {
    en: 'Two-step verification was taken off your {{siteName}} account',
    es: 'Se ha quitado la verificación en dos pasos de tu cuenta de {{siteName}}',
  },
  'mail.twoFactorReset.text': {
    en: 'Hello {{name}},\n\nour support took the two-step verification off your account and logged it out everywhere. Set it up again once you are in:\n{{url}}/account\n\nIf you didn’t ask for that, set a new password at once:\n{{url}}/auth/forgot-password',
    es: 'Hola, {{name}}:\n\nnuestro equipo ha quitado la verificación en dos pasos de tu cuenta y ha cerrado todas sus sesiones. Vuelve a activarla cuando entres:\n{{url}}/account\n\nSi no lo has pedido, crea una contraseña nueva cuanto antes:\n{{url}}/auth/forgot-password',
  },
  'mail.adminInvited.subject': { en: 'You are an admin of {{siteName}} now', es: 'Ahora administras {{siteName}}' },
  'mail.adminInvited.text': {
    en: 'Hello {{name}},\n\nyou can help run {{siteName}}. Your username is @{{username}}. Set your password here:\n{{link}}\n\nThe link works for seven days, once.',
    es: 'Hola, {{name}}:\n\nya puedes ayudar a administrar {{siteName}}. Tu nombre de usuario es @{{username}}. Elige tu contraseña aquí:\n{{link}}\n\nEl enlace funciona durante siete días y una sola vez.',
  },
  'takedowns.sent': {
    en: 'Thank you. Your notice has the number {{reference}}; we look at it within seven days, at once where a child is concerned.',
    es: 'Gracias. Tu aviso tiene el número {{reference}}; lo revisamos en siete días, y de inmediato si afecta a un menor.',
  },
  'takedowns.reason.notConsented': { en: 'Shown without consent', es: 'Se muestra sin consentimiento' },
  'takedowns.reason.underage': { en: 'Someone under 18', es: 'Alguien menor de 18 años' },
  'takedowns.reason.copyright': { en: 'Copyright', es: 'Derechos de autor' },
  'takedowns.reason.privacy': { en: 'Private information', es: 'Información privada' },
  'takedowns.reason.illegal': { en: 'Against the law', es: 'Contrario a la ley' },
  'takedowns.reason.other': { en: 'Something else', es: 'Otra cosa' },
  'mail.takedownReceipt.subject': { en: '{{siteName}}: your notice {{reference}}', es: '{{siteName}}: tu aviso {{reference}}' },
  'mail.takedownReceipt.text': {
    en: 'Hello {{name}},\n\nwe received your notice {{reference}} about\n{{address}}\n\nReason: {{reason}}\n\nWe look at it within seven days and write to you again.',
    es: 'Hola, {{name}}:\n\nhemos recibido tu aviso {{reference}} sobre\n{{address}}\n\nMotivo: {{reason}}\n\nLo revisaremos en siete días y te volveremos a escribir.',
  },
  'mail.takedownArrived.subject': {
    en: '{{siteName}}: notice {{reference}}, {{reason}}',
    es: '{{siteName}}: aviso {{reference}}, {{reason}}',
  },
  'mail.takedownArrived.text': {
    en: 'A notice asks that this be taken down:\n{{address}}\n\nReason: {{reason}}\n\n{{url}}/admin/takedowns',
    es: 'Un aviso pide que se retire esto:\n{{address}}\n\nMotivo: {{reason}}\n\n{{url}}/admin/takedowns',
  },
  'mail.takedownUpheld.subject': {
    en: '{{siteName}}: notice {{reference}} is upheld',
    es: '{{siteName}}: se acepta el aviso {{reference}}',
  },
  'mail.takedownUpheld.text': {
    en: 'Hello {{name}},\n\nwe upheld your notice {{reference}} about\n{{address}}\n\nIt is no longer shown.\n\n{{note}}',
    es: 'Hola, {{name}}:\n\nhemos aceptado tu aviso {{reference}} sobre\n{{address}}\n\nYa no se muestra.\n\n{{note}}',
  },
  'mail.takedownRejected.subject': {
    en: '{{siteName}}: notice {{reference}} is decided',
    es: '{{siteName}}: aviso {{reference}} resuelto',
  },
  'mail.takedownRejected.text': {
    en: 'Hello {{name}},\n\nwe looked at your notice {{reference}} about\n{{address}}\n\nand did not take it down:\n{{note}}\n\nIf you see it otherwise, answer us here:\n{{url}}/contact',
    es: 'Hola, {{name}}:\n\nhemos revisado tu aviso {{reference}} sobre\n{{address}}\n\ny no lo hemos retirado:\n{{note}}\n\nSi no estás de acuerdo, respóndenos aquí:\n{{url}}/contact',
  },
  'mail.feedTakenDown.subject': {
    en: 'A post of yours was taken down at {{siteName}}',
    es: 'Se ha retirado una publicación tuya en {{siteName}}',
  },
  'mail.feedTakenDown.text': {
    en: 'Hello {{name}},\n\nafter a notice, a person looked at this post and took it down:\n{{link}}\n\n{{reason}}\n\nIf you see it otherwise, answer us within six months:\n{{url}}/contact',
    es: 'Hola, {{name}}:\n\ntras un aviso, una persona ha revisado esta publicación y la ha retirado:\n{{link}}\n\n{{reason}}\n\nSi no estás de acuerdo, respóndenos en un plazo de seis meses:\n{{url}}/contact',
  },
});
