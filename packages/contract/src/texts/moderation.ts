import { texts } from './text.ts';

/** The month’s figures of moderation. */
export const moderationTexts = texts({
  'moderation.title': { en: 'Moderation report', es: 'Informe de moderación' },
  'moderation.lead': {
    en: 'Reports, takedown notices and appeals of one month. All decisions are made by people.',
    es: 'Denuncias, avisos de retirada y recursos de un mes. Todas las decisiones las toman personas.',
  },
  'moderation.month': { en: 'Month', es: 'Mes' },
  'moderation.csv': { en: 'Download CSV', es: 'Descargar CSV' },
  'moderation.json': { en: 'Download JSON', es: 'Descargar JSON' },
  'moderation.byReason': { en: 'By reason', es: 'Por motivo' },
  'moderation.none': { en: 'Nothing was reported or decided this month.', es: 'Este mes no hubo denuncias ni decisiones.' },
  'moderation.appeals': { en: 'Appeals', es: 'Recursos' },
  'moderation.actions': { en: 'Measures taken', es: 'Medidas tomadas' },
  'moderation.column.source': { en: 'Source', es: 'Origen' },
  'moderation.column.reason': { en: 'Reason', es: 'Motivo' },
  'moderation.column.received': { en: 'Received', es: 'Recibidas' },
  'moderation.column.upheld': { en: 'Upheld', es: 'Aceptadas' },
  'moderation.column.rejected': { en: 'Rejected', es: 'Rechazadas' },
  'moderation.column.open': { en: 'Open at month end', es: 'Abiertas a fin de mes' },
  'moderation.column.medianHours': { en: 'Median hours to decision', es: 'Mediana de horas hasta la decisión' },
  'moderation.source.report': { en: 'Report', es: 'Denuncia' },
  'moderation.source.notice': { en: 'Takedown notice', es: 'Aviso de retirada' },
  'moderation.action.takenDown': { en: 'Taken down after a report', es: 'Retirados tras una denuncia' },
  'moderation.action.takenDownUnasked': { en: 'Taken down on our own initiative', es: 'Retirados por iniciativa propia' },
  'moderation.action.restored': { en: 'Restored', es: 'Restaurados' },
  'moderation.action.suspended': { en: 'Accounts suspended', es: 'Cuentas suspendidas' },
  'moderation.hours_one': { en: '{{count}} hour', es: '{{count}} hora' },
  'moderation.hours_other': { en: '{{count}} hours', es: '{{count}} horas' },
});
