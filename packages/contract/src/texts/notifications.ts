import { texts } from './text.ts';

/** What notifications tell, their page and the choices about them. */
export const notificationTexts = texts({
  'notice.said': { en: ': “{{words}}”', es: ': «{{words}}»' },
  'notice.titled': { en: '“{{title}}”', es: '«{{title}}»' },
  'notice.yourPost': { en: 'your post', es: 'tu publicación' },
  'notice.yourComment': { en: 'your comment', es: 'tu comentario' },
  'notice.somebody': { en: 'Somebody', es: 'Alguien' },
  'notice.several': { en: '{{quantity}} × {{gift}}', es: '{{quantity}} × {{gift}}' },
  'notice.kindAndTitle': { en: '{{kind}}, {{title}}', es: '{{kind}}, {{title}}' },
  'notice.tokens_one': { en: '{{tokens}} token', es: '{{tokens}} token' },
  'notice.tokens_other': { en: '{{tokens}} tokens', es: '{{tokens}} tokens' },

  'notice.live': { en: '{{actor}} is live', es: '{{actor}} está en directo' },
  'notice.liveTitled': { en: '{{actor}} is live: {{title}}', es: '{{actor}} está en directo: {{title}}' },
  'notice.wasLive': { en: '{{actor}} was live', es: '{{actor}} ha estado en directo' },
  'notice.wasLiveTitled': { en: '{{actor}} was live: {{title}}', es: '{{actor}} ha estado en directo: {{title}}' },
  'notice.post': { en: '{{actor}} has a new post', es: '{{actor}} tiene una publicación nueva' },
  'notice.postTitled': { en: '{{actor}} posted “{{title}}”', es: '{{actor}} ha publicado «{{title}}»' },
  'notice.message_one': { en: '{{actor}} sent you a message', es: '{{actor}} te ha enviado un mensaje' },
  'notice.message_other': { en: '{{actor}} sent you {{count}} messages', es: '{{actor}} te ha enviado {{count}} mensajes' },
  'notice.comment_one': { en: '{{actor}} commented on {{title}}{{words}}', es: '{{actor}} ha comentado {{title}}{{words}}' },
  'notice.comment_other': {
    en: '{{count}} new comments on {{title}}. The latest is from {{actor}}{{words}}',
    es: '{{count}} comentarios nuevos en {{title}}. El último es de {{actor}}{{words}}',
  },
  'notice.reply_one': { en: '{{actor}} replied to your comment{{words}}', es: '{{actor}} ha respondido a tu comentario{{words}}' },
  'notice.reply_other': {
    en: '{{count}} new replies to your comment. The latest is from {{actor}}{{words}}',
    es: '{{count}} respuestas nuevas a tu comentario. La última es de {{actor}}{{words}}',
  },
  'notice.liked': { en: '{{actor}} liked {{what}}', es: 'A {{actor}} le ha gustado {{what}}' },
  'notice.likedWith_one': {
    en: '{{actor}} and {{count}} other liked {{what}}',
    es: 'A {{actor}} y a {{count}} persona más les ha gustado {{what}}',
  },
  'notice.likedWith_other': {
    en: '{{actor}} and {{count}} others liked {{what}}',
    es: 'A {{actor}} y a {{count}} personas más les ha gustado {{what}}',
  },
  'notice.tip': { en: '{{actor}} tipped you {{tokens}}{{words}}', es: '{{actor}} te ha dado una propina de {{tokens}}{{words}}' },
  'notice.tips_one': {
    en: '{{count}} tip in your show: {{tokens}}. The latest is from {{actor}}{{words}}',
    es: '{{count}} propina en tu directo: {{tokens}}. La última es de {{actor}}{{words}}',
  },
  'notice.tips_other': {
    en: '{{count}} tips in your show: {{tokens}} in all. The latest is from {{actor}}{{words}}',
    es: '{{count}} propinas en tu directo: {{tokens}} en total. La última es de {{actor}}{{words}}',
  },
  'notice.gift': {
    en: '{{actor}} gave you {{gift}}, worth {{tokens}}{{words}}',
    es: '{{actor}} te ha regalado {{gift}}, de {{tokens}}{{words}}',
  },
  'notice.gifts_one': {
    en: '{{count}} gift in your show: {{tokens}}. The latest is from {{actor}}: {{gift}}',
    es: '{{count}} regalo en tu directo: {{tokens}}. El último es de {{actor}}: {{gift}}',
  },
  'notice.gifts_other': {
    en: '{{count}} gifts in your show: {{tokens}} in all. The latest is from {{actor}}: {{gift}}',
    es: '{{count}} regalos en tu directo: {{tokens}} en total. El último es de {{actor}}: {{gift}}',
  },
  'notice.subscribed': { en: '{{actor}} subscribed to you', es: '{{actor}} se ha suscrito a tu perfil' },
  'notice.subscribedWith_one': {
    en: '{{actor}} and {{count}} other subscribed to you',
    es: '{{actor}} y {{count}} persona más se han suscrito a tu perfil',
  },
  'notice.subscribedWith_other': {
    en: '{{actor}} and {{count}} others subscribed to you',
    es: '{{actor}} y {{count}} personas más se han suscrito a tu perfil',
  },
  'notice.sold': { en: '{{actor}} bought {{what}}', es: '{{actor}} ha comprado {{what}}' },
  'notice.soldWith_one': {
    en: '{{actor}} and {{count}} other bought {{what}}',
    es: '{{actor}} y {{count}} persona más han comprado {{what}}',
  },
  'notice.soldWith_other': {
    en: '{{actor}} and {{count}} others bought {{what}}',
    es: '{{actor}} y {{count}} personas más han comprado {{what}}',
  },
  'notice.order.processing': { en: 'Your order of “{{title}}” is being prepared', es: 'Tu pedido de «{{title}}» se está preparando' },
  'notice.order.shipped': { en: '“{{title}}” is on its way', es: '«{{title}}» está en camino' },
  'notice.order.delivered': { en: '“{{title}}” was delivered', es: '«{{title}}» se ha entregado' },
  'notice.expiry': {
    en: 'Your subscription to {{performer}} ends on {{date}}. It doesn’t renew by itself.',
    es: 'Tu suscripción a {{performer}} termina el {{date}}. No se renueva sola.',
  },
  'notice.renewed': { en: 'Your subscription to {{performer}} was renewed', es: 'Tu suscripción a {{performer}} se ha renovado' },
  'notice.renewedFor': {
    en: 'Your subscription to {{performer}} was renewed for {{tokens}}',
    es: 'Tu suscripción a {{performer}} se ha renovado por {{tokens}}',
  },
  'notice.renewalFailed': {
    en: 'Your subscription to {{performer}} couldn’t be renewed. You keep access until {{date}}.',
    es: 'No se ha podido renovar tu suscripción a {{performer}}. Conservas el acceso hasta el {{date}}.',
  },
  'notice.receipt': { en: 'Payment of {{amount}}: {{what}}', es: 'Pago de {{amount}}: {{what}}' },
  'notice.refund': { en: 'Refund of {{amount}}: {{what}}', es: 'Reembolso de {{amount}}: {{what}}' },
  'notice.application.approved': {
    en: 'You’re approved. You can publish and go live now.',
    es: 'Tu cuenta está aprobada. Ya puedes publicar y emitir en directo.',
  },
  'notice.application.rejected': {
    en: 'Your application wasn’t approved. Your account says why.',
    es: 'Tu solicitud no se ha aprobado. En tu cuenta puedes ver por qué.',
  },
  'notice.security.password': { en: 'Your password was changed. Was it you?', es: 'Tu contraseña ha cambiado. ¿Has sido tú?' },
  'notice.security.twoFactorOn': {
    en: 'Two-step login is on now',
    es: 'La verificación en dos pasos está activada',
  },
  'notice.security.twoFactorOff': {
    en: 'Two-step login was switched off. Was it you?',
    es: 'La verificación en dos pasos se ha desactivado. ¿Has sido tú?',
  },
  'notice.security.payoutDetails': {
    en: 'Your payout details were changed. Was it you?',
    es: 'Tus datos de cobro han cambiado. ¿Has sido tú?',
  },
  'notice.security.email': {
    en: 'Your email address was changed. Was it you?',
    es: 'Tu correo electrónico ha cambiado. ¿Has sido tú?',
  },

  'notifications.kind.live': { en: 'Someone goes live', es: 'Alguien emite en directo' },
  'notifications.kind.post': { en: 'New posts', es: 'Publicaciones nuevas' },
  'notifications.kind.message': { en: 'Messages', es: 'Mensajes' },
  'notifications.kind.comment': { en: 'Comments and replies', es: 'Comentarios y respuestas' },
  'notifications.kind.reaction': { en: 'Likes', es: 'Me gusta' },
  'notifications.kind.tip': { en: 'Tips', es: 'Propinas' },
  'notifications.kind.gift': { en: 'Gifts', es: 'Regalos' },
  'notifications.kind.subscription': { en: 'New subscribers', es: 'Suscriptores nuevos' },
  'notifications.kind.sale': { en: 'Sales', es: 'Ventas' },
  'notifications.kind.order': { en: 'Orders', es: 'Pedidos' },
  'notifications.kind.expiry': { en: 'Subscriptions ending', es: 'Suscripciones que terminan' },
  'notifications.kind.renewal': { en: 'Renewals', es: 'Renovaciones' },
  'notifications.kind.receipt': { en: 'Receipts', es: 'Recibos' },
  'notifications.kind.refund': { en: 'Refunds', es: 'Reembolsos' },
  'notifications.kind.application': { en: 'Your application', es: 'Tu solicitud' },
  'notifications.kind.security': { en: 'Security', es: 'Seguridad' },

  'mail.notification.text': { en: 'Hello {{name}},\n\n{{text}}\n\n{{link}}', es: 'Hola, {{name}}:\n\n{{text}}\n\n{{link}}' },
  'mail.notification.ending': {
    en: 'You get this mail because you chose it: {{kind}}.\nStop these mails: {{unsubscribe}}',
    es: 'Recibes este correo porque así lo elegiste: {{kind}}.\nDejar de recibirlo: {{unsubscribe}}',
  },
  'mail.receipt.subject': { en: 'Your receipt: {{what}}', es: 'Tu recibo: {{what}}' },
  'mail.receipt.text': {
    en: 'Hello {{name}},\n\nthank you for your payment at {{siteName}}.\n\n{{what}}\nAmount: {{amount}}\nDate: {{date}}\nOrder: {{order}}\n\n{{link}}',
    es: 'Hola, {{name}}:\n\ngracias por tu pago en {{siteName}}.\n\n{{what}}\nImporte: {{amount}}\nFecha: {{date}}\nPedido: {{order}}\n\n{{link}}',
  },
});
