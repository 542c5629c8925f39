import { texts } from './text.ts';

/** What is said of paying: mails of renewals, orders, coupons. */
export const moneyInTexts = texts({
  'checkout.renew': { en: 'Renew from my wallet', es: 'Renovar desde mi monedero' },
  'checkout.renewText': {
    en: 'We email you a few days before. Cancel in two clicks.',
    es: 'Te avisamos por correo unos días antes. Cancela en dos clics.',
  },
  'checkout.endsLine': { en: 'Access until {{date}}. It won’t renew.', es: 'Acceso hasta el {{date}}. No se renovará.' },
  'checkout.trial': { en: '{{count}} days free', es: '{{count}} días gratis' },
  'checkout.trial_one': { en: '{{count}} day free', es: '{{count}} día gratis' },
  'checkout.trialThen': { en: 'then {{price}} a month, if you choose', es: 'luego {{price}} al mes, si lo eliges' },
  'checkout.trialLine': { en: 'Free until {{date}}. It won’t renew.', es: 'Gratis hasta el {{date}}. No se renovará.' },
  'checkout.trialRenewsLine': {
    en: 'Free until {{date}}, then {{price}} a month. Cancel in two clicks.',
    es: 'Gratis hasta el {{date}}, luego {{price}} al mes. Cancela en dos clics.',
  },
  'checkout.freeLine': { en: 'Free of charge. Cancel in two clicks.', es: 'No cuesta nada. Cancela en dos clics.' },
  'checkout.noCharge': { en: 'Nothing is charged.', es: 'No se cobra nada.' },
  'checkout.startTrial': { en: 'Start free trial', es: 'Empezar la prueba gratis' },
  'subscriptions.free': { en: 'Free until {{date}}', es: 'Gratis hasta el {{date}}' },
  'subscriptions.overdue': {
    en: 'Your wallet balance is too low. Top up by {{date}} to keep your subscription.',
    es: 'Tu monedero no tiene saldo suficiente. Recarga antes del {{date}} para conservar tu suscripción.',
  },
  'subscriptions.overdueLimit': {
    en: 'Your spending limit stopped the payment. We’ll try again each day; access ends on {{date}}.',
    es: 'Tu límite de gasto ha impedido el pago. Se volverá a intentar cada día; el acceso termina el {{date}}.',
  },
  'subscriptions.overduePause': {
    en: 'Your break from buying stopped the payment. We’ll try again each day; access ends on {{date}}.',
    es: 'Tu descanso de compras ha impedido el pago. Se volverá a intentar cada día; el acceso termina el {{date}}.',
  },
  'subscriptions.cardsOff': {
    en: 'Cards can’t be charged at present: access ends on {{date}}. To renew from your wallet, cancel the renewal, then turn it on again.',
    es: 'Ahora no se puede cobrar con tarjeta: el acceso termina el {{date}}. Para renovar desde tu monedero, cancela la renovación y vuelve a activarla.',
  },
  'subscriptions.raised': {
    en: 'New subscribers now pay {{price}}. You keep your price until you agree.',
    es: 'Quien se suscribe ahora paga {{price}}. Conservas tu precio hasta que aceptes.',
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
    en: 'It no longer renews. You keep access until {{date}}.',
    es: 'Ya no se renueva. Conservas el acceso hasta el {{date}}.',
  },
  'model.trialDays': { en: 'Free trial for first-time subscribers, in days', es: 'Prueba gratis en la primera suscripción, en días' },
  'model.trialDaysText': {
    en: 'Each fan gets it once. Enter 0 for none.',
    es: 'Cada fan la recibe una vez. Escribe 0 para no ofrecerla.',
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
    en: 'Hello {{name}},\n\nnothing is charged now: your paid year lasts until {{date}}. From then on your subscription to {{performer}} renews monthly, for {{tokens}} tokens ({{money}}) a month.\n\nUntil then you can undo this or cancel:\n{{url}}/subscriptions',
    es: 'Hola, {{name}}:\n\nahora no se cobra nada: el año que has pagado dura hasta el {{date}}. Desde entonces tu suscripción a {{performer}} se renueva cada mes, por {{tokens}} tokens ({{money}}) al mes.\n\nHasta ese día puedes deshacer el cambio o cancelar:\n{{url}}/subscriptions',
  },
  'mail.renewalFailed.subject': {
    en: 'Your subscription to {{performer}} couldn’t be renewed',
    es: 'No se ha podido renovar tu suscripción a {{performer}}',
  },
  'mail.renewalFailed.text': {
    en: 'Hello {{name}},\n\nthere weren’t enough tokens in your wallet for your subscription to {{performer}}: {{tokens}} tokens ({{money}}). We try again each day; you keep access until {{date}}.\n\nTop up your wallet:\n{{url}}/wallet',
    es: 'Hola, {{name}}:\n\ntu monedero no tenía los {{tokens}} tokens ({{money}}) que cuesta tu suscripción a {{performer}}. Lo intentamos de nuevo cada día; hasta el {{date}} conservas el acceso.\n\nRecarga tu monedero:\n{{url}}/wallet',
  },
  'mail.renewalLimited.subject': {
    en: 'Your subscription to {{performer}} couldn’t be renewed',
    es: 'No se ha podido renovar tu suscripción a {{performer}}',
  },
  'mail.renewalLimited.text': {
    en: 'Hello {{name}},\n\nyour subscription to {{performer}} costs {{tokens}} tokens ({{money}}). That exceeds the spending limits you set, so nothing was charged. We try again each day; you keep access until {{date}}.\n\nYour limits:\n{{url}}/account',
    es: 'Hola, {{name}}:\n\ntu suscripción a {{performer}} cuesta {{tokens}} tokens ({{money}}). Eso supera los límites de gasto que te has puesto y no se ha cobrado nada. Lo intentamos de nuevo cada día; hasta el {{date}} conservas el acceso.\n\nTus límites:\n{{url}}/account',
  },
  'mail.subscriptionCancelled.subject': {
    en: 'Your subscription to {{performer}} won’t renew',
    es: 'Tu suscripción a {{performer}} ya no se renueva',
  },
  'mail.subscriptionCancelled.text': {
    en: 'Hello {{name}},\n\nwe cancelled the renewal of your subscription to {{performer}}. You won’t be charged for it again, and you keep access until {{date}}.\n\n{{url}}/subscriptions',
    es: 'Hola, {{name}}:\n\nhemos cancelado la renovación de tu suscripción a {{performer}}. No se te cobrará nada más por ella y conservas el acceso hasta el {{date}}.\n\n{{url}}/subscriptions',
  },
  'mail.orderRefunded.subject': { en: 'Refunded: {{what}}', es: 'Reembolsado: {{what}}' },
  'mail.orderRefunded.text': {
    en: 'Hello {{name}},\n\nwe refunded your payment for:\n{{what}}\n\n{{back}}\n\nYour wallet and its history:\n{{url}}/wallet',
    es: 'Hola, {{name}}:\n\nhemos reembolsado tu pago de:\n{{what}}\n\n{{back}}\n\nTu monedero y su historial:\n{{url}}/wallet',
  },
  'mail.orderRefunded.wallet': {
    en: '{{tokens}} tokens ({{money}}) are back in your wallet.',
    es: 'Vuelves a tener {{tokens}} tokens ({{money}}) en tu monedero.',
  },
  'mail.orderRefunded.card': {
    en: '{{money}} goes back to your card, which can take a few days.',
    es: '{{money}} vuelven a tu tarjeta; puede tardar unos días.',
  },
  'mail.orderRefunded.closed': { en: 'You no longer have access to it.', es: 'Ya no tienes acceso.' },
  'mail.orderRefunded.topUp': {
    en: '{{money}} goes back to your card, which can take a few days. {{tokens}} tokens were removed from your wallet.',
    es: '{{money}} vuelven a tu tarjeta; puede tardar unos días. Se han retirado {{tokens}} tokens de tu monedero.',
  },
});
