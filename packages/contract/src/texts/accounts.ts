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
    en: 'Hello {{name}},\n\nopen this link to confirm your address:\n{{link}}\n\nIt works for three days. If you didn’t register, ignore this mail.',
    es: 'Hola, {{name}}:\n\nabre este enlace para confirmar tu dirección:\n{{link}}\n\nFunciona durante tres días. Si no te has registrado, ignora este correo.',
  },
  'mail.resetPassword.subject': { en: 'Set a new password for {{siteName}}', es: 'Elige una contraseña nueva para {{siteName}}' },
  'mail.resetPassword.text': {
    en: 'Hello {{name}},\n\nopen this link to set a new password:\n{{link}}\n\nIt works for one hour, once. If you didn’t ask for it, ignore this mail; nothing has changed.',
    es: 'Hola, {{name}}:\n\nabre este enlace para elegir una contraseña nueva:\n{{link}}\n\nFunciona durante una hora y una sola vez. Si no lo pediste, ignora este correo; nada ha cambiado.',
  },
  'mail.passwordChanged.subject': { en: 'Your {{siteName}} password was changed', es: 'Tu contraseña de {{siteName}} ha cambiado' },
  'mail.passwordChanged.text': {
    en: 'Hello {{name}},\n\nyour password was just changed. If that wasn’t you, set a new one at once:\n{{url}}/auth/forgot-password',
    es: 'Hola, {{name}}:\n\ntu contraseña acaba de cambiar. Si no fuiste tú, elige una nueva cuanto antes:\n{{url}}/auth/forgot-password',
  },
  'mail.addressInUse.subject': { en: 'Someone tried to register with your address', es: 'Alguien ha intentado registrarse con tu correo' },
  'mail.addressInUse.text': {
    en: 'Hello {{name}},\n\nsomeone tried to register at {{siteName}} with this address. You already have an account, @{{username}}. If it was you, log in or set a new password:\n{{url}}/auth/forgot-password\n\nIf not, there is nothing to do.',
    es: 'Hola, {{name}}:\n\nalguien ha intentado registrarse en {{siteName}} con este correo. Ya tienes una cuenta, @{{username}}. Si fuiste tú, inicia sesión o elige una contraseña nueva:\n{{url}}/auth/forgot-password\n\nSi no, no tienes que hacer nada.',
  },
  'mail.applicationApproved.subject': { en: 'You’re approved at {{siteName}}', es: 'Tu cuenta de {{siteName}} está aprobada' },
  'mail.applicationApproved.text': {
    en: 'Hello {{name}},\n\nyour account is approved. You can publish now:\n{{url}}/model/dashboard',
    es: 'Hola, {{name}}:\n\ntu cuenta está aprobada. Ya puedes publicar:\n{{url}}/model/dashboard',
  },
  'mail.applicationRejected.subject': {
    en: 'Your application at {{siteName}} needs another look',
    es: 'Tu solicitud en {{siteName}} necesita cambios',
  },
  'mail.applicationRejected.text': {
    en: 'Hello {{name}},\n\nwe could not approve your application yet:\n{{reasons}}\n\nYou can send your documents again here:\n{{url}}/model/account',
    es: 'Hola, {{name}}:\n\ntodavía no hemos podido aprobar tu solicitud:\n{{reasons}}\n\nPuedes enviar los documentos de nuevo aquí:\n{{url}}/model/account',
  },
});
