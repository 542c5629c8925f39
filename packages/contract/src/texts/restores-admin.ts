import { texts } from './text.ts';

/** Texts of the owner's page after a restore from a backup. */
export const restoreAdminTexts = texts({
  'restore.title': { en: 'Restore from a backup', es: 'Restauración desde una copia' },
  'restore.lead': {
    en: 'Until you confirm, the site is closed to everyone but admins. No mail is sent, and nothing is charged, renewed or paid out.',
    es: 'Hasta que confirmes, el sitio solo está abierto a quienes lo administran. No se envía correo, y nada se cobra, renueva ni paga.',
  },
  'restore.none': { en: 'Nothing to confirm', es: 'Nada que confirmar' },
  'restore.noneText': { en: 'This site wasn’t restored from a backup.', es: 'Este sitio no se ha restaurado desde una copia.' },
  'restore.done': { en: 'Confirmed', es: 'Confirmada' },
  'restore.doneText': { en: 'The site was opened on {{date}}.', es: 'El sitio se abrió el {{date}}.' },
  'restore.covers': { en: 'What was restored', es: 'Qué se ha restaurado' },
  'restore.backup': { en: 'Backup', es: 'Copia' },
  'restore.until': { en: 'Covers until', es: 'Llega hasta' },
  'restore.at': { en: 'Restored on', es: 'Restaurada el' },
  'restore.erasures': { en: 'Deleted accounts', es: 'Cuentas eliminadas' },
  'restore.erasuresNone': { en: 'None was deleted after the backup.', es: 'Ninguna se eliminó después de la copia.' },
  'restore.erased_one': {
    en: '{{count}} account deleted again, with its files',
    es: '{{count}} cuenta eliminada de nuevo, con sus archivos',
  },
  'restore.erased_other': {
    en: '{{count}} accounts deleted again, with their files',
    es: '{{count}} cuentas eliminadas de nuevo, con sus archivos',
  },
  'restore.erasuresOpen': {
    en: 'Not deleted again yet. Ask again to repeat it.',
    es: 'Aún sin eliminar de nuevo. Pregunta otra vez para repetirlo.',
  },
  'restore.shows': { en: 'Live shows', es: 'Directos' },
  'restore.showsNone': { en: 'None was running.', es: 'No había ninguno en marcha.' },
  'restore.showsEnd_one': { en: '{{count}} show ends when you confirm', es: '{{count}} directo termina al confirmar' },
  'restore.showsEnd_other': { en: '{{count}} shows end when you confirm', es: '{{count}} directos terminan al confirmar' },
  'restore.companies': { en: 'Card companies', es: 'Empresas de pago' },
  'restore.companiesText': {
    en: 'Each was asked what happened since a day before the backup ends. Payments, renewals, refunds and chargebacks of orders that the site knows are booked.',
    es: 'A cada una se le preguntó qué pasó desde un día antes del final de la copia. Los pagos, renovaciones, reembolsos y contracargos de pedidos conocidos quedan registrados.',
  },
  'restore.noCompanies': { en: 'No card company was used.', es: 'No se usaba ninguna empresa de pago.' },
  'restore.asking': { en: 'The card companies haven’t answered yet.', es: 'Las empresas de pago aún no han respondido.' },
  'restore.askedAt': { en: 'Last asked on {{date}}', es: 'Última pregunta: {{date}}' },
  'restore.ask': { en: 'Ask again', es: 'Preguntar de nuevo' },
  'restore.askFirst': { en: 'Ask the companies', es: 'Preguntar a las empresas' },
  'restore.asked': { en: 'Card companies asked', es: 'Empresas de pago consultadas' },
  'restore.way.list': { en: 'Told everything until {{until}}.', es: 'Lo ha contado todo hasta el {{until}}.' },
  'restore.way.each': {
    en: 'Asked about each open order and each subscription. It has no list: compare new payments with its console (Control Center).',
    es: 'Se preguntó por cada pedido abierto y cada suscripción. No ofrece una lista: compara los pagos nuevos con su consola (Control Center).',
  },
  'restore.way.none': {
    en: 'The simulated company’s books were restored with the site’s: it knows nothing more.',
    es: 'Los libros de la empresa simulada se restauraron con los del sitio: no sabe nada más.',
  },
  'restore.result': { en: '{{booked}} booked now, {{known}} known before', es: '{{booked}} registrados ahora, {{known}} ya conocidos' },
  'restore.failure.notSetUp': {
    en: 'It can’t be asked: enter its DataLink user or keys in the payment settings.',
    es: 'No se le puede preguntar: introduce su usuario de DataLink o sus claves en los ajustes de pago.',
  },
  'restore.failure.unreachable': { en: 'It can’t be reached. Ask again later.', es: 'No responde. Pregunta más tarde.' },
  'restore.failure.unreadable': {
    en: 'Its answer can’t be read. Compare with its console.',
    es: 'No se puede leer su respuesta. Compara con su consola.',
  },
  'restore.failure.refused': {
    en: 'It refused to answer further, at {{until}}. Some answer once an hour: ask again then. If it names your user, check the payment settings.',
    es: 'No quiso responder más allá del {{until}}. Algunas responden una vez por hora: pregunta entonces. Si nombra tu usuario, revisa los ajustes de pago.',
  },
  'restore.detail': { en: 'For its support: {{detail}}', es: 'Para su soporte: {{detail}}' },
  'restore.unbooked': {
    en: 'Not booked: refund or credit these at {{company}}',
    es: 'Sin registrar: reembolsa o abona esto en {{company}}',
  },
  'restore.unbookedText': {
    en: 'Their orders were made after the backup, or don’t match. Search for the number in the company’s console.',
    es: 'Sus pedidos se hicieron después de la copia o no coinciden. Busca el número en la consola de la empresa.',
  },
  'restore.event': { en: 'Type', es: 'Tipo' },
  'restore.event.approved': { en: 'Payment', es: 'Pago' },
  'restore.event.renewed': { en: 'Renewal', es: 'Renovación' },
  'restore.event.refunded': { en: 'Refund', es: 'Reembolso' },
  'restore.event.chargedBack': { en: 'Chargeback', es: 'Contracargo' },
  'restore.event.unread': { en: 'Unreadable line', es: 'Línea ilegible' },
  'restore.reason': { en: 'Why', es: 'Motivo' },
  'restore.reason.unknownOrder': { en: 'Order unknown here', es: 'Pedido desconocido aquí' },
  'restore.reason.amountMismatch': { en: 'Amount differs', es: 'El importe no coincide' },
  'restore.reason.unread': { en: 'Can’t be read', es: 'No se puede leer' },
  'restore.when': { en: 'Company’s date', es: 'Fecha de la empresa' },
  'restore.number': { en: 'Company’s number', es: 'Número de la empresa' },
  'restore.amount': { en: 'Amount', es: 'Importe' },
  'restore.checklist': { en: 'Before you open', es: 'Antes de abrir' },
  'restore.check.companies': { en: 'Every card company told everything', es: 'Todas las empresas de pago lo contaron todo' },
  'restore.check.companiesOpen': {
    en: 'A card company didn’t tell everything',
    es: 'Una empresa de pago no lo contó todo',
  },
  'restore.check.unbooked': { en: 'No payment is left to refund at a company', es: 'No queda ningún pago por reembolsar en una empresa' },
  'restore.check.unbookedOpen': {
    en: 'Refund or credit the listed payments at their companies',
    es: 'Reembolsa o abona los pagos de la lista en sus empresas',
  },
  'restore.check.erasures': { en: 'Deleted accounts are deleted again', es: 'Las cuentas eliminadas vuelven a estar eliminadas' },
  'restore.check.erasuresOpen': {
    en: 'Deleted accounts came back and aren’t deleted again yet',
    es: 'Han vuelto cuentas eliminadas y aún no se han eliminado de nuevo',
  },
  'restore.check.settings': {
    en: 'Look at settings, admins and payouts: changes since {{until}} are lost',
    es: 'Revisa ajustes, administradores y pagos: los cambios desde el {{until}} se han perdido',
  },
  'restore.confirm': { en: 'Confirm and open the site', es: 'Confirmar y abrir el sitio' },
  'restore.confirmTitle': { en: 'Open the site?', es: '¿Abrir el sitio?' },
  'restore.confirmText': {
    en: 'Visitors get in, live shows of before the restore end, and held mails, renewals and payouts continue at once.',
    es: 'Entran las visitas, terminan los directos anteriores, y los correos, renovaciones y pagos retenidos siguen de inmediato.',
  },
  'restore.accept': {
    en: 'I’ve read what is missing and will compare it with the companies’ consoles.',
    es: 'He leído lo que falta y lo compararé con las consolas de las empresas.',
  },
  'restore.confirmed': { en: 'The site is open', es: 'El sitio está abierto' },
});

/** Texts of the banner above the administration, which the layout of all pages shows. */
export const restoreBannerTexts = texts({
  'restore.banner': {
    en: 'This site was restored and is closed. It covers until {{until}}.',
    es: 'Este sitio se restauró y está cerrado. Llega hasta el {{until}}.',
  },
  'restore.open': { en: 'Review and open', es: 'Revisar y abrir' },
  'restore.ownerOnly': { en: 'An owner has to confirm it.', es: 'Una persona propietaria debe confirmarlo.' },
});
