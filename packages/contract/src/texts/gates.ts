import { texts } from './text.ts';

/** Texts of the age gate and the cookie choice. */
export const gateTexts = texts({
  'gate.ageTitle': { en: 'Are you 18 or older?', es: '¿Tienes 18 años o más?' },
  'gate.ageText': {
    en: '{{site}} is for adults. In your country, we have to ask before we show anything. Your answer is kept on this device for a year.',
    es: '{{site}} es para adultos. En tu país tenemos que preguntarlo antes de mostrar nada. Tu respuesta se guarda un año en este dispositivo.',
  },
  'gate.ageYes': { en: 'I am 18 or older', es: 'Tengo 18 años o más' },
  'gate.ageNo': { en: 'I am younger', es: 'Soy menor' },
  'gate.ageCookies': {
    en: 'Your browser blocks cookies, so your answer can’t be kept. Allow cookies for this site, then answer again.',
    es: 'Tu navegador bloquea las cookies y no se puede guardar tu respuesta. Permítelas en este sitio y responde de nuevo.',
  },
  'gate.ageLogIn': { en: 'Log in instead', es: 'Iniciar sesión' },
  'gate.ageLinks': { en: 'About this site', es: 'Sobre este sitio' },
  'gate.verifyTitle': { en: 'Verify your age', es: 'Verifica tu edad' },
  'gate.verifyText': {
    en: '{{site}} is for adults. In your country, we have to verify that you’re 18 or older before we show anything.',
    es: '{{site}} es para adultos. En tu país tenemos que verificar que tienes 18 años o más antes de mostrar nada.',
  },
  'gate.verifyProvider': {
    en: '{{name}} ({{host}}) does the check and only tells us whether you’re 18 or older.',
    es: '{{name}} ({{host}}) hace la comprobación y solo nos dice si tienes 18 años o más.',
  },
  'gate.verifyKept_one': {
    en: 'We keep the result, the time, the method and a reference number for {{count}} day. We never receive your name, your date of birth or a document.',
    es: 'Guardamos el resultado, la hora, el método y un número de referencia durante {{count}} día. Nunca recibimos tu nombre, tu fecha de nacimiento ni un documento.',
  },
  'gate.verifyKept_other': {
    en: 'We keep the result, the time, the method and a reference number for {{count}} days. We never receive your name, your date of birth or a document.',
    es: 'Guardamos el resultado, la hora, el método y un número de referencia durante {{count}} días. Nunca recibimos tu nombre, tu fecha de nacimiento ni un documento.',
  },
  'gate.verifyBegin': { en: 'Verify my age', es: 'Verificar mi edad' },
  'gate.verifyAgain': { en: 'Try again', es: 'Intentar de nuevo' },
  'gate.verifyNo': { en: 'I’m under 18', es: 'Soy menor de 18' },
  'gate.verifyAccount': { en: 'Your account and data', es: 'Tu cuenta y tus datos' },
  'gate.verifySubscriptions': { en: 'Cancel a subscription', es: 'Cancelar una suscripción' },
  'gate.verifyLogOut': { en: 'Log out', es: 'Cerrar sesión' },
  'gate.verify.failed': {
    en: 'The check didn’t confirm that you’re 18 or older.',
    es: 'La comprobación no confirmó que tengas 18 años o más.',
  },
  'gate.verify.expired': {
    en: 'The check took too long, or it was already used. Start a new one.',
    es: 'La comprobación tardó demasiado o ya se usó. Empieza otra.',
  },
  'gate.verify.away': {
    en: 'The age check can’t be reached right now. Please try again in a moment.',
    es: 'El control de edad no está disponible ahora mismo. Inténtalo de nuevo en un momento.',
  },
  'gate.verify.refused': {
    en: 'The result couldn’t be accepted. Start a new check in this browser.',
    es: 'El resultado no se pudo aceptar. Empieza otra comprobación en este navegador.',
  },
  'account.age': { en: 'Age', es: 'Edad' },
  'account.ageLead': {
    en: 'Some countries require a check before adult content is shown.',
    es: 'Algunos países exigen una comprobación antes de mostrar contenido para adultos.',
  },
  'account.ageVerified': { en: 'Verified', es: 'Verificada' },
  'account.ageNotVerified': { en: 'Not verified', es: 'Sin verificar' },
  'account.ageUntil': { en: 'Until {{date}}, by {{name}}.', es: 'Hasta el {{date}}, con {{name}}.' },
  'account.ageDocuments': { en: 'By your identity documents.', es: 'Con tus documentos de identidad.' },
  'account.ageNeeded': {
    en: 'Your country requires a check before adult content is shown.',
    es: 'Tu país exige una comprobación antes de mostrar contenido para adultos.',
  },
  'account.ageVerify': { en: 'Verify', es: 'Verificar' },
  'account.ageAgain': { en: 'Verify again', es: 'Verificar de nuevo' },
  'gate.siteLinks': { en: 'Links of the site', es: 'Enlaces del sitio' },
  'consent.onlyNeeded': { en: 'Necessary cookies only', es: 'Solo las necesarias' },
  'consent.choice': { en: 'Cookie choice', es: 'Elección de cookies' },
  'ui.newTab': { en: '(new tab)', es: '(pestaña nueva)' },
  'page.hidden': { en: 'Hidden', es: 'Oculta' },
  'page.hiddenText': {
    en: 'Only you and other admins of the site see this page.',
    es: 'Solo tú y quienes administran el sitio veis esta página.',
  },
  'page.edit': { en: 'Edit', es: 'Editar' },
  'promo.label': { en: 'From the team', es: 'Del equipo' },
  'promo.dismiss': { en: 'Hide this', es: 'Ocultar' },
  'promo.next': { en: 'Next', es: 'Siguiente' },
  'promo.previous': { en: 'Previous', es: 'Anterior' },
  'promo.position': { en: '{{index}} of {{count}}', es: '{{index}} de {{count}}' },
});
