import { texts } from './text.ts';

/** The sentence of every validation rule; `{{minimum}}` and the like come from the schema. */
export const validationTexts = texts({
  'validation.required': { en: 'Fill in this field.', es: 'Rellena este campo.' },
  'validation.tick': { en: 'Tick this to go on.', es: 'Marca la casilla para continuar.' },
  'validation.type': { en: 'This has the wrong form.', es: 'El formato no es correcto.' },
  'validation.tooShort': { en: 'Use at least {{minimum}} characters.', es: 'Usa al menos {{minimum}} caracteres.' },
  'validation.tooLong': { en: 'At most {{maximum}} characters fit.', es: 'Caben como máximo {{maximum}} caracteres.' },
  'validation.tooSmall': { en: 'The smallest possible value is {{minimum}}.', es: 'El valor mínimo es {{minimum}}.' },
  'validation.tooBig': { en: 'The largest possible value is {{maximum}}.', es: 'El valor máximo es {{maximum}}.' },
  'validation.tooFew': { en: 'Choose at least {{minimum}}.', es: 'Elige al menos {{minimum}}.' },
  'validation.tooMany': { en: 'At most {{maximum}} are possible.', es: 'Como máximo puede haber {{maximum}}.' },
  'validation.email': { en: 'This is not an email address.', es: 'Esto no es un correo electrónico.' },
  'validation.uuid': { en: 'This is not an id.', es: 'Esto no es un identificador.' },
  'validation.date': { en: 'This is not a date.', es: 'Esto no es una fecha.' },
  'validation.url': { en: 'This is not a web address.', es: 'Esto no es una dirección web.' },
  'validation.pattern': { en: 'This contains characters that are not possible here.', es: 'Contiene caracteres que aquí no se admiten.' },
  'validation.choice': { en: 'Please choose one of: {{values}}.', es: 'Elige entre: {{values}}.' },
  'validation.amount': {
    en: 'This is not an amount with at most two decimals.',
    es: 'Esto no es un importe con dos decimales como máximo.',
  },
  'validation.positive': { en: 'The amount must be above zero.', es: 'El importe debe ser mayor que cero.' },
  'validation.notNegative': { en: 'The amount can’t be below zero.', es: 'El importe no puede ser negativo.' },
  'validation.controlCharacters': {
    en: 'This contains characters that can’t be shown.',
    es: 'Contiene caracteres que no se pueden mostrar.',
  },
  'validation.oneLine': { en: 'This must be one line.', es: 'Debe ser una sola línea.' },
  'validation.username': {
    en: 'Use 3 to 30 letters, digits, dots, dashes or underscores, beginning with a letter or digit.',
    es: 'Usa de 3 a 30 letras, cifras, puntos, guiones o guiones bajos, empezando por una letra o cifra.',
  },
  'validation.reserved': {
    en: 'This username can’t be used. Please choose another.',
    es: 'Este nombre de usuario no se puede usar. Elige otro.',
  },
  'validation.password': { en: 'Choose a less common password.', es: 'Elige una contraseña menos común.' },
  'validation.actionOfObject': {
    en: 'Performers are followed, comments liked, everything else liked or bookmarked; videos are also kept.',
    es: 'A los artistas se les sigue, los comentarios se marcan con me gusta, y lo demás con me gusta o como guardado.',
  },
  'validation.alwaysOn': { en: 'This can’t be switched off.', es: 'Esto no se puede desactivar.' },
  'validation.notYourself': { en: 'You can’t follow yourself.', es: 'No puedes seguirte a ti mismo.' },
  'validation.adult': { en: 'You must be at least 18 years old.', es: 'Debes tener al menos 18 años.' },
  'validation.percentOrAmount': { en: 'Give either a percentage or an amount.', es: 'Indica un porcentaje o un importe, solo uno.' },
  'validation.unique': { en: 'Each can be named once.', es: 'Cada uno se puede indicar una sola vez.' },
  'validation.country': { en: 'This is not a country we know.', es: 'No conocemos este país.' },
  'validation.webAddress': {
    en: 'Give a path of this site (/…) or a full web address (https://…).',
    es: 'Indica una ruta de este sitio (/…) o una dirección web completa (https://…).',
  },
  'validation.currency': { en: 'This is not a currency code, such as USD or EUR.', es: 'Esto no es un código de moneda, como USD o EUR.' },
  'validation.bounds': { en: 'The minimum can’t be above the maximum.', es: 'El mínimo no puede superar el máximo.' },
  'validation.defaultLanguage': {
    en: 'Fill in the English text: other languages fall back to it.',
    es: 'Rellena el texto en inglés: los demás idiomas recurren a él.',
  },
  'validation.endsLater': { en: 'The end must come after the beginning.', es: 'El final debe ser posterior al principio.' },
  'validation.language': {
    en: 'This is not a language tag, such as fr or pt-BR.',
    es: 'Esto no es una etiqueta de idioma, como fr o pt-BR.',
  },
  'validation.unknownText': { en: 'There is no text with this key.', es: 'No hay ningún texto con esta clave.' },
  'validation.placeholders': {
    en: 'Use the same placeholders in double braces as the English.',
    es: 'Usa los mismos marcadores entre llaves dobles que el inglés.',
  },
  'validation.markup': { en: 'Texts have no markup.', es: 'Los textos no llevan marcas.' },
  'validation.future': { en: 'Choose a time in the future.', es: 'Elige un momento futuro.' },
  'validation.tooFar': { en: 'At most {{days}} days ahead.', es: 'Como máximo, {{days}} días por delante.' },
  'validation.invalid': { en: 'This isn’t valid.', es: 'No es válido.' },
});
