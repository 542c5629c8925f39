import { texts } from './text.ts';

/** Answers of the calls on accounts, and the mails they send. */
export const accountTexts = texts({
  'accounts.registered': {
    en: 'Welcome. We’ve sent you an email to confirm your address.',
    es: 'Te damos la bienvenida. Te hemos enviado un correo para confirmar tu dirección.',
  },
  'accounts.performerRegistered': {
    en: 'Thank you. Confirm your address with the email we sent; we look at your documents next.',
    es: 'Gracias. Confirma tu dirección con el correo que te enviamos; después revisaremos tus documentos.',
  },
  'accounts.resetSent': {
    en: "We've sent an email to reset your password, please check your inbox.",
    es: 'Te hemos enviado un correo para restablecer tu contraseña; revisa tu bandeja de entrada.',
  },
  'accounts.verificationSent': {
    en: 'If this address is waiting to be confirmed, an email is on its way.',
    es: 'Si esta dirección está pendiente de confirmar, te llegará un correo.',
  },
  'accounts.emailVerified': { en: 'Your email address is confirmed.', es: 'Tu correo electrónico está confirmado.' },
  'accounts.passwordChanged': { en: 'Your password is changed.', es: 'Tu contraseña ha cambiado.' },
  'accounts.twoFactorOff': { en: 'Two-step verification is off.', es: 'La verificación en dos pasos está desactivada.' },
  'accounts.emailChangeSent': {
    en: 'We’ve sent a link to the new address. Your address changes once you open it.',
    es: 'Hemos enviado un enlace a la dirección nueva. Tu correo cambiará cuando lo abras.',
  },
  'accounts.emailChanged': { en: 'Your email address is changed.', es: 'Tu correo electrónico ha cambiado.' },
  'accounts.emailChangeUndone': {
    en: 'Your old address is back, and every device is logged out. We’ve sent you a link to set a new password.',
    es: 'Tu correo anterior ha vuelto y se ha cerrado la sesión en todos los dispositivos. Te hemos enviado un enlace para elegir una contraseña nueva.',
  },
  'personalData.kept.consents': {
    en: 'That you agreed to the terms and said you are of age, to show that you did.',
    es: 'Que aceptaste las condiciones y dijiste ser mayor de edad, para poder demostrarlo.',
  },
  'personalData.kept.orders': {
    en: 'What was ordered and paid, because tax law requires receipts.',
    es: 'Lo que se pidió y se pagó, porque la ley fiscal exige los justificantes.',
  },
  'personalData.kept.ledger': {
    en: 'The history of your wallet, because tax law requires complete accounts.',
    es: 'El historial de tu monedero, porque la ley fiscal exige cuentas completas.',
  },
  'personalData.kept.notices': {
    en: 'Takedown notices you sent, because the decision on them must be justified.',
    es: 'Los avisos de retirada que enviaste, porque la decisión sobre ellos debe poder justificarse.',
  },
  'personalData.kept.reports': {
    en: 'Reports you sent, because the decision on them must be justified.',
    es: 'Las denuncias que enviaste, porque la decisión sobre ellas debe poder justificarse.',
  },
  'personalData.kept.measures': {
    en: 'Decisions against your content or account with their reasons, and pictures that were removed, because they must be justified.',
    es: 'Las decisiones contra tu contenido o tu cuenta con sus motivos, y las fotos retiradas, porque deben poder justificarse.',
  },
  'personalData.kept.bought': {
    en: 'What others bought from you, because it is theirs.',
    es: 'Lo que otras personas te compraron, porque es suyo.',
  },
  'personalData.kept.identity': {
    en: 'Your legal name, date of birth and documents, because the records of performers must be kept.',
    es: 'Tu nombre legal, fecha de nacimiento y documentos, porque hay que conservar los registros de artistas.',
  },
  'site.contactSent': { en: 'Thank you. We read every message.', es: 'Gracias. Leemos todos los mensajes.' },
  'applications.reason.unreadable': { en: 'A document can’t be read.', es: 'Un documento no se puede leer.' },
  'applications.reason.expired': { en: 'The document has expired.', es: 'El documento ha caducado.' },
  'applications.reason.nameDiffers': { en: 'The name differs from the document.', es: 'El nombre no coincide con el documento.' },
  'applications.reason.underage': { en: 'The document shows an age under 18.', es: 'El documento muestra una edad menor de 18 años.' },
  'applications.reason.other': { en: 'Another reason.', es: 'Otro motivo.' },
  'mail.contact.subject': { en: '{{siteName}}: a message from {{name}}', es: '{{siteName}}: un mensaje de {{name}}' },
  'mail.contact.text': { en: '{{name}} <{{email}}> writes:\n\n{{message}}', es: '{{name}} <{{email}}> escribe:\n\n{{message}}' },
  'reference.gender.female': { en: 'Female', es: 'Mujer' },
  'reference.gender.male': { en: 'Male', es: 'Hombre' },
  'reference.gender.transgender': { en: 'Transgender', es: 'Transgénero' },
  'reference.gender.nonbinary': { en: 'Non-binary', es: 'No binario' },
  'reference.gender.other': { en: 'Other', es: 'Otro' },
  'mail.verifyEmail.subject': { en: 'Confirm your address for {{siteName}}', es: 'Confirma tu correo para {{siteName}}' },
  'mail.verifyEmail.text': {
    en: 'Hello {{name}},\n\nopen this link to confirm your address:\n{{link}}\n\nIt works for three days. If you didn’t register, ignore this email.',
    es: 'Hola, {{name}}:\n\nabre este enlace para confirmar tu dirección:\n{{link}}\n\nFunciona durante tres días. Si no te has registrado, ignora este correo.',
  },
  'mail.resetPassword.subject': { en: 'Set a new password for {{siteName}}', es: 'Elige una contraseña nueva para {{siteName}}' },
  'mail.resetPassword.text': {
    en: 'Hello {{name}},\n\nopen this link to set a new password:\n{{link}}\n\nIt works for one hour, once. If you didn’t ask for it, ignore this email; nothing has changed.',
    es: 'Hola, {{name}}:\n\nabre este enlace para elegir una contraseña nueva:\n{{link}}\n\nFunciona durante una hora y una sola vez. Si no lo pediste, ignora este correo; nada ha cambiado.',
  },
  'mail.passwordChanged.subject': { en: 'Your {{siteName}} password was changed', es: 'Tu contraseña de {{siteName}} ha cambiado' },
  'mail.passwordChanged.text': {
    en: 'Hello {{name}},\n\nyour password was changed: {{when}}.\n\n{{notMe}}',
    es: 'Hola, {{name}}:\n\ntu contraseña ha cambiado: {{when}}.\n\n{{notMe}}',
  },
  'mail.notMe.text': {
    en: 'If it wasn’t you, open this link and press “This wasn’t me”. Every device is logged out, your password stops working, and you set a new one:\n{{link}}\n\nThe link works for seven days, once.',
    es: 'Si no fuiste tú, abre este enlace y pulsa «No fui yo». Se cierra la sesión en todos los dispositivos, tu contraseña deja de funcionar y eliges una nueva:\n{{link}}\n\nEl enlace funciona durante siete días y una sola vez.',
  },
  'mail.notMe.performer': {
    en: 'If it wasn’t you, open this link and press “This wasn’t me”. Every device is logged out, your payouts are frozen until our team has checked them, your password stops working, and you set a new one:\n{{link}}\n\nThe link works for seven days, once.',
    es: 'Si no fuiste tú, abre este enlace y pulsa «No fui yo». Se cierra la sesión en todos los dispositivos, tus pagos quedan bloqueados hasta que nuestro equipo los revise, tu contraseña deja de funcionar y eliges una nueva:\n{{link}}\n\nEl enlace funciona durante siete días y una sola vez.',
  },
  'mail.newBrowser.subject': {
    en: 'New log-in to your {{siteName}} account',
    es: 'Nuevo inicio de sesión en tu cuenta de {{siteName}}',
  },
  'mail.newBrowser.text': {
    en: 'Hello {{name}},\n\nsomebody logged in to your account @{{username}} with a browser that it hasn’t used before:\n– {{when}}\n– {{device}}\n– {{place}}\n\nIf it was you, there is nothing to do.\n\n{{notMe}}',
    es: 'Hola, {{name}}:\n\nalguien ha iniciado sesión en tu cuenta @{{username}} con un navegador que no se había usado antes:\n– {{when}}\n– {{device}}\n– {{place}}\n\nSi fuiste tú, no tienes que hacer nada.\n\n{{notMe}}',
  },
  'mail.newBrowser.device': { en: '{{browser}} on {{system}}', es: '{{browser}} en {{system}}' },
  'mail.newBrowser.unknownDevice': { en: 'Unknown device', es: 'Dispositivo desconocido' },
  'mail.newBrowser.unknownPlace': { en: 'Unknown country', es: 'País desconocido' },
  'mail.recoveryCodesRenewed.subject': {
    en: 'New recovery codes for your {{siteName}} account',
    es: 'Códigos de recuperación nuevos para tu cuenta de {{siteName}}',
  },
  'mail.recoveryCodesRenewed.text': {
    en: 'Hello {{name}},\n\nyour account @{{username}} has new recovery codes, and the old ones no longer work: {{when}}.\n\n{{notMe}}',
    es: 'Hola, {{name}}:\n\ntu cuenta @{{username}} tiene códigos de recuperación nuevos y los anteriores ya no funcionan: {{when}}.\n\n{{notMe}}',
  },
  'mail.accountSecured.subject': { en: 'Your {{siteName}} account is secured', es: 'Tu cuenta de {{siteName}} está protegida' },
  'mail.accountSecured.text': {
    en: 'Hello {{name}},\n\nyou told us that somebody else used your account @{{username}}. Every device is logged out, and the old password no longer works. Set a new one:\n{{link}}\n\nIt works for one hour, once. Later you can ask for another link:\n{{url}}/auth/forgot-password',
    es: 'Hola, {{name}}:\n\nnos has dicho que otra persona usó tu cuenta @{{username}}. Se ha cerrado la sesión en todos los dispositivos y la contraseña anterior ya no funciona. Elige una nueva:\n{{link}}\n\nFunciona durante una hora y una sola vez. Después puedes pedir otro enlace:\n{{url}}/auth/forgot-password',
  },
  'mail.payoutsReleased.subject': {
    en: 'Your {{siteName}} payouts are no longer frozen',
    es: 'Tus pagos de {{siteName}} ya no están bloqueados',
  },
  'mail.payoutsReleased.text': {
    en: 'Hello {{name}},\n\nour team has checked your account. You can request payouts again:\n{{url}}/model/payout-request\n\nFirst check your payout details:\n{{url}}/model/banking',
    es: 'Hola, {{name}}:\n\nnuestro equipo ha revisado tu cuenta. Ya puedes volver a solicitar pagos:\n{{url}}/model/payout-request\n\nAntes, revisa tus datos de cobro:\n{{url}}/model/banking',
  },
  'mail.addressInUse.subject': { en: 'Someone tried to use your address', es: 'Alguien ha intentado usar tu correo' },
  'mail.addressInUse.text': {
    en: 'Hello {{name}},\n\nsomeone tried to use this address at {{siteName}}. You already have an account, @{{username}}. If it was you, log in or set a new password:\n{{url}}/auth/forgot-password\n\nIf not, there is nothing to do.',
    es: 'Hola, {{name}}:\n\nalguien ha intentado usar este correo en {{siteName}}. Ya tienes una cuenta, @{{username}}. Si fuiste tú, inicia sesión o elige una contraseña nueva:\n{{url}}/auth/forgot-password\n\nSi no, no tienes que hacer nada.',
  },
  'mail.applicationApproved.subject': { en: 'You’re approved at {{siteName}}', es: 'Tu cuenta de {{siteName}} está aprobada' },
  'mail.applicationApproved.text': {
    en: 'Hello {{name}},\n\nyour account is approved. You can publish now:\n{{url}}/model/dashboard',
    es: 'Hola, {{name}}:\n\ntu cuenta está aprobada. Ya puedes publicar:\n{{url}}/model/dashboard',
  },
  'mail.applicationRejected.subject': {
    en: 'Your application at {{siteName}} needs changes',
    es: 'Tu solicitud en {{siteName}} necesita cambios',
  },
  'mail.applicationRejected.text': {
    en: 'Hello {{name}},\n\nwe could not approve your application yet:\n{{reasons}}\n\nYou can send your documents again here:\n{{url}}/model/account',
    es: 'Hola, {{name}}:\n\ntodavía no hemos podido aprobar tu solicitud:\n{{reasons}}\n\nPuedes enviar los documentos de nuevo aquí:\n{{url}}/model/account',
  },
  'mail.changeEmail.subject': { en: 'Confirm your new address for {{siteName}}', es: 'Confirma tu correo nuevo para {{siteName}}' },
  'mail.changeEmail.text': {
    en: 'Hello {{name}},\n\nopen this link to make this the address of your account @{{username}}:\n{{link}}\n\nIt works for one day, once. If you didn’t ask for it, ignore this email; nothing has changed.',
    es: 'Hola, {{name}}:\n\nabre este enlace para que este sea el correo de tu cuenta @{{username}}:\n{{link}}\n\nFunciona durante un día y una sola vez. Si no lo pediste, ignora este correo; nada ha cambiado.',
  },
  'mail.emailChangeRequested.subject': {
    en: 'A new address was requested for your {{siteName}} account',
    es: 'Se ha pedido un correo nuevo para tu cuenta de {{siteName}}',
  },
  'mail.emailChangeRequested.text': {
    en: 'Hello {{name}},\n\nsomebody who is logged in to your account @{{username}} asked to change its email address. If that was you, open the link we sent to the new address.\n\n{{notMe}}',
    es: 'Hola, {{name}}:\n\nalguien que ha iniciado sesión en tu cuenta @{{username}} ha pedido cambiar su correo electrónico. Si fuiste tú, abre el enlace que enviamos al correo nuevo.\n\n{{notMe}}',
  },
  'mail.emailChanged.subject': { en: 'Your {{siteName}} address was changed', es: 'El correo de tu cuenta de {{siteName}} ha cambiado' },
  'mail.emailChanged.text': {
    en: 'Hello {{name}},\n\nthe address of your account @{{username}} was changed to another one: {{when}}. If that was you, there is nothing to do.\n\n{{notMe}}\n\nYour account gets this address back.',
    es: 'Hola, {{name}}:\n\nel correo de tu cuenta @{{username}} ha cambiado por otro: {{when}}. Si fuiste tú, no tienes que hacer nada.\n\n{{notMe}}\n\nTu cuenta recuperará este correo.',
  },
  'mail.twoFactorOn.subject': {
    en: 'Two-step verification is on at {{siteName}}',
    es: 'La verificación en dos pasos está activada en {{siteName}}',
  },
  'mail.twoFactorOn.text': {
    en: 'Hello {{name}},\n\nfrom now on, you also enter a code from your app to log in. Keep your recovery codes where you can find them without your phone.\n\n{{notMe}}',
    es: 'Hola, {{name}}:\n\na partir de ahora, al iniciar sesión se te pedirá también un código de tu aplicación. Guarda los códigos de recuperación donde los encuentres sin el teléfono.\n\n{{notMe}}',
  },
  'mail.twoFactorOff.subject': {
    en: 'Two-step verification is off at {{siteName}}',
    es: 'La verificación en dos pasos está desactivada en {{siteName}}',
  },
  'mail.twoFactorOff.text': {
    en: 'Hello {{name}},\n\nfrom now on, your app is no longer asked for a code when you log in.\n\n{{notMe}}',
    es: 'Hola, {{name}}:\n\na partir de ahora, al iniciar sesión ya no se te pedirá un código de tu aplicación.\n\n{{notMe}}',
  },
  'mail.ownerProposed.subject': { en: 'A new owner of {{siteName}} needs you', es: 'Un nuevo responsable de {{siteName}} te necesita' },
  'mail.ownerProposed.text': {
    en: 'Hello {{name}},\n\n@{{by}} wants @{{person}} to be an owner of {{siteName}}. An owner may do everything, so another owner must confirm it within seven days:\n{{link}}\n\nIf this surprises you, don’t confirm it, and talk to @{{by}}.',
    es: 'Hola, {{name}}:\n\n@{{by}} quiere que @{{person}} sea responsable de {{siteName}}. Un responsable puede hacerlo todo, así que otro debe confirmarlo en siete días:\n{{link}}\n\nSi no te lo esperabas, no lo confirmes y habla con @{{by}}.',
  },
  'mail.safetyChanged.subject': {
    en: 'Safety settings of {{siteName}} were changed',
    es: 'Ajustes de seguridad de {{siteName}} modificados',
  },
  'mail.safetyChanged.text': {
    en: 'Hello {{name}},\n\n@{{by}} changed these settings of {{siteName}}:\n{{settings}}\n\nIf this surprises you, look at them now:\n{{url}}/admin/settings',
    es: 'Hola, {{name}}:\n\n@{{by}} ha cambiado estos ajustes de {{siteName}}:\n{{settings}}\n\nSi no te lo esperabas, revísalos ahora:\n{{url}}/admin/settings',
  },
  'mail.safetyChangedOnServer.subject': {
    en: 'Safety settings of {{siteName}} were changed on its server',
    es: 'Ajustes de seguridad de {{siteName}} modificados en su servidor',
  },
  'mail.safetyChangedOnServer.text': {
    en: 'Hello {{name}},\n\nThese settings of {{siteName}} were changed on its server’s command line:\n{{settings}}\n\nIf this surprises you, ask whoever runs the server, and look at them now:\n{{url}}/admin/settings',
    es: 'Hola, {{name}}:\n\nEstos ajustes de {{siteName}} se han cambiado en la línea de comandos de su servidor:\n{{settings}}\n\nSi no te lo esperabas, pregunta a quien lleva el servidor y revísalos ahora:\n{{url}}/admin/settings',
  },
  'mail.test.subject': { en: 'Mail from {{siteName}} works', es: 'El correo de {{siteName}} funciona' },
  'mail.test.text': {
    en: 'Somebody who runs {{siteName}} sent this message to see that its mail arrives. There is nothing to do.\n\n{{url}}',
    es: 'Alguien que lleva {{siteName}} ha enviado este mensaje para ver que su correo llega. No hay nada que hacer.\n\n{{url}}',
  },
  'mail.passkeyAdded.subject': {
    en: 'A passkey was added to your {{siteName}} account',
    es: 'Se ha añadido una clave de acceso a tu cuenta de {{siteName}}',
  },
  'mail.passkeyAdded.text': {
    en: 'Hello {{name}},\n\nthe passkey “{{passkey}}” now opens your account @{{username}}. Logging in with your password also asks for a passkey or a recovery code.\n\n{{notMe}}',
    es: 'Hola, {{name}}:\n\nla clave de acceso «{{passkey}}» ya permite entrar en tu cuenta @{{username}}. Si inicias sesión con la contraseña, también se te pedirá una clave de acceso o un código de recuperación.\n\n{{notMe}}',
  },
  'mail.passkeyRemoved.subject': {
    en: 'A passkey was removed from your {{siteName}} account',
    es: 'Se ha eliminado una clave de acceso de tu cuenta de {{siteName}}',
  },
  'mail.passkeyRemoved.text': {
    en: 'Hello {{name}},\n\nthe passkey “{{passkey}}” no longer opens your account @{{username}}.\n\n{{notMe}}',
    es: 'Hola, {{name}}:\n\nla clave de acceso «{{passkey}}» ya no permite entrar en tu cuenta @{{username}}.\n\n{{notMe}}',
  },
  'mail.exportReady.subject': {
    en: 'A copy of your data from {{siteName}} is ready',
    es: 'La copia de tus datos de {{siteName}} está lista',
  },
  'mail.exportReady.text': {
    en: 'Hello {{name}},\n\nthe copy of your data that you asked for is ready. Log in to download it, within seven days:\n{{url}}/account',
    es: 'Hola, {{name}}:\n\nla copia de tus datos que pediste está lista. Inicia sesión para descargarla, en los próximos siete días:\n{{url}}/account',
  },
  'mail.deletionRequested.subject': { en: 'Your {{siteName}} account will be deleted', es: 'Tu cuenta de {{siteName}} se eliminará' },
  'mail.deletionRequested.text': {
    en: 'Hello {{name}},\n\nas you asked, your account @{{username}} will be deleted on {{date}}. Until then you can cancel this:\n{{url}}/account\n\nIf it wasn’t you who asked, cancel it and set a new password.',
    es: 'Hola, {{name}}:\n\ncomo pediste, tu cuenta @{{username}} se eliminará el {{date}}. Hasta entonces puedes anularlo:\n{{url}}/account\n\nSi no lo pediste tú, anúlalo y elige una contraseña nueva.',
  },
  'mail.deletionTakenBack.subject': { en: 'Your {{siteName}} account won’t be deleted', es: 'Tu cuenta de {{siteName}} no se eliminará' },
  'mail.deletionTakenBack.text': {
    en: 'Hello {{name}},\n\nyour account @{{username}} will not be deleted. We’re glad you’re staying.',
    es: 'Hola, {{name}}:\n\ntu cuenta @{{username}} no se eliminará. Nos alegra que te quedes.',
  },
  'mail.accountDeleted.subject': { en: 'Your {{siteName}} account is deleted', es: 'Tu cuenta de {{siteName}} se ha eliminado' },
  'mail.accountDeleted.text': {
    en: 'Hello {{name}},\n\nyour account is deleted. We keep only what the law requires, and no longer than it requires. This is the last email from us.',
    es: 'Hola, {{name}}:\n\ntu cuenta se ha eliminado. Conservamos solo lo que exige la ley y no más tiempo del que exige. Este es el último correo que recibes de nosotros.',
  },
});
