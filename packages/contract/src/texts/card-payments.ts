import { texts } from './text.ts';

/** Texts for buyers about the card companies: before paying, after it, and about subscriptions that a card pays. */
export const cardPaymentTexts = texts({
  'cards.label': { en: 'Card company', es: 'Empresa de tarjetas' },
  'cards.by': { en: 'You pay on {{company}}’s page.', es: 'Pagas en la página de {{company}}.' },
  'cards.statement': { en: 'Your statement will show “{{statement}}”.', es: 'En tu extracto aparecerá «{{statement}}».' },
  'cards.renewal': { en: 'Renews', es: 'Se renueva' },
  'cards.days_one': { en: 'Every day', es: 'Cada día' },
  'cards.days_other': { en: 'Every {{count}} days', es: 'Cada {{count}} días' },
  'cards.none': {
    en: 'Cards don’t take this amount. Pay from your wallet.',
    es: 'Este importe no se puede pagar con tarjeta. Paga desde tu monedero.',
  },
  'cards.noneTopUp': {
    en: 'Cards don’t take this amount. Choose another one.',
    es: 'Este importe no se puede pagar con tarjeta. Elige otro.',
  },
  'cards.noneDebt': {
    en: 'This amount can’t be paid by card at present. Contact us to pay it.',
    es: 'Ahora este importe no se puede pagar con tarjeta. Contacta con nosotros para pagarlo.',
  },
  'cards.renewsDays_one': { en: 'Renews {{date}}, then every day', es: 'Se renueva el {{date}} y después cada día' },
  'cards.renewsDays_other': {
    en: 'Renews {{date}}, then every {{count}} days',
    es: 'Se renueva el {{date}} y después cada {{count}} días',
  },
  'cards.renewLineDays_one': {
    en: 'Renews {{date}}, then every day. Cancel any time and keep access until then.',
    es: 'Se renueva el {{date}} y después cada día. Cancela cuando quieras y conserva el acceso hasta entonces.',
  },
  'cards.renewLineDays_other': {
    en: 'Renews {{date}}, then every {{count}} days. Cancel any time and keep access until then.',
    es: 'Se renueva el {{date}} y después cada {{count}} días. Cancela cuando quieras y conserva el acceso hasta entonces.',
  },
  'cards.offerLineDays_one': {
    en: 'Your card is charged {{money}} on {{date}} and then every day, unless you cancel before.',
    es: 'El {{date}} y después cada día se cobran {{money}} a tu tarjeta, salvo que canceles antes.',
  },
  'cards.offerLineDays_other': {
    en: 'Your card is charged {{money}} on {{date}} and then every {{count}} days, unless you cancel before.',
    es: 'El {{date}} y después cada {{count}} días se cobran {{money}} a tu tarjeta, salvo que canceles antes.',
  },
  'cards.toPage': { en: 'Back to the payment page', es: 'Volver a la página de pago' },
  'cards.confirming': { en: 'Confirming your payment', es: 'Confirmando tu pago' },
  'cards.confirmingText': {
    en: 'The card company is telling us whether it was paid. This usually takes a few seconds.',
    es: 'La empresa de tarjetas nos está confirmando el pago. Suele tardar unos segundos.',
  },
  'cards.refused': { en: 'Your card was declined', es: 'Tu tarjeta fue rechazada' },
  'cards.refusedText': {
    en: 'This order isn’t paid. Go back to the payment page to try another card.',
    es: 'Este pedido no está pagado. Vuelve a la página de pago para probar con otra tarjeta.',
  },
  'cards.notConfirmed': { en: 'Payment not confirmed yet', es: 'Pago aún sin confirmar' },
  'cards.notConfirmedText': {
    en: 'If you paid, you can close this page: the purchase is yours once the card company confirms it. If your card was declined or you didn’t finish, go back to the payment page.',
    es: 'Si has pagado, puedes cerrar esta página: la compra será tuya cuando la empresa de tarjetas confirme el pago. Si tu tarjeta fue rechazada o no has terminado, vuelve a la página de pago.',
  },
  'cards.expired': { en: 'The time to pay has run out', es: 'Se acabó el plazo para pagar' },
  'cards.returned': { en: 'Payment refunded', es: 'Pago reembolsado' },
  'cards.returnedText': {
    en: '{{amount}} goes back to your card, which can take a few days.',
    es: '{{amount}} vuelven a tu tarjeta; puede tardar unos días.',
  },
  'cards.chargedBack': { en: 'Your bank took this payment back', es: 'Tu banco ha retirado este pago' },
  'cards.chargedBackText': { en: '{{amount}} went back to your card.', es: '{{amount}} han vuelto a tu tarjeta.' },
  'cards.paidText': { en: '{{amount}} was paid.', es: 'Se han pagado {{amount}}.' },
  'cards.declinedNext': {
    en: 'Your card was declined. {{company}} tries again on {{next}}; you keep access until {{date}}.',
    es: 'Tu tarjeta fue rechazada. {{company}} lo intentará de nuevo el {{next}}; conservas el acceso hasta el {{date}}.',
  },
  'cards.declined': {
    en: 'Your card was declined. {{company}} tries again; you keep access until {{date}}.',
    es: 'Tu tarjeta fue rechazada. {{company}} lo intentará de nuevo; conservas el acceso hasta el {{date}}.',
  },
  'cards.update': { en: 'Update your card', es: 'Actualizar tu tarjeta' },
  'cards.noPage': {
    en: '{{company}} has no page for changing the card. Answer its email, or cancel and subscribe again with another card.',
    es: '{{company}} no tiene página para cambiar la tarjeta. Responde a su correo o cancela y suscríbete de nuevo con otra tarjeta.',
  },
  'cards.unconfirmed': {
    en: 'Cancellation not confirmed yet. Until you confirm it on {{company}}’s page, it renews on {{date}}.',
    es: 'Cancelación aún sin confirmar. Hasta que la confirmes en la página de {{company}}, se renovará el {{date}}.',
  },
  'cards.confirmCancel': {
    en: 'Confirm the cancellation on {{company}}’s page',
    es: 'Confirmar la cancelación en la página de {{company}}',
  },
  'mail.paymentReturned.subject': {
    en: 'A payment of {{money}} goes back to your card',
    es: 'Un pago de {{money}} vuelve a tu tarjeta',
  },
  'mail.paymentReturned.text': {
    en: 'Hello {{name}},\n\n{{company}} charged your card {{money}} for something you had already paid for, or that had ended by then. You don’t owe anything: we have asked for the money to go back to your card. Banks take a few days.\n\nYour wallet:\n{{url}}/wallet',
    es: 'Hola, {{name}}:\n\n{{company}} cobró {{money}} en tu tarjeta por algo que ya habías pagado o que ya había terminado. No debes nada: hemos pedido que el dinero vuelva a tu tarjeta. Los bancos tardan unos días.\n\nTu monedero:\n{{url}}/wallet',
  },
  'mail.renewalDeclined.subject': {
    en: 'Your card was declined for your subscription to {{performer}}',
    es: 'Tu tarjeta fue rechazada para tu suscripción a {{performer}}',
  },
  'mail.renewalDeclined.text': {
    en: 'Hello {{name}},\n\nyour card was declined for your subscription to {{performer}}: {{tokens}} tokens ({{money}}). {{next}} You keep access until {{date}}.\n\nUpdate your card, or cancel:\n{{url}}/subscriptions',
    es: 'Hola, {{name}}:\n\ntu tarjeta fue rechazada para tu suscripción a {{performer}}: {{tokens}} tokens ({{money}}). {{next}} Conservas el acceso hasta el {{date}}.\n\nActualiza tu tarjeta o cancela:\n{{url}}/subscriptions',
  },
  'mail.renewalDeclined.next': { en: '{{company}} tries again on {{next}}.', es: '{{company}} lo intentará de nuevo el {{next}}.' },
  'mail.renewalDeclined.later': { en: '{{company}} tries again.', es: '{{company}} lo intentará de nuevo.' },
});
