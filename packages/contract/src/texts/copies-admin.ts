import { texts } from './text.ts';

/** Texts of the queue of copies, and of the owner's screen for outside lists of hashes. */
export const copiesAdminTexts = texts({
  'copies.tab': { en: 'Copies', es: 'Copias' },
  'copies.none': { en: 'No copies to look at', es: 'Ninguna copia por revisar' },
  'copies.noneText': {
    en: 'Files that look like what was taken down, or like an entry of an outside list, wait here.',
    es: 'Aquí esperan los archivos que se parecen a algo retirado o a una entrada de una lista externa.',
  },
  'copies.unhashed_one': {
    en: '{{count}} stored file hasn’t been compared yet. It is compared in the background.',
    es: 'Falta por comparar {{count}} archivo guardado. Se compara en segundo plano.',
  },
  'copies.unhashed_other': {
    en: '{{count}} stored files haven’t been compared yet. They are compared in the background.',
    es: 'Faltan por comparar {{count}} archivos guardados. Se comparan en segundo plano.',
  },
  'copies.listed': { en: 'On a list', es: 'En una lista' },
  'copies.file.image': { en: 'Picture', es: 'Imagen' },
  'copies.file.video': { en: 'Video', es: 'Vídeo' },
  'copies.nobody': { en: 'The site', es: 'El sitio' },
  'copies.uploaded': { en: 'Uploaded', es: 'Subido' },
  'copies.takenDown': { en: 'Taken down', es: 'Retirado' },
  'copies.outside': {
    en: 'The list “{{name}}” has this picture. Lists hold no pictures, so there is nothing to compare it with.',
    es: 'La lista «{{name}}» contiene esta imagen. Las listas no guardan imágenes, así que no hay con qué compararla.',
  },
  'copies.gone': {
    en: 'The file that was taken down is no longer stored.',
    es: 'El archivo retirado ya no está guardado.',
  },
  'copies.likeness': { en: 'How alike', es: 'Parecido' },
  'copies.equal': { en: 'No difference found', es: 'Sin diferencias' },
  'copies.alike': { en: '{{share}} alike', es: '{{share}} igual' },
  'copies.frames': { en: 'Frames that look alike', es: 'Fotogramas parecidos' },
  'copies.at': { en: '{{count}}, the nearest at {{at}} and {{blockedAt}}', es: '{{count}}, los más próximos en {{at}} y {{blockedAt}}' },
  'copies.reason': { en: 'Reason', es: 'Motivo' },
  'copies.used': { en: 'Uploaded for', es: 'Subido para' },
  'copies.unused': { en: 'Not used yet', es: 'Aún sin usar' },
  'copies.still': { en: 'A still of a show', es: 'Una captura de un directo' },
  'copies.stillExplained': {
    en: 'Neither decision stops the show. Stop it on the live wall.',
    es: 'Ninguna de las dos decisiones detiene el directo. Detenlo en el muro de directos.',
  },
  'copies.toWall': { en: 'Open the live wall', es: 'Abrir el muro de directos' },
  'copies.note': { en: 'Reason, sent if you refuse it', es: 'Motivo, se envía si lo rechazas' },
  'copies.different': { en: 'Not a copy', es: 'No es una copia' },
  'copies.copy': { en: 'It’s a copy', es: 'Es una copia' },
  'copies.explained': {
    en: 'Not a copy: it can be shown, and isn’t asked about again. A copy: what shows it is rejected or taken down, and the file can’t be uploaded again.',
    es: 'No es una copia: se puede mostrar y no se vuelve a preguntar. Una copia: se rechaza o se retira lo que lo muestra y el archivo no se puede volver a subir.',
  },
  'copies.cleared': { en: 'The file is let through.', es: 'Se ha dejado pasar el archivo.' },
  'copies.refused': { en: 'The copy was refused.', es: 'Se ha rechazado la copia.' },
  'copies.looksLike': { en: 'Looks like what was taken down', es: 'Se parece a algo retirado' },
  'copies.compare': { en: 'Compare', es: 'Comparar' },
  'copies.approving': {
    en: 'If you approve it, you say that it isn’t a copy.',
    es: 'Si lo apruebas, indicas que no es una copia.',
  },

  'hashLists.title': { en: 'Hash lists', es: 'Listas de huellas' },
  'hashLists.lead': {
    en: 'Organizations that fight abuse publish hashes of pictures that nobody may show. Files that match go to the front of the copies queue.',
    es: 'Las organizaciones que luchan contra los abusos publican huellas de imágenes que nadie puede mostrar. Los archivos que coinciden pasan al principio de la cola de copias.',
  },
  'hashLists.link': { en: 'Set up hash lists', es: 'Configurar listas de huellas' },
  'hashLists.linkText': {
    en: 'Files can be compared with lists of outside organizations.',
    es: 'Los archivos se pueden comparar con listas de organizaciones externas.',
  },
  'hashLists.none': { en: 'No list is in use', es: 'No se usa ninguna lista' },
  'hashLists.noneText': {
    en: 'Files are compared with what was taken down here.',
    es: 'Los archivos se comparan con lo que se retiró aquí.',
  },
  'hashLists.add': { en: 'Add a list', es: 'Añadir una lista' },
  'hashLists.edit': { en: 'Change', es: 'Cambiar' },
  'hashLists.name': { en: 'Name', es: 'Nombre' },
  'hashLists.address': { en: 'Address', es: 'Dirección' },
  'hashLists.addressText': {
    en: 'An https address that answers JSON or CSV with type, hash and reason.',
    es: 'Una dirección https que responde JSON o CSV con tipo, huella y motivo.',
  },
  'hashLists.token': { en: 'Token', es: 'Token' },
  'hashLists.tokenText': {
    en: 'Sent only to this address, and not shown again.',
    es: 'Se envía solo a esta dirección. No se vuelve a mostrar.',
  },
  'hashLists.tokenSet': { en: 'Stored', es: 'Guardado' },
  'hashLists.enabled': { en: 'Fetch it every day', es: 'Descargarla cada día' },
  'hashLists.test': { en: 'Test this list', es: 'Probar esta lista' },
  'hashLists.save': { en: 'Save', es: 'Guardar' },
  'hashLists.saved': { en: 'List saved. It’s being fetched.', es: 'Lista guardada. Se está descargando.' },
  'hashLists.passes_one': {
    en: 'The list answers. Its first page has {{count}} entry.',
    es: 'La lista responde. Su primera página tiene {{count}} entrada.',
  },
  'hashLists.passes_other': {
    en: 'The list answers. Its first page has {{count}} entries.',
    es: 'La lista responde. Su primera página tiene {{count}} entradas.',
  },
  'hashLists.entries_one': { en: '{{count}} entry', es: '{{count}} entrada' },
  'hashLists.entries_other': { en: '{{count}} entries', es: '{{count}} entradas' },
  'hashLists.fetched': { en: 'Fetched {{date}}', es: 'Descargada el {{date}}' },
  'hashLists.never': { en: 'Not fetched yet', es: 'Aún sin descargar' },
  'hashLists.off': { en: 'Off', es: 'Desactivada' },
  'hashLists.failed': { en: 'Failed {{date}}', es: 'Falló el {{date}}' },
  'hashLists.remove': { en: 'Remove', es: 'Quitar' },
  'hashLists.removeTitle': { en: 'Remove this list?', es: '¿Quitar esta lista?' },
  'hashLists.removeText': {
    en: 'Its entries are deleted. Files that wait only because of it are let through.',
    es: 'Se borran sus entradas. Los archivos que esperan solo por ella se dejan pasar.',
  },
  'hashLists.removed': { en: 'The list is removed.', es: 'La lista se ha quitado.' },
  'hashLists.problem.address': {
    en: 'The address isn’t reachable from here. Enter an https address on the public internet.',
    es: 'La dirección no es accesible desde aquí. Indica una dirección https de la internet pública.',
  },
  'hashLists.problem.unreachable': {
    en: 'The server doesn’t answer. Check the address, or try again later.',
    es: 'El servidor no responde. Comprueba la dirección o vuelve a intentarlo más tarde.',
  },
  'hashLists.problem.refused': {
    en: 'The server refuses the request. Check the address and the token.',
    es: 'El servidor rechaza la petición. Comprueba la dirección y el token.',
  },
  'hashLists.problem.format': {
    en: 'The answer isn’t a list of hashes. Ask the organization for the address of its JSON or CSV list.',
    es: 'La respuesta no es una lista de huellas. Pide a la organización la dirección de su lista en JSON o CSV.',
  },
  'hashLists.problem.tooLarge': {
    en: 'A page of the list is larger than 20 MB. Ask the organization for smaller pages.',
    es: 'Una página de la lista pasa de 20 MB. Pide a la organización páginas más pequeñas.',
  },
});
