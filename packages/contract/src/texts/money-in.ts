import { texts } from './text.ts';

/** What is said of paying: mails of renewals, orders, coupons. */
export const moneyInTexts = texts({
  'checkout.renew': { en: 'Renew from my wallet', es: 'Renovar desde mi monedero' },
  'checkout.renewText': {
    en: 'A mail comes days before. Cancel in two presses.',
    es: 'Días antes llega un correo. Se cancela en dos pulsaciones.',
  },
  'checkout.endsLine': { en: 'Access to {{date}}. Nothing renews by itself.', es: 'Acceso hasta el {{date}}. Nada se renueva solo.' },
  'checkout.trial': { en: '{{count}} days free', es: '{{count}} días gratis' },
  'checkout.trial_one': { en: '{{count}} day free', es: '{{count}} día gratis' },
  'checkout.trialThen': { en: 'then {{price}} a month, if you choose so', es: 'luego {{price}} al mes, si así lo eliges' },
  'checkout.trialLine': { en: 'Free to {{date}}. Nothing renews by itself.', es: 'Gratis hasta el {{date}}. Nada se renueva solo.' },
  'checkout.trialRenewsLine': {
    en: 'Free to {{date}}, then {{price}} a month. Cancel in two clicks.',
    es: 'Gratis hasta el {{date}}, luego {{price}} al mes. Cancela en dos clics.',
  },
  'checkout.freeLine': { en: 'It costs nothing. Cancel in two presses.', es: 'No cuesta nada. Se cancela en dos pulsaciones.' },
  'checkout.noCharge': { en: 'Nothing is charged.', es: 'No se cobra nada.' },
  'checkout.startTrial': { en: 'Start the free days', es: 'Empezar los días gratis' },
  'subscriptions.free': { en: 'Free to {{date}}', es: 'Gratis hasta el {{date}}' },
  'subscriptions.overdue': {
    en: 'Your wallet is short. Top up by {{date}} to keep your seat.',
    es: 'Falta saldo en tu monedero. Recarga antes del {{date}} para conservar tu asiento.',
  },
  'subscriptions.overdueLimit': {
    en: 'Your spending limit stopped the payment. It is tried again each day; access ends on {{date}}.',
    es: 'Tu límite de gasto ha impedido el pago. Se volverá a intentar cada día; el acceso termina el {{date}}.',
  },
  'subscriptions.overduePause': {
    en: 'Your break from buying stopped the payment. It is tried again each day; access ends on {{date}}.',
    es: 'Tu descanso de compras ha impedido el pago. Se volverá a intentar cada día; el acceso termina el {{date}}.',
  },
  'subscriptions.overdueCard': {
    en: 'Your card was refused. It is tried again; you keep your seat to {{date}}.',
    es: 'Tu tarjeta fue rechazada. Se volverá a intentar; conservas tu asiento hasta el {{date}}.',
  },
  'subscriptions.raised': {
    en: 'The price for new seats is {{price}} now. You keep yours until you agree.',
    es: 'El precio para nuevos asientos es ahora {{price}}. Conservas el tuyo hasta que aceptes.',
  },
  'subscriptions.agree': { en: 'Agree to {{price}}', es: 'Aceptar {{price}}' },
  'subscriptions.agreed': { en: 'Agreed. The next payment is {{price}}.', es: 'Aceptado. El próximo pago es de {{price}}.' },
  'subscriptions.renewing': { en: 'It renews from your wallet.', es: 'Se renueva desde tu monedero.' },
  'subscriptions.search': { en: 'Search a performer', es: 'Buscar un artista' },
  'subscriptions.all': { en: 'All', es: 'Todas' },
  'subscriptions.state.active': { en: 'Active', es: 'Activas' },
  'subscriptions.state.cancelled': { en: 'Ending', es: 'Terminan' },
  'subscriptions.state.expired': { en: 'Ended', es: 'Terminadas' },
  'subscriptions.noMatch': { en: 'No matches', es: 'Sin resultados' },
  'subscriptions.noMatchText': { en: 'Try another name or state.', es: 'Prueba con otro nombre o estado.' },
  'subscriptions.resume': { en: 'Resume', es: 'Reanudar' },
  'subscriptions.resumed': { en: 'Resumed. It stays free.', es: 'Reanudada. Sigue siendo gratis.' },
  'subscriptions.notRenewing': {
    en: 'It no longer renews. You keep access to {{date}}.',
    es: 'Ya no se renueva. Conservas el acceso hasta el {{date}}.',
  },
  'model.trialDays': { en: 'Free days for a first subscription', es: 'Días gratis en la primera suscripción' },
  'model.trialDaysText': {
    en: 'Each fan gets them once. 0 for none.',
    es: 'Cada fan los recibe una vez. 0 para no ofrecerlos.',
  },
  'mail.renewalSoon.subject': {
    en: 'Your subscription to {{performer}} renews on {{date}}',
    es: 'Tu suscripción a {{performer}} se renueva el {{date}}',
  },
  'mail.renewalSoon.text': {
    en: 'Hello {{name}},\n\nyour subscription to {{performer}} renews on {{date}} for {{tokens}} tokens ({{money}}).\n\nIf you don’t want that, cancel it before; you keep access until then:\n{{url}}/subscriptions',
    es: 'Hola, {{name}}:\n\ntu suscripción a {{performer}} se renueva el {{date}} por {{tokens}} tokens ({{money}}).\n\nSi no lo quieres, cancélala antes; conservas el acceso hasta entonces:\n{{url}}/subscriptions',
  },
  'mail.planChanged.subject': {
    en: 'Your subscription to {{performer}} becomes monthly on {{date}}',
    es: 'Tu suscripción a {{performer}} será mensual desde el {{date}}',
  },
  'mail.planChanged.text': {
    en: 'Hello {{name}},\n\nnothing is charged now: your paid year lasts to {{date}}. From then on your subscription to {{performer}} renews monthly, for {{tokens}} tokens ({{money}}) a month.\n\nUntil then you can undo this or cancel:\n{{url}}/subscriptions',
    es: 'Hola, {{name}}:\n\nahora no se cobra nada: el año que has pagado dura hasta el {{date}}. Desde entonces tu suscripción a {{performer}} se renueva cada mes, por {{tokens}} tokens ({{money}}) al mes.\n\nHasta ese día puedes deshacer el cambio o cancelar:\n{{url}}/subscriptions',
  },
  'mail.renewalFailed.subject': {
    en: 'Your subscription to {{performer}} couldn’t be renewed',
    es: 'No se ha podido renovar tu suscripción a {{performer}}',
  },
  'mail.renewalFailed.text': {
    en: 'Hello {{name}},\n\nyour wallet didn’t hold the {{tokens}} tokens ({{money}}) that your subscription to {{performer}} costs. We try again each day; until {{date}} you keep access.\n\nTop up your wallet:\n{{url}}/wallet',
    es: 'Hola, {{name}}:\n\ntu monedero no tenía los {{tokens}} tokens ({{money}}) que cuesta tu suscripción a {{performer}}. Lo intentamos de nuevo cada día; hasta el {{date}} conservas el acceso.\n\nRecarga tu monedero:\n{{url}}/wallet',
  },
  'mail.renewalLimited.subject': {
    en: 'Your subscription to {{performer}} couldn’t be renewed',
    es: 'No se ha podido renovar tu suscripción a {{performer}}',
  },
  'mail.renewalLimited.text': {
    en: 'Hello {{name}},\n\nyour subscription to {{performer}} costs {{tokens}} tokens ({{money}}). That goes beyond the spending limits you set, so nothing was charged. We try again each day; until {{date}} you keep access.\n\nYour limits:\n{{url}}/account',
    es: 'Hola, {{name}}:\n\ntu suscripción a {{performer}} cuesta {{tokens}} tokens ({{money}}). Eso supera los límites de gasto que te has puesto y no se ha cobrado nada. Lo intentamos de nuevo cada día; hasta el {{date}} conservas el acceso.\n\nTus límites:\n{{url}}/account',
  },
  'mail.subscriptionCancelled.subject': {
    en: 'Your subscription to {{performer}} renews no more',
    es: 'Tu suscripción a {{performer}} ya no se renueva',
  },
  'mail.subscriptionCancelled.text': {
    en: 'Hello {{name}},\n\nwe ended the renewal of your subscription to {{performer}}: nothing more is taken for it. You keep access until {{date}}.\n\n{{url}}/subscriptions',
    es: 'Hola, {{name}}:\n\nhemos terminado la renovación de tu suscripción a {{performer}}: no se cobrará nada más por ella. Conservas el acceso hasta el {{date}}.\n\n{{url}}/subscriptions',
  },
  'mail.orderRefunded.subject': { en: 'Given back: {{what}}', es: 'Devuelto: {{what}}' },
  'mail.orderRefunded.text': {
    en: 'Hello {{name}},\n\nwe gave back what you paid for:\n{{what}}\n\n{{back}}\n\nYour wallet and its history:\n{{url}}/wallet',
    es: 'Hola, {{name}}:\n\nhemos devuelto lo que pagaste por:\n{{what}}\n\n{{back}}\n\nTu monedero y su historial:\n{{url}}/wallet',
  },
  'mail.orderRefunded.wallet': {
    en: '{{tokens}} tokens are in your wallet again.',
    es: 'Vuelves a tener {{tokens}} tokens en tu monedero.',
  },
  'mail.orderRefunded.card': {
    en: '{{money}} go back to your card, which can take some days.',
    es: '{{money}} vuelven a tu tarjeta, lo que puede tardar unos días.',
  },
  'mail.orderRefunded.closed': { en: 'What it opened is closed to you now.', es: 'Ya no tienes acceso a lo que abría.' },
  'mail.orderRefunded.topUp': {
    en: '{{money}} go back to your card, which can take some days. {{tokens}} tokens left your wallet.',
    es: '{{money}} vuelven a tu tarjeta, lo que puede tardar unos días. {{tokens}} tokens han salido de tu monedero.',
  },
});
