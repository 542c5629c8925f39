import { texts } from './text.ts';

/** The administration of payouts. */
export const payoutAdminTexts = texts({
  'money.transactionKind.payoutChange': { en: 'Payout changed', es: 'Pago modificado' },
  'money.transactionKind.payoutCancel': { en: 'Payout cancelled', es: 'Pago cancelado' },
  'money.transactionKind.payoutReturn': { en: 'Payout returned', es: 'Pago devuelto' },
  'admin.check.payoutsInTransit': {
    en: 'What is in transit equals the open payouts',
    es: 'Lo que está en camino coincide con los pagos abiertos',
  },
  'admin.check.payoutsMoved': {
    en: 'Every payout moved what its state says',
    es: 'Cada pago ha movido lo que dice su estado',
  },
  'audit.payouts.approved': { en: 'Payout approved', es: 'Pago aprobado' },
  'audit.payouts.rejected': { en: 'Payout rejected', es: 'Pago rechazado' },
  'audit.payouts.paid': { en: 'Payout marked as paid', es: 'Pago marcado como pagado' },
  'audit.payouts.returned': { en: 'Payout marked as returned', es: 'Pago marcado como devuelto' },
  'audit.payouts.viewed': { en: 'Payout details viewed', es: 'Datos de cobro vistos' },
  'audit.payouts.batched': { en: 'Payouts gathered in a batch', es: 'Pagos reunidos en un lote' },
  'audit.payouts.unbatched': { en: 'Batch of payouts dissolved', es: 'Lote de pagos disuelto' },
  'audit.payouts.exported': { en: 'File of a batch downloaded', es: 'Fichero de un lote descargado' },
  'people.auditKind.payouts.': { en: 'Payouts', es: 'Pagos' },
  'setting.payoutPayerName.title': { en: 'Payer’s name', es: 'Titular de la cuenta pagadora' },
  'setting.payoutPayerName.text': {
    en: 'Whose account payouts are paid from, in the file for the bank.',
    es: 'De quién es la cuenta desde la que se paga, en el fichero para el banco.',
  },
  'setting.payoutPayerIban.title': { en: 'Payer’s IBAN', es: 'IBAN de la cuenta pagadora' },
  'setting.payoutPayerIban.text': { en: 'Without spaces.', es: 'Sin espacios.' },
  'setting.payoutPayerBic.title': { en: 'Payer’s BIC', es: 'BIC de la cuenta pagadora' },
  'setting.payoutPayerBic.text': { en: 'If your bank asks for it.', es: 'Si tu banco lo pide.' },
});
