import { texts } from './text.ts';

/** The sentence of every validation rule; `{{minimum}}` and the like come from the schema. */
export const validationTexts = texts({
  'validation.required': { en: 'Fill in this field.', es: 'Rellena este campo.' },
  'validation.file': { en: 'Choose a file.', es: 'Elige un archivo.' },
  'validation.tick': { en: 'Tick the box to continue.', es: 'Marca la casilla para continuar.' },
  'validation.type': { en: 'Check the format.', es: 'Revisa el formato.' },
  'validation.tooShort': { en: 'Use at least {{minimum}} characters.', es: 'Usa al menos {{minimum}} caracteres.' },
  'validation.tooLong': { en: 'Use at most {{maximum}} characters.', es: 'Usa como máximo {{maximum}} caracteres.' },
  'validation.tooSmall': { en: 'Enter {{minimum}} or more.', es: 'Indica {{minimum}} o más.' },
  'validation.tooBig': { en: 'Enter {{maximum}} or less.', es: 'Indica {{maximum}} o menos.' },
  'validation.minorUnit': {
    en: 'This can’t be paid in {{currency}}. The nearest amount that can is {{nearest}}.',
    es: 'No se puede pagar en {{currency}}. El importe más cercano que se puede es {{nearest}}.',
  },
  'validation.minorUnitPrices': {
    en: 'Some prices can’t be paid in this currency. Change them first.',
    es: 'Algunos precios no se pueden pagar en esta moneda. Cámbialos antes.',
  },
  'validation.tooFew': { en: 'Choose at least {{minimum}}.', es: 'Elige al menos {{minimum}}.' },
  'validation.twoWords': {
    en: 'Write at least two different words, each with letters or digits.',
    es: 'Escribe al menos dos palabras distintas, cada una con letras o cifras.',
  },
  'validation.tooMany': { en: 'Choose at most {{maximum}}.', es: 'Elige como máximo {{maximum}}.' },
  'validation.email': { en: 'Enter an email address, such as name@example.com.', es: 'Escribe un correo, como nombre@ejemplo.com.' },
  'validation.uuid': { en: 'This ID isn’t valid.', es: 'El identificador no es válido.' },
  'validation.date': { en: 'Enter a date.', es: 'Indica una fecha.' },
  'validation.url': { en: 'Enter a web address, such as https://example.com.', es: 'Escribe una dirección web, como https://ejemplo.com.' },
  'validation.pattern': { en: 'Some of these characters aren’t allowed here.', es: 'Algunos de estos caracteres no se admiten aquí.' },
  'validation.choice': { en: 'Please choose one of: {{values}}.', es: 'Elige entre: {{values}}.' },
  'validation.number': { en: 'Enter a number, such as 7.50.', es: 'Indica un número, como 7,50.' },
  'validation.amount': {
    en: 'Enter an amount with at most two decimals, such as 7.50.',
    es: 'Indica un importe con dos decimales como máximo, como 7,50.',
  },
  'validation.positive': { en: 'The amount must be above zero.', es: 'El importe debe ser mayor que cero.' },
  'validation.notNegative': { en: 'The amount can’t be below zero.', es: 'El importe no puede ser negativo.' },
  'validation.controlCharacters': {
    en: 'This contains characters that can’t be shown.',
    es: 'Contiene caracteres que no se pueden mostrar.',
  },
  'validation.fileField': { en: 'Send the file in the field {{names}}.', es: 'Envía el archivo en el campo {{names}}.' },
  'validation.oneLine': { en: 'Write this on one line.', es: 'Escríbelo en una sola línea.' },
  'validation.username': {
    en: 'Use 3 to 30 letters, digits, dots, dashes or underscores, beginning with a letter or digit.',
    es: 'Usa de 3 a 30 letras, cifras, puntos, guiones o guiones bajos, empezando por una letra o cifra.',
  },
  'validation.reserved': {
    en: 'This username can’t be used. Please choose another.',
    es: 'Este nombre de usuario no se puede usar. Elige otro.',
  },
  'validation.passwordCommon': {
    en: 'This is like one of the most used passwords. Choose a few words that have nothing to do with one another.',
    es: 'Se parece a una de las contraseñas más usadas. Elige varias palabras que no tengan relación entre sí.',
  },
  'validation.passwordWords': {
    en: 'A common word with a few characters is easy to guess. Add two or three other words.',
    es: 'Una palabra corriente con unos pocos caracteres se adivina pronto. Añade dos o tres palabras más.',
  },
  'validation.passwordOwn': {
    en: 'Your name, email or date of birth is easy to guess. Choose a few words that have nothing to do with you.',
    es: 'Tu nombre, tu correo o tu fecha de nacimiento se adivinan pronto. Elige varias palabras que no tengan que ver contigo.',
  },
  'validation.passwordSite': {
    en: 'The site’s name is easy to guess. Choose a few words that have nothing to do with the site.',
    es: 'El nombre del sitio se adivina pronto. Elige varias palabras que no tengan que ver con el sitio.',
  },
  'validation.passwordRepeats': {
    en: 'Repeated characters are easy to guess. Choose a few words that have nothing to do with one another.',
    es: 'Los caracteres repetidos se adivinan pronto. Elige varias palabras que no tengan relación entre sí.',
  },
  'validation.passwordSequence': {
    en: 'Characters in a row, such as “abc”, “123” or “qwerty”, are easy to guess. Choose a few unrelated words.',
    es: 'Los caracteres seguidos, como «abc», «123» o «qwerty», se adivinan pronto. Elige varias palabras sin relación.',
  },
  'validation.passwordDate': {
    en: 'Dates and years are easy to guess. Choose a few words that have nothing to do with one another.',
    es: 'Las fechas y los años se adivinan pronto. Elige varias palabras que no tengan relación entre sí.',
  },
  'validation.passwordLeaked': {
    en: 'This password is in a list of leaked ones, which attackers try first. Choose one that you have never used.',
    es: 'Esta contraseña está en una lista de contraseñas filtradas, que se prueban primero. Elige una que no hayas usado nunca.',
  },
  'validation.actionOfObject': {
    en: 'Follow performers; like comments; like or bookmark everything else. Videos can also be favourites or saved for later.',
    es: 'Sigue a artistas; da me gusta a comentarios; da me gusta o guarda lo demás. Los vídeos también se pueden marcar como favoritos o guardar para después.',
  },
  'validation.alwaysOn': { en: 'This can’t be switched off.', es: 'Esto no se puede desactivar.' },
  'validation.notYourself': { en: 'You can’t follow yourself.', es: 'No puedes seguirte a ti mismo.' },
  'validation.adult': { en: 'You must be 18 or older.', es: 'Debes tener 18 años o más.' },
  'validation.percentOrAmount': { en: 'Enter a percentage or an amount, not both.', es: 'Indica un porcentaje o un importe, no los dos.' },
  'validation.unique': { en: 'Each can be listed only once.', es: 'Cada uno puede figurar una sola vez.' },
  'validation.country': { en: 'Choose a country from the list.', es: 'Elige un país de la lista.' },
  'validation.webAddress': {
    en: 'Enter a path of this site (/…) or a full web address (https://…).',
    es: 'Indica una ruta de este sitio (/…) o una dirección web completa (https://…).',
  },
  'validation.pictureUnreachable': {
    en: 'No picture could be loaded from this address. It takes a PNG, JPEG, WebP, GIF or AVIF of up to 2 MB; you can also upload one.',
    es: 'No se pudo cargar ninguna imagen desde esta dirección. Admite PNG, JPEG, WebP, GIF o AVIF de hasta 2 MB; también puedes subir una.',
  },
  'validation.mediaScheme': { en: 'Browsers can’t open {{found}} addresses.', es: 'Los navegadores no abren direcciones {{found}}.' },
  'validation.mediaInsecure': {
    en: 'This site is on https, so {{found}} needs https too.',
    es: 'Este sitio usa https, así que {{found}} también lo necesita.',
  },
  'validation.ageProvider': {
    en: 'Enter a provider of age checks below first. Without one, nobody could pass.',
    es: 'Indica antes abajo un proveedor de control de edad. Sin él, nadie podría pasar.',
  },
  'validation.ageProviderFails': {
    en: 'The provider of age checks doesn’t pass its test right now, so nobody could pass. Test it below.',
    es: 'El proveedor de control de edad no supera su prueba ahora mismo y nadie podría pasar. Pruébalo abajo.',
  },
  'validation.mediaNoServer': { en: 'No server answers there ({{found}}).', es: 'Allí no responde ningún servidor ({{found}}).' },
  'validation.mediaTls': { en: 'Its certificate isn’t accepted ({{found}}).', es: 'Su certificado no se acepta ({{found}}).' },
  'validation.mediaForeign': {
    en: 'What answers there isn’t this site’s media ({{found}}).',
    es: 'Lo que responde allí no son los medios de este sitio ({{found}}).',
  },
  'validation.mediaCors': {
    en: 'Browsers may not read its answers on this site: Access-Control-Allow-Origin is {{found}}.',
    es: 'Los navegadores no pueden leer sus respuestas en este sitio: Access-Control-Allow-Origin es {{found}}.',
  },
  'validation.mediaMixed': {
    en: 'Shows on this site and on the media server can’t share an address. Leave it empty.',
    es: 'Los directos de este sitio y los del servidor de medios no pueden compartir una dirección. Déjala vacía.',
  },
  'validation.mediaServerMissing': {
    en: 'Enter an Ant Media Server first: Media server, under Live.',
    es: 'Indica antes un Ant Media Server: Servidor de medios, en En directo.',
  },
  'validation.mediaServerOnce': {
    en: 'One-time tokens can’t carry private and group shows, which are paid by the minute. Use signed tokens (JWT).',
    es: 'Los tokens de un solo uso no sirven para directos privados ni en grupo, que se pagan por minuto. Usa tokens firmados (JWT).',
  },
  'validation.mediaServerAddress': {
    en: 'Enter http or https, the host and its port, without a path: https://media.example.com:5443.',
    es: 'Indica http o https, el host y su puerto, sin ruta: https://media.example.com:5443.',
  },
  'validation.mediaServerForeign': {
    en: 'What answers there isn’t an Ant Media Server ({{found}}).',
    es: 'Lo que responde allí no es un Ant Media Server ({{found}}).',
  },
  'validation.mediaServerKey': {
    en: 'The server refuses this site’s calls ({{found}}). Compare the REST key with jwtSecretKey, and add this site’s address to remoteAllowedCIDR.',
    es: 'El servidor rechaza las llamadas de este sitio ({{found}}). Compara la clave REST con jwtSecretKey y añade la dirección de este sitio a remoteAllowedCIDR.',
  },
  'validation.mediaServerApp': {
    en: 'The server has no application called {{found}}. Create it there, or change the application name under Live.',
    es: 'El servidor no tiene ninguna aplicación llamada {{found}}. Créala allí o cambia el nombre de la aplicación en En directo.',
  },
  'validation.mediaServerOld': {
    en: 'The server’s version is {{found}}. Update it to 2.10 or later.',
    es: 'La versión del servidor es {{found}}. Actualízalo a la 2.10 o posterior.',
  },
  'validation.mediaServerPlaysOpen': {
    en: 'The server plays without a token ({{found}}). Switch on playJwtControlEnabled, or playTokenControlEnabled for one-time tokens.',
    es: 'El servidor reproduce sin token ({{found}}). Activa playJwtControlEnabled, o playTokenControlEnabled para tokens de un solo uso.',
  },
  'validation.mediaServerPlay': {
    en: 'The server refuses this site’s tokens ({{found}}). Compare the stream key with jwtStreamSecretKey, and the kind of tokens.',
    es: 'El servidor rechaza los tokens de este sitio ({{found}}). Compara la clave de emisión con jwtStreamSecretKey, y el tipo de tokens.',
  },
  'validation.mediaServerSocket': {
    en: 'Its WebSocket doesn’t answer ({{found}}). Let WebSockets through to the application’s path /websocket.',
    es: 'Su WebSocket no responde ({{found}}). Permite los WebSockets hasta la ruta /websocket de la aplicación.',
  },
  'validation.mediaServerPublishOpen': {
    en: 'Anyone can publish there. Switch on publishJwtControlEnabled, or publishTokenControlEnabled for one-time tokens.',
    es: 'Allí puede emitir cualquiera. Activa publishJwtControlEnabled, o publishTokenControlEnabled para tokens de un solo uso.',
  },
  'validation.mediaServerPublish': {
    en: 'The server doesn’t let this site publish ({{found}}). Compare the stream key, and make sure the server reaches the address in webhookAuthenticateURL.',
    es: 'El servidor no deja emitir a este sitio ({{found}}). Compara la clave de emisión y comprueba que el servidor llega a la dirección de webhookAuthenticateURL.',
  },
  'validation.mediaServerHook': {
    en: 'The server doesn’t ask this site before somebody publishes. Enter the address for publishing below as webhookAuthenticateURL.',
    es: 'El servidor no pregunta a este sitio antes de que alguien emita. Indica la dirección para emitir, más abajo, como webhookAuthenticateURL.',
  },
  'validation.mediaServerOther': {
    en: 'This address doesn’t lead to the media server’s application ({{found}}). Correct it, or leave it empty.',
    es: 'Esta dirección no lleva a la aplicación del servidor de medios ({{found}}). Corrígela o déjala vacía.',
  },
  'validation.currency': { en: 'Enter a currency code, such as USD or EUR.', es: 'Indica un código de moneda, como USD o EUR.' },
  'validation.bounds': { en: 'The minimum can’t be above the maximum.', es: 'El mínimo no puede superar el máximo.' },
  'validation.defaultLanguage': {
    en: 'Fill in the English text: other languages fall back to it.',
    es: 'Rellena el texto en inglés: los demás idiomas recurren a él.',
  },
  'validation.endsLater': { en: 'The end must come after the beginning.', es: 'El final debe ser posterior al principio.' },
  'validation.language': { en: 'Enter a language tag, such as fr or pt-BR.', es: 'Indica una etiqueta de idioma, como fr o pt-BR.' },
  'validation.unknownText': { en: 'There is no text with this key.', es: 'No hay ningún texto con esta clave.' },
  'validation.placeholders': {
    en: 'Use the same placeholders in double braces as the English.',
    es: 'Usa los mismos marcadores entre llaves dobles que el inglés.',
  },
  'validation.markup': { en: 'Remove the markup: texts are plain.', es: 'Quita las marcas: los textos son sencillos.' },
  'validation.future': { en: 'Choose a time in the future.', es: 'Elige un momento futuro.' },
  'validation.tooFar': { en: 'At most {{days}} days ahead.', es: 'Como máximo, {{days}} días por delante.' },
  'validation.invalid': { en: 'Check this field.', es: 'Revisa este campo.' },
});
