import { texts } from './text.ts';

/** Changing a running subscription between monthly and yearly. */
export const planChangeTexts = texts({
  'plans.change': { en: 'Change plan', es: 'Cambiar de plan' },
  'plans.changeOf': { en: 'Change plan: {{name}}', es: 'Cambiar de plan: {{name}}' },
  'plans.now': { en: 'Now', es: 'Ahora' },
  'plans.then': { en: 'From {{date}}', es: 'Desde el {{date}}' },
  'plans.today': { en: 'From today', es: 'Desde hoy' },
  'plans.monthly': { en: 'Monthly', es: 'Mensual' },
  'plans.yearly': { en: 'Yearly', es: 'Anual' },
  'plans.yearPrice': { en: 'A year', es: 'Un año' },
  'plans.credit_one': { en: 'Credit for {{count}} unused day of {{days}}', es: 'Abono por {{count}} día sin usar de {{days}}' },
  'plans.credit_other': { en: 'Credit for {{count}} unused days of {{days}}', es: 'Abono por {{count}} días sin usar de {{days}}' },
  'plans.due': { en: 'Due now', es: 'A pagar ahora' },
  'plans.yearRenews': {
    en: 'The year begins today and is paid until {{date}}. It then renews from your wallet for {{price}}, unless you cancel before.',
    es: 'El año empieza hoy y queda pagado hasta el {{date}}. Ese día se renueva desde tu monedero por {{price}}, si no cancelas antes.',
  },
  'plans.yearEnds': {
    en: 'The year starts today and lasts until {{date}}. It won’t renew.',
    es: 'El año empieza hoy y dura hasta el {{date}}. No se renovará.',
  },
  'plans.monthFollows': {
    en: 'Your paid year lasts until {{date}} and isn’t refunded. That day it renews from your wallet for {{price}}, and each month after that, unless you cancel before.',
    es: 'El año que has pagado dura hasta el {{date}} y no se reembolsa. Ese día se renueva desde tu monedero por {{price}}, y cada mes a partir de entonces, si no cancelas antes.',
  },
  'plans.pay': { en: 'Pay and change', es: 'Pagar y cambiar' },
  'plans.toMonthly': { en: 'Change to monthly', es: 'Cambiar a mensual' },
  'plans.undoUntil': {
    en: 'Nothing is charged now. You can undo this until {{date}}.',
    es: 'Ahora no se cobra nada. Puedes deshacerlo hasta el {{date}}.',
  },
  'plans.yearlyNow': { en: 'Your plan is yearly now.', es: 'Tu plan ya es anual.' },
  'plans.monthlyThen': { en: 'Your plan becomes monthly on {{date}}.', es: 'Tu plan será mensual desde el {{date}}.' },
  'plans.pending': {
    en: 'Monthly from {{date}}, for {{price}} a month',
    es: 'Mensual desde el {{date}}, por {{price}} al mes',
  },
  'plans.undo': { en: 'Keep yearly', es: 'Mantener el anual' },
  'plans.kept': { en: 'Your plan stays yearly.', es: 'Tu plan sigue siendo anual.' },
});
