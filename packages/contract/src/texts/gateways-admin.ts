import { texts } from './text.ts';

/** Texts of the owner's screen for the card companies. */
export const gatewayAdminTexts = texts({
  'gateways.report.month': { en: 'Month', es: 'Mes' },
  'gateways.report.figure': { en: 'Figure', es: 'Dato' },
  'gateways.report.count': { en: 'Number', es: 'Número' },
  'gateways.report.complaintsReceived': { en: 'Complaints and notices received', es: 'Quejas y avisos recibidos' },
  'gateways.report.complaintsUpheld': { en: 'Complaints and notices upheld', es: 'Quejas y avisos estimados' },
  'gateways.report.complaintsRejected': { en: 'Complaints and notices rejected', es: 'Quejas y avisos desestimados' },
  'gateways.report.complaintsLate': { en: 'Decided after more than seven business days', es: 'Resueltos tras más de siete días hábiles' },
  'gateways.report.itemsReviewed': { en: 'Items reviewed', es: 'Contenidos revisados' },
  'gateways.report.itemsRefused': { en: 'Items refused in review', es: 'Contenidos rechazados en la revisión' },
  'gateways.report.itemsTakenDown': { en: 'Items taken down', es: 'Contenidos retirados' },
  'gateways.report.accountsSuspended': { en: 'Accounts suspended', es: 'Cuentas suspendidas' },
  'gateways.report.payments': { en: 'Card payments', es: 'Pagos con tarjeta' },
  'gateways.report.chargebacks': { en: 'Chargebacks', es: 'Contracargos' },
  'gateways.report.refunds': { en: 'Refunds by card', es: 'Reembolsos con tarjeta' },
});
