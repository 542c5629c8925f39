import { texts } from './text.ts';

/** Texts of publishing from a program such as OBS: the stream key, the address, what to set, and what arrives. */
export const encoderTexts = texts({
  'encoder.source': { en: 'Publish from', es: 'Emitir desde' },
  'encoder.browser': { en: 'Browser', es: 'Navegador' },
  'encoder.obs': { en: 'OBS', es: 'OBS' },
  'encoder.lead': {
    en: 'Set up OBS once, then start every show from here.',
    es: 'Configura OBS una vez y empieza desde aquí cada directo.',
  },
  'encoder.leadNoKey': { en: 'Create a stream key to publish from OBS.', es: 'Crea una clave de emisión para emitir desde OBS.' },
  'encoder.leadNoServer': {
    en: 'This site doesn’t take shows from OBS at the moment.',
    es: 'Este sitio no admite directos desde OBS en este momento.',
  },
  'encoder.prepare': { en: 'Prepare the show', es: 'Preparar el directo' },
  'encoder.begins': { en: 'The show starts', es: 'El directo empieza' },
  'encoder.beginsBySignal': { en: 'When OBS connects', es: 'Al conectar OBS' },
  'encoder.beginsByPress': { en: 'When I press', es: 'Cuando yo pulse' },
  'encoder.beginsBySignalHint': {
    en: 'Your show goes live as soon as OBS sends a picture.',
    es: 'Tu directo sale al aire en cuanto OBS envía una imagen.',
  },
  'encoder.beginsByPressHint': {
    en: 'OBS connects to a private rehearsal first. You go live with a button.',
    es: 'OBS se conecta primero a un ensayo privado. Sales al aire con un botón.',
  },

  'encoder.connect': { en: 'Connect OBS', es: 'Conectar OBS' },
  'encoder.connectText': {
    en: 'In OBS, open Settings, then Stream. Choose the service “Custom” and paste the server and the key.',
    es: 'En OBS, abre Ajustes y luego Emisión. Elige el servicio «Personalizado» y pega el servidor y la clave.',
  },
  'encoder.connectWhipText': {
    en: 'In OBS, open Settings, then Stream. Choose the service “WHIP” and paste the server, then the key as the bearer token.',
    es: 'En OBS, abre Ajustes y luego Emisión. Elige el servicio «WHIP», pega el servidor y pega la clave como «Bearer Token».',
  },
  'encoder.protocol': { en: 'Connection', es: 'Conexión' },
  'encoder.rtmp': { en: 'RTMP', es: 'RTMP' },
  'encoder.rtmpHint': {
    en: 'Works in every version of OBS and in most other programs.',
    es: 'Funciona en todas las versiones de OBS y en la mayoría de los demás programas.',
  },
  'encoder.whip': { en: 'WHIP', es: 'WHIP' },
  'encoder.whipHint': {
    en: 'Encrypted, with the shortest delay. Needs OBS 30 or later.',
    es: 'Cifrada y con el menor retraso. Requiere OBS 30 o posterior.',
  },
  'encoder.server': { en: 'Server (RTMP)', es: 'Servidor (RTMP)' },
  'encoder.serverWhip': { en: 'Server (WHIP)', es: 'Servidor (WHIP)' },
  'encoder.noServer': { en: 'No live server takes RTMP now.', es: 'Ningún servidor de directos admite RTMP ahora.' },
  'encoder.noServerWhip': { en: 'No live server takes WHIP now.', es: 'Ningún servidor de directos admite WHIP ahora.' },
  'encoder.key': { en: 'Stream key', es: 'Clave de emisión' },
  'encoder.keyHint': {
    en: 'Anyone with this key can publish as you. Don’t share it.',
    es: 'Quien tenga esta clave puede emitir en tu nombre. No la compartas.',
  },
  'encoder.noKey': { en: 'You don’t have a stream key yet.', es: 'Aún no tienes una clave de emisión.' },
  'encoder.createKey': { en: 'Create stream key', es: 'Crear clave de emisión' },
  'encoder.showKey': { en: 'Show', es: 'Mostrar' },
  'encoder.hideKey': { en: 'Hide', es: 'Ocultar' },
  'encoder.copyKey': { en: 'Copy', es: 'Copiar' },
  'encoder.copyServer': { en: 'Copy server address', es: 'Copiar la dirección del servidor' },
  'encoder.serverCopied': { en: 'Server address copied.', es: 'Dirección del servidor copiada.' },
  'encoder.keyCopied': { en: 'Stream key copied.', es: 'Clave de emisión copiada.' },
  'encoder.copyFailed': {
    en: 'Your browser didn’t allow copying. Select the text instead.',
    es: 'Tu navegador no ha permitido copiar. Selecciona el texto.',
  },
  'encoder.replaceKey': { en: 'Replace', es: 'Reemplazar' },
  'encoder.replaceTitle': { en: 'Replace the stream key?', es: '¿Reemplazar la clave de emisión?' },
  'encoder.replaceText': {
    en: 'The current key stops working at once. If OBS is publishing, it’s disconnected until you paste the new key there.',
    es: 'La clave actual deja de funcionar al instante. Si OBS está emitiendo, se desconecta hasta que pegues allí la nueva.',
  },
  'encoder.replaceConfirm': { en: 'Replace key', es: 'Reemplazar clave' },
  'encoder.replaced': { en: 'Paste the new key into OBS.', es: 'Pega la clave nueva en OBS.' },
  'encoder.removeKey': { en: 'Remove', es: 'Eliminar' },
  'encoder.removeTitle': { en: 'Remove the stream key?', es: '¿Eliminar la clave de emisión?' },
  'encoder.removeText': {
    en: 'OBS can’t publish to your shows any longer, and a running broadcast from OBS is cut. You can create a new key at any time.',
    es: 'OBS ya no podrá emitir en tus directos y se cortará la emisión en curso desde OBS. Puedes crear otra clave cuando quieras.',
  },
  'encoder.removeConfirm': { en: 'Remove key', es: 'Eliminar clave' },
  'encoder.keep': { en: 'Keep key', es: 'Conservar clave' },
  'encoder.keyCreated': { en: 'Created {{date}}', es: 'Creada el {{date}}' },
  'encoder.keyUsed': { en: 'Last used {{date}}', es: 'Último uso: {{date}}' },

  'encoder.settings': { en: 'What to set in OBS', es: 'Qué ajustar en OBS' },
  'encoder.settingsText': {
    en: 'Settings, Output, with the output mode “Advanced”.',
    es: 'Ajustes, Salida, con el modo de salida «Avanzado».',
  },
  'encoder.set.encoder': { en: 'Video encoder', es: 'Codificador de vídeo' },
  'encoder.set.size': { en: 'Resolution and frame rate', es: 'Resolución y fotogramas' },
  'encoder.set.bitrate': { en: 'Bitrate', es: 'Tasa de bits' },
  'encoder.set.keys': { en: 'Keyframe interval', es: 'Intervalo de fotogramas clave' },
  'encoder.set.reordered': { en: 'B-frames', es: 'Fotogramas B' },
  'encoder.set.sound': { en: 'Audio', es: 'Audio' },
  'encoder.value.encoder': { en: 'H.264 (x264 or hardware)', es: 'H.264 (x264 o por hardware)' },
  'encoder.value.size': { en: '1280 × 720, 30 fps', es: '1280 × 720, 30 fps' },
  'encoder.value.bitrate': { en: 'CBR, 2500 kbit/s', es: 'CBR, 2500 kbit/s' },
  'encoder.value.keys': { en: '2 s', es: '2 s' },
  'encoder.value.reordered': { en: '0, for the shortest delay', es: '0, para el menor retraso' },
  'encoder.value.sound': { en: 'AAC, 160 kbit/s', es: 'AAC, 160 kbit/s' },
  'encoder.value.soundWhip': { en: 'Opus, 160 kbit/s', es: 'Opus, 160 kbit/s' },

  'encoder.keyOnAir': { en: 'Server and stream key', es: 'Servidor y clave de transmisión' },
  'encoder.waiting': { en: 'Waiting for the signal', es: 'Esperando la señal' },
  'encoder.waitingText': { en: 'Press “Start Streaming” in OBS.', es: 'Pulsa «Iniciar transmisión» en OBS.' },
  'encoder.waitingAgainText': {
    en: 'OBS connects again by itself. If it doesn’t, press “Start Streaming”.',
    es: 'OBS vuelve a conectarse solo. Si no lo hace, pulsa «Iniciar transmisión».',
  },
  'encoder.waitingPrivateText': {
    en: 'If OBS is streaming, it connects by itself. If not, press “Start Streaming”.',
    es: 'Si OBS ya transmite, se conecta solo. Si no, pulsa «Iniciar transmisión».',
  },
  'encoder.lost': { en: 'OBS is disconnected. Your show is waiting', es: 'OBS se ha desconectado. Tu directo espera' },
  'encoder.stopping': { en: 'Disconnecting OBS and ending the show.', es: 'Desconectando OBS y terminando el directo.' },
  'encoder.stopped': {
    en: 'You stopped at once. OBS is disconnected, and the show is over.',
    es: 'Has parado al instante. OBS está desconectado y el directo ha terminado.',
  },
  'encoder.stopHint': {
    en: 'Stop at once: disconnects OBS and ends the show ({{keys}})',
    es: 'Parar ya: desconecta OBS y termina el directo ({{keys}})',
  },
  'encoder.size': { en: 'Picture', es: 'Imagen' },
  'encoder.keyInterval': { en: 'Keyframes every', es: 'Fotograma clave cada' },
  'encoder.soundOnlyText': {
    en: 'Viewers hear you and see your profile photo.',
    es: 'El público te escucha y ve tu foto de perfil.',
  },
  'encoder.rehearsalHidden': {
    en: 'A rehearsal can’t show pictures with B-frames. Set B-frames to 0 to see yours here.',
    es: 'Un ensayo no puede mostrar imágenes con fotogramas B. Pon los fotogramas B a 0 para ver la tuya aquí.',
  },

  'encoder.problem.codecs': {
    en: 'OBS sends {{codecs}}, which isn’t supported. Choose H.264 for video and AAC for audio.',
    es: 'OBS envía {{codecs}}, que no se admite. Elige H.264 para el vídeo y AAC para el audio.',
  },
  'encoder.problem.reordered': {
    en: 'Your picture has B-frames, so viewers see it a few seconds late. Set B-frames to 0 for the shortest delay.',
    es: 'Tu imagen lleva fotogramas B y el público la ve con unos segundos de retraso. Pon los fotogramas B a 0 para el menor retraso.',
  },
  'encoder.problem.keys': {
    en: 'Keyframes come every {{seconds}} s, so viewers wait long for a picture. Set the keyframe interval to 2 s.',
    es: 'Hay un fotograma clave cada {{seconds}} s y el público espera mucho la imagen. Pon el intervalo a 2 s.',
  },
  'encoder.problem.silent': {
    en: 'No sound arrives. Check the audio sources in OBS.',
    es: 'No llega sonido. Revisa las fuentes de audio en OBS.',
  },
});
