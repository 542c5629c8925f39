import { texts } from './text.ts';

/** The month’s figures of moderation. */
export const moderationTexts = texts({
  'moderationReport.title': { en: 'Moderation report', es: 'Informe de moderación' },
  'moderationReport.lead': {
    en: 'Reports, takedown notices and appeals of one month. All decisions are made by people.',
    es: 'Denuncias, avisos de retirada y recursos de un mes. Todas las decisiones las toman personas.',
  },
  'moderationReport.month': { en: 'Month', es: 'Mes' },
  'moderationReport.csv': { en: 'Download CSV', es: 'Descargar CSV' },
  'moderationReport.json': { en: 'Download JSON', es: 'Descargar JSON' },
  'moderationReport.byReason': { en: 'By reason', es: 'Por motivo' },
  'moderationReport.none': { en: 'Nothing was reported or decided this month.', es: 'Este mes no hubo denuncias ni decisiones.' },
  'moderationReport.appeals': { en: 'Appeals', es: 'Recursos' },
  'moderationReport.actions': { en: 'Measures taken', es: 'Medidas tomadas' },
  'moderationReport.column.source': { en: 'Source', es: 'Origen' },
  'moderationReport.column.reason': { en: 'Reason', es: 'Motivo' },
  'moderationReport.column.received': { en: 'Received', es: 'Recibidas' },
  'moderationReport.column.upheld': { en: 'Upheld', es: 'Aceptadas' },
  'moderationReport.column.rejected': { en: 'Rejected', es: 'Rechazadas' },
  'moderationReport.column.open': { en: 'Open at month end', es: 'Abiertas a fin de mes' },
  'moderationReport.column.medianHours': { en: 'Median hours to decision', es: 'Mediana de horas hasta la decisión' },
  'moderationReport.source.report': { en: 'Report', es: 'Denuncia' },
  'moderationReport.source.notice': { en: 'Takedown notice', es: 'Aviso de retirada' },
  'moderationReport.action.takenDown': { en: 'Taken down after a report', es: 'Retirados tras una denuncia' },
  'moderationReport.action.takenDownUnasked': { en: 'Taken down on our own initiative', es: 'Retirados por iniciativa propia' },
  'moderationReport.action.restored': { en: 'Restored', es: 'Restaurados' },
  'moderationReport.action.suspended': { en: 'Accounts suspended', es: 'Cuentas suspendidas' },
  'moderationReport.hours_one': { en: '{{count}} hour', es: '{{count}} hora' },
  'moderationReport.hours_other': { en: '{{count}} hours', es: '{{count}} horas' },
});
