import { texts } from './text.ts';

/** The public page about the ledger. */
export const ledgerPageTexts = texts({
  'ledgerPage.title': { en: 'State of the ledger', es: 'Estado del libro mayor' },
  'ledgerPage.lead': {
    en: 'Every token and every payment on this site is an entry in a double-entry ledger. Each night a program checks that it adds up. Here is what it found.',
    es: 'Cada token y cada pago de este sitio es un apunte en un libro mayor de partida doble. Cada noche un programa comprueba que las cuentas cuadran. Este es el resultado.',
  },
  'ledgerPage.holds': { en: 'All checks passed', es: 'Todas las comprobaciones son correctas' },
  'ledgerPage.broken': { en: 'A check failed', es: 'Una comprobación ha fallado' },
  'ledgerPage.brokenText': {
    en: 'The site’s owner has been told and is looking into it.',
    es: 'Se ha avisado al responsable del sitio, que lo está revisando.',
  },
  'ledgerPage.never': { en: 'Not checked yet', es: 'Aún sin comprobar' },
  'ledgerPage.neverText': { en: 'The first check runs tonight.', es: 'La primera comprobación se hace esta noche.' },
  'ledgerPage.checked': { en: 'Last checked {{date}} (UTC)', es: 'Última comprobación: {{date}} (UTC)' },
  'ledgerPage.ok': { en: 'Passed', es: 'Se cumple' },
  'ledgerPage.failed': { en: 'Failed', es: 'Falla' },
  'ledgerPage.chain': { en: 'Chain of transactions', es: 'Cadena de transacciones' },
  'ledgerPage.chainText': {
    en: 'Each transaction is sealed with a hash that includes the one before. Note the last hash: if an earlier transaction were changed later, the chain that leads to it would no longer add up.',
    es: 'Cada transacción se sella con un hash que incluye el anterior. Anota el último: si después se cambiara una transacción anterior, la cadena que lleva hasta él dejaría de cuadrar.',
  },
  'ledgerPage.transactions': { en: 'Sealed transactions', es: 'Transacciones selladas' },
  'ledgerPage.hash': { en: 'Last hash (SHA-256)', es: 'Último hash (SHA-256)' },
  'ledgerPage.sealedAt': { en: 'Last sealed', es: 'Último sello' },
  'ledgerPage.noChain': { en: 'No transaction has been sealed yet.', es: 'Aún no se ha sellado ninguna transacción.' },
});
