import { texts } from './text.ts';

/** Questions before acts of administrators: what happens to whom. */
export const actAdminTexts = texts({
  'acts.titled': { en: '“{{title}}”', es: '«{{title}}»' },

  'acts.restoreTitle': { en: 'Restore {{name}}?', es: '¿Restaurar la cuenta de {{name}}?' },
  'acts.restoreText': {
    en: '{{name}} can log in, buy and post again at once, and gets an email.',
    es: '{{name}} puede entrar, comprar y publicar de nuevo al instante, y recibe un correo.',
  },
  'acts.releaseTitle': { en: 'Release {{name}}?', es: '¿Liberar a {{name}}?' },
  'acts.releaseText': { en: '{{name}} can publish again at once.', es: '{{name}} puede volver a publicar al instante.' },
  'acts.endSessionsTitle': { en: 'Log {{name}} out everywhere?', es: '¿Cerrar todas las sesiones de {{name}}?' },
  'acts.endSessionsText_one': {
    en: '{{count}} open session ends at once. {{name}} has to log in again.',
    es: 'Se cierra {{count}} sesión abierta al instante. {{name}} tendrá que entrar de nuevo.',
  },
  'acts.endSessionsText_other': {
    en: '{{count}} open sessions end at once. {{name}} has to log in again.',
    es: 'Se cierran {{count}} sesiones abiertas al instante. {{name}} tendrá que entrar de nuevo.',
  },
  'acts.confirmAddressTitle': { en: 'Confirm the email of {{name}}?', es: '¿Confirmar el correo de {{name}}?' },
  'acts.confirmAddressText': {
    en: '{{email}} counts as confirmed, without the link we sent. Do this only if you know that it belongs to {{name}}.',
    es: '{{email}} pasa a estar confirmado sin el enlace que enviamos. Hazlo solo si sabes que es de {{name}}.',
  },
  'acts.resetTwoFactorTitle': { en: 'Reset 2FA of {{name}}?', es: '¿Restablecer la 2FA de {{name}}?' },
  'acts.resetTwoFactorText': {
    en: 'The second factor and all passkeys are removed, and {{name}} is logged out everywhere. The password alone is then enough to log in. {{name}} gets an email.',
    es: 'Se quitan el segundo factor y todas las claves de acceso, y se cierran las sesiones de {{name}}. Después basta la contraseña para entrar. {{name}} recibe un correo.',
  },
  'acts.removeNoteTitle': { en: 'Remove this note?', es: '¿Eliminar esta nota?' },
  'acts.removeNoteText': {
    en: 'The note about {{name}} is deleted permanently, for every admin.',
    es: 'La nota sobre {{name}} se borra de forma permanente, para todo el equipo.',
  },
  'acts.roleTitle': { en: 'Change what {{name}} may do?', es: '¿Cambiar los permisos de {{name}}?' },
  'acts.roleText': {
    en: 'The role changes from {{before}} to {{after}}, at once.',
    es: 'El papel cambia de {{before}} a {{after}} al instante.',
  },
  'acts.roleOwnerText': {
    en: 'Owners may do everything, also change what you may do. If the site asks for two owners, this is a proposal that another owner must confirm.',
    es: 'Con este papel se puede todo, también cambiar tus permisos. Si el sitio exige dos responsables, será una propuesta que otro debe confirmar.',
  },
  'acts.changeRole': { en: 'Change the role', es: 'Cambiar el papel' },
  'acts.confirmOwnerTitle': { en: 'Confirm {{name}} as an owner?', es: '¿Confirmar a {{name}} como responsable?' },
  'acts.confirmOwnerText': {
    en: '{{name}} may then do everything, also change what you may do.',
    es: '{{name}} podrá hacerlo todo, también cambiar tus permisos.',
  },
  'acts.withdrawOwnerTitle': { en: 'Withdraw the proposal?', es: '¿Retirar la propuesta?' },
  'acts.withdrawOwnerText': {
    en: '{{name}} doesn’t become an owner and keeps the present role.',
    es: '{{name}} no pasa a ser responsable y conserva su papel actual.',
  },

  'acts.takeDownTitle': { en: 'Take this down?', es: '¿Retirar esto?' },
  'acts.takeDownText': {
    en: '{{what}} by {{name}} disappears for everyone at once. {{name}} gets an email with your reason.',
    es: '{{what}}, de {{name}}, desaparece al instante para todo el mundo. {{name}} recibe un correo con tu motivo.',
  },
  'acts.showAgainTitle': { en: 'Show this again?', es: '¿Volver a mostrarlo?' },
  'acts.showAgainText': {
    en: '{{what}} by {{name}} is visible again at once, to everyone it was published for.',
    es: '{{what}}, de {{name}}, vuelve a verse al instante, para quienes podían verlo antes.',
  },

  'acts.reportDownText': {
    en: '{{what}} by {{name}} disappears for everyone at once. {{name}} is told why and can appeal. {{reporter}} is told that the report was upheld.',
    es: '{{what}}, de {{name}}, desaparece al instante para todo el mundo. {{name}} recibe el motivo y puede recurrir. {{reporter}} sabrá que se acepta la denuncia.',
  },
  'acts.reportStopText': {
    en: '{{what}} by {{name}} stops at once if it is still on air. {{name}} is told why and can appeal. {{reporter}} is told that the report was upheld.',
    es: '{{what}}, de {{name}}, se corta al instante si sigue en directo. {{name}} recibe el motivo y puede recurrir. {{reporter}} sabrá que se acepta la denuncia.',
  },
  'acts.reportOthers_one': {
    en: '{{count}} other open report about it is upheld, too.',
    es: 'También se acepta {{count}} denuncia abierta más sobre esto.',
  },
  'acts.reportOthers_other': {
    en: '{{count}} other open reports about it are upheld, too.',
    es: 'También se aceptan {{count}} denuncias abiertas más sobre esto.',
  },
  'acts.reportWarnTitle': { en: 'Uphold this report?', es: '¿Aceptar esta denuncia?' },
  'acts.reportWarnText': {
    en: '{{name}} is told why. The account stays open: suspend it in the list of accounts. {{reporter}} is told that the report was upheld.',
    es: '{{name}} recibe el motivo. La cuenta sigue abierta: suspéndela en la lista de cuentas. {{reporter}} sabrá que se acepta la denuncia.',
  },
  'acts.reportRejectTitle': { en: 'Reject this report?', es: '¿Rechazar esta denuncia?' },
  'acts.reportRejectText': {
    en: 'Nothing changes for {{name}}. {{reporter}} is told that the report was rejected.',
    es: 'Nada cambia para {{name}}. {{reporter}} sabrá que se rechaza la denuncia.',
  },
  'acts.reportRejectHiddenText': {
    en: '{{what}} by {{name}} is shown again, unless another open report keeps it hidden. {{reporter}} is told that the report was rejected.',
    es: '{{what}}, de {{name}}, vuelve a verse, salvo que otra denuncia abierta lo mantenga oculto. {{reporter}} sabrá que se rechaza la denuncia.',
  },
  'acts.appealUpholdTitle': { en: 'Uphold the appeal?', es: '¿Aceptar el recurso?' },
  'acts.appealUpholdText': {
    en: '{{what}} by {{name}} is visible again at once, and the report is rejected after all. {{name}} is told.',
    es: '{{what}}, de {{name}}, vuelve a verse al instante y la denuncia queda rechazada. Avisaremos a {{name}}.',
  },
  'acts.appealUpholdOnlyText': {
    en: 'The report is rejected after all. {{name}} is told. A deleted message stays deleted.',
    es: 'La denuncia queda rechazada. Avisaremos a {{name}}. Un mensaje borrado no vuelve.',
  },
  'acts.appealRejectTitle': { en: 'Reject the appeal?', es: '¿Rechazar el recurso?' },
  'acts.appealRejectText': {
    en: 'The decision stands. {{name}} is told why and can’t appeal again.',
    es: 'La decisión se mantiene. {{name}} recibe el motivo y no puede recurrir de nuevo.',
  },

  'acts.noticeUpholdTitle': { en: 'Uphold this notice?', es: '¿Aceptar este aviso?' },
  'acts.noticeUpholdText': {
    en: 'Nothing is hidden by this alone: take down or suspend it where it is.',
    es: 'Esto no oculta nada por sí solo: retíralo o suspende la cuenta donde esté.',
  },
  'acts.noticeRejectTitle': { en: 'Reject this notice?', es: '¿Rechazar este aviso?' },
  'acts.noticeRejectText': { en: '{{what}} isn’t taken down.', es: 'No se retira {{what}}.' },
  'acts.senderTold': { en: '{{name}} gets an email with your reason.', es: '{{name}} recibe un correo con tu motivo.' },
  'acts.senderUnknown': {
    en: 'The sender gave no address and isn’t told.',
    es: 'Quien envió el aviso no dejó dirección y no se le informa.',
  },

  'acts.complaintRefundTitle': { en: 'Refund {{name}}?', es: '¿Reembolsar a {{name}}?' },
  'acts.complaintRefundText': {
    en: '{{buyer}} gets everything back, at the expense of {{seller}}. Both read your reason.',
    es: '{{buyer}} lo recupera todo, a cargo de {{seller}}. Ambas partes leen tu motivo.',
  },
  'acts.complaintRejectTitle': { en: 'Reject this complaint?', es: '¿Rechazar esta reclamación?' },
  'acts.complaintRejectText': {
    en: '{{buyer}} gets nothing back, and {{seller}} receives the earnings of this sale. Both read your reason.',
    es: '{{buyer}} no recupera nada y {{seller}} recibe los ingresos de esta venta. Ambas partes leen tu motivo.',
  },

  'acts.payoutApproveTitle': { en: 'Approve {{money}} for {{name}}?', es: '¿Aprobar {{money}} para {{name}}?' },
  'acts.payoutApproveText': {
    en: '{{reference}} can then be paid to {{to}}. {{name}} is told.',
    es: 'Después se podrá pagar {{reference}} a {{to}}. Avisaremos a {{name}}.',
  },
  'acts.payoutRejectTitle': { en: 'Reject the payout of {{name}}?', es: '¿Rechazar el pago de {{name}}?' },
  'acts.payoutBackText': {
    en: '{{money}} goes back to what {{name}} can withdraw. {{name}} reads your reason.',
    es: '{{money}} vuelven a lo que {{name}} puede retirar. {{name}} lee tu motivo.',
  },
  'acts.payoutPayTitle': { en: 'Mark {{money}} as paid?', es: '¿Marcar {{money}} como pagados?' },
  'acts.payoutPayText': {
    en: 'Do this once {{money}} has left your account for {{to}}. {{name}} is told, and gets a statement.',
    es: 'Hazlo cuando {{money}} haya salido de tu cuenta hacia {{to}}. Avisaremos a {{name}}, que recibe una liquidación.',
  },
  'acts.payoutReturnTitle': { en: 'Mark {{money}} as returned?', es: '¿Marcar {{money}} como devueltos?' },

  'acts.settingResetTitle': {
    en: 'Restore the default of “{{title}}”?',
    es: '¿Restaurar el valor inicial de «{{title}}»?',
  },
  'acts.settingResetText': {
    en: 'The setting goes back to its default at once, for everyone. Its history keeps the present value.',
    es: 'El ajuste vuelve a su valor inicial al instante, para todo el mundo. El historial conserva el valor actual.',
  },
  'acts.importTitle_one': { en: 'Import {{count}} text?', es: '¿Importar {{count}} texto?' },
  'acts.importTitle_other': { en: 'Import {{count}} texts?', es: '¿Importar {{count}} textos?' },
  'acts.importText': {
    en: 'What {{file}} says in {{language}} replaces the texts on the site at once, for every visitor.',
    es: 'Lo que dice {{file}} en {{language}} sustituye al instante los textos del sitio, para todos los visitantes.',
  },
});
