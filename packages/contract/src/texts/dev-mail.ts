import { texts } from './text.ts';

/** The page on which the mails of a demo can be read. */
export const devMailTexts = texts({
  'devMail.title': { en: 'Sent mail', es: 'Correo enviado' },
  'devMail.lead': {
    en: 'No email leaves this machine: without a mail server, everything the site sends is kept here. Only demo sites have this page.',
    es: 'Ningún correo sale de esta máquina: sin servidor de correo, todo lo que envía el sitio se queda aquí. Solo los sitios de demostración tienen esta página.',
  },
  'devMail.empty': {
    en: 'No mail yet. Register an account or ask for a new password, and it appears here.',
    es: 'Aún no hay correo. Crea una cuenta o pide una contraseña nueva y aparecerá aquí.',
  },
  'devMail.to': { en: 'To', es: 'Para' },
  'devMail.sent': { en: 'Sent', es: 'Enviado' },
  'devMail.all': { en: 'All mail', es: 'Todo el correo' },
  'devMail.site': { en: 'To the site', es: 'Ir al sitio' },
});
