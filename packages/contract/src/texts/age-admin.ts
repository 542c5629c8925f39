import { texts } from './text.ts';

/** Texts of the owner's card for the provider of age checks. */
export const ageAdminTexts = texts({
  'ageProvider.title': { en: 'Age check provider', es: 'Proveedor de control de edad' },
  'ageProvider.set': { en: 'Connected', es: 'Conectado' },
  'ageProvider.unset': { en: 'Not connected', es: 'Sin conectar' },
  'ageProvider.lead': {
    en: 'Where a country’s rule is Verify, people are sent to this company, which tells the site only whether they’re of age. It must speak OpenID Connect.',
    es: 'Donde la regla de un país es Verificar, se envía a las personas a esta empresa, que solo dice al sitio si son mayores de edad. Debe usar OpenID Connect.',
  },
  'ageProvider.counts': {
    en: 'In the last 30 days: {{passed}} passed, {{failed}} without a result, {{open}} open.',
    es: 'En los últimos 30 días: {{passed}} superadas, {{failed}} sin resultado, {{open}} abiertas.',
  },
  'ageProvider.returnAddress': {
    en: 'Register this redirect address at the provider:',
    es: 'Registra esta dirección de retorno en el proveedor:',
  },
  'ageProvider.name': { en: 'Name', es: 'Nombre' },
  'ageProvider.nameText': { en: 'Shown to people before they go there.', es: 'Se muestra a las personas antes de ir.' },
  'ageProvider.issuer': { en: 'Issuer', es: 'Emisor' },
  'ageProvider.issuerText': {
    en: 'The provider’s address, exactly as its discovery document has it.',
    es: 'La dirección del proveedor, tal como figura en su documento de descubrimiento.',
  },
  'ageProvider.clientId': { en: 'Client ID', es: 'ID de cliente' },
  'ageProvider.clientIdText': { en: 'What the provider calls this site.', es: 'Cómo llama el proveedor a este sitio.' },
  'ageProvider.clientSecret': { en: 'Client secret', es: 'Secreto de cliente' },
  'ageProvider.clientSecretText': { en: 'Stored encrypted, and never shown.', es: 'Se guarda cifrado y no se muestra nunca.' },
  'ageProvider.secretSet': { en: 'Stored. Leave empty to keep it', es: 'Guardado. Déjalo vacío para conservarlo' },
  'ageProvider.scope': { en: 'Scope', es: 'Ámbito' },
  'ageProvider.scopeText': {
    en: 'What to ask for besides openid, separated by spaces.',
    es: 'Qué se pide además de openid, separado por espacios.',
  },
  'ageProvider.claim': { en: 'Claim', es: 'Atributo' },
  'ageProvider.claimText': { en: 'Must be true for people of age.', es: 'Debe ser true para las personas mayores de edad.' },
  'ageProvider.test': { en: 'Test', es: 'Probar' },
  'ageProvider.save': { en: 'Save provider', es: 'Guardar proveedor' },
  'ageProvider.saved': { en: 'Provider saved.', es: 'Proveedor guardado.' },
  'ageProvider.remove': { en: 'Remove', es: 'Quitar' },
  'ageProvider.removeTitle': { en: 'Remove the provider?', es: '¿Quitar el proveedor?' },
  'ageProvider.removeText': {
    en: 'Checks that people passed stay valid. Nobody can start a new one.',
    es: 'Las comprobaciones superadas siguen siendo válidas. Nadie podrá empezar otra.',
  },
  'ageProvider.removed': { en: 'Provider removed.', es: 'Proveedor quitado.' },
  'ageProvider.testing': { en: 'Testing the provider…', es: 'Probando el proveedor…' },
  'ageProvider.passes': { en: 'The provider passes every check.', es: 'El proveedor supera todas las comprobaciones.' },
  'ageProvider.fails': { en: 'The provider doesn’t pass the test.', es: 'El proveedor no supera la prueba.' },
  'ageProvider.check.discovery': { en: 'Discovery document', es: 'Documento de descubrimiento' },
  'ageProvider.check.endpoints': { en: 'Addresses and code flow', es: 'Direcciones y flujo de código' },
  'ageProvider.check.algorithms': { en: 'Signature algorithms', es: 'Algoritmos de firma' },
  'ageProvider.check.keys': { en: 'Keys', es: 'Claves' },
  'ageProvider.checkState.ok': { en: 'works', es: 'funciona' },
  'ageProvider.checkState.failed': { en: 'fails', es: 'falla' },
  'ageProvider.checkState.untested': { en: 'not tested', es: 'sin probar' },
  'ageProvider.problem.unreachable': {
    en: 'Nothing answers there ({{found}}). Check the address.',
    es: 'Allí no responde nada ({{found}}). Revisa la dirección.',
  },
  'ageProvider.problem.notOpenId': {
    en: 'There is no complete OpenID Connect document at this address ({{found}}).',
    es: 'En esta dirección no hay un documento completo de OpenID Connect ({{found}}).',
  },
  'ageProvider.problem.otherIssuer': {
    en: 'The document names another issuer: {{found}}. Enter the issuer exactly as it is there.',
    es: 'El documento indica otro emisor: {{found}}. Escribe el emisor tal como figura allí.',
  },
  'ageProvider.problem.noCodeFlow': {
    en: 'The provider doesn’t offer the authorization code flow ({{found}}).',
    es: 'El proveedor no ofrece el flujo de código de autorización ({{found}}).',
  },
  'ageProvider.problem.noPkce': {
    en: 'The provider doesn’t support PKCE with S256 ({{found}}).',
    es: 'El proveedor no admite PKCE con S256 ({{found}}).',
  },
  'ageProvider.problem.noAlgorithm': {
    en: 'The provider signs with none of the accepted algorithms ({{found}}).',
    es: 'El proveedor no firma con ninguno de los algoritmos aceptados ({{found}}).',
  },
  'ageProvider.problem.noKeys': {
    en: 'The provider publishes no keys for signatures ({{found}}).',
    es: 'El proveedor no publica claves para firmas ({{found}}).',
  },
});
