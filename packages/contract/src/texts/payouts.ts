import { texts } from './text.ts';

/** Payouts: of the performer, in notices and files. */
export const payoutTexts = texts({
  'payouts.method.banking': { en: 'Bank', es: 'Banco' },
  'payouts.method.paypal': { en: 'PayPal', es: 'PayPal' },
  'payouts.state.pending': { en: 'Pending', es: 'Pendiente' },
  'payouts.state.approved': { en: 'Approved', es: 'Aprobado' },
  'payouts.state.paid': { en: 'Paid', es: 'Pagado' },
  'payouts.state.rejected': { en: 'Rejected', es: 'Rechazado' },
  'payouts.state.cancelled': { en: 'Cancelled', es: 'Cancelado' },
  'payouts.state.returned': { en: 'Returned', es: 'Devuelto' },
  'payouts.csv.requested': { en: 'Requested', es: 'Solicitado' },
  'payouts.csv.reference': { en: 'Reference', es: 'Referencia' },
  'payouts.csv.to': { en: 'To', es: 'Destino' },
  'payouts.csv.amount': { en: 'Amount', es: 'Importe' },
  'payouts.csv.fee': { en: 'Fee', es: 'Comisión' },
  'payouts.csv.net': { en: 'Received', es: 'Recibido' },
  'payouts.csv.currency': { en: 'Currency', es: 'Moneda' },
  'payouts.csv.state': { en: 'Status', es: 'Estado' },
  'payouts.csv.paid': { en: 'Paid', es: 'Pagado' },
  'payouts.csv.reason': { en: 'Reason', es: 'Motivo' },
  'notifications.kind.payout': { en: 'Payouts', es: 'Pagos' },
  'notice.payout.approved': {
    en: 'Your payout of {{amount}} is approved. We send the money next.',
    es: 'Tu pago de {{amount}} está aprobado. Ahora enviamos el dinero.',
  },
  'notice.payout.paid': { en: 'We paid you {{amount}} ({{reference}})', es: 'Te hemos pagado {{amount}} ({{reference}})' },
  'notice.payout.rejected': {
    en: 'Your payout of {{amount}} was rejected: {{reason}} The money is available again.',
    es: 'Tu pago de {{amount}} se ha rechazado: {{reason}} El dinero vuelve a estar disponible.',
  },
  'notice.payout.returned': {
    en: 'Your payout of {{amount}} came back: {{reason}} The money is available again.',
    es: 'Tu pago de {{amount}} ha sido devuelto: {{reason}} El dinero vuelve a estar disponible.',
  },
  'personalData.kept.payouts': {
    en: 'What was paid out to you, with its statements, because tax law asks for the vouchers.',
    es: 'Lo que se te ha pagado, con sus extractos, porque la ley fiscal exige los justificantes.',
  },
  'movement.payoutChange': { en: 'Payout changed', es: 'Pago modificado' },
  'movement.payoutCancel': { en: 'Payout cancelled', es: 'Pago cancelado' },
  'movement.payoutReturn': { en: 'Payout returned', es: 'Pago devuelto' },
});
