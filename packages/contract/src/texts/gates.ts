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
