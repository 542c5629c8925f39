import { texts } from './text.ts';

/** Texts of shows for a part of the audience, of the rehearsal, of the screen, of the network check, of a weak connection, and of stopping at once. */
export const studioTexts = texts({
  'live.allCategories': { en: 'All', es: 'Todo' },
  'live.forFollowers': { en: 'For followers', es: 'Para seguidores' },
  'live.forSubscribers': { en: 'For subscribers', es: 'Para suscriptores' },
  'live.noneInCategory': { en: 'Nobody is live in this category', es: 'Nadie está en directo en esta categoría' },

  'room.lockedFollowers': { en: 'Follow {{name}} to watch. It’s free.', es: 'Sigue a {{name}} para verlo. Es gratis.' },
  'room.lockedSubscribers': {
    en: 'This show is for {{name}}’s subscribers.',
    es: 'Este directo es para los suscriptores de {{name}}.',
  },
  'room.followToWatch': { en: 'Follow and watch', es: 'Seguir y ver' },
  'room.subscribeToWatch': { en: 'Subscribe and watch', es: 'Suscribirse y ver' },

  'studio.rehearse': { en: 'Rehearse in private', es: 'Ensayar en privado' },
  'studio.rehearsal': { en: 'Rehearsal', es: 'Ensayo' },
  'studio.rehearsalOnlyYou': { en: 'Rehearsal, only you see this', es: 'Ensayo, solo lo ves tú' },
  'studio.rehearsalTitle': { en: 'This is what viewers will see', es: 'Así te verá el público' },
  'studio.rehearsalText_one': {
    en: 'Your picture, sent the same way as to viewers. Nobody else can see the rehearsal, and nothing is recorded. It ends after {{count}} minute.',
    es: 'Tu imagen, enviada por la misma vía que al público. Nadie más puede ver el ensayo y no se graba nada. Termina después de {{count}} minuto.',
  },
  'studio.rehearsalText_other': {
    en: 'Your picture, sent the same way as to viewers. Nobody else can see the rehearsal, and nothing is recorded. It ends after {{count}} minutes.',
    es: 'Tu imagen, enviada por la misma vía que al público. Nadie más puede ver el ensayo y no se graba nada. Termina después de {{count}} minutos.',
  },
  'studio.rehearsalDelay': { en: 'Delay to viewers', es: 'Retraso hasta el público' },
  'studio.rehearsalWaiting': { en: 'Waiting for your picture', es: 'Esperando tu imagen' },
  'studio.goLive': { en: 'Go live', es: 'Salir en directo' },
  'studio.goingLive': { en: 'Going live', es: 'Saliendo en directo' },
  'studio.endRehearsal': { en: 'End rehearsal', es: 'Terminar ensayo' },
  'studio.rehearsalOver': { en: 'The rehearsal is over.', es: 'El ensayo ha terminado.' },

  'studio.off': { en: 'Camera and microphone are off', es: 'La cámara y el micrófono están apagados' },
  'studio.offText': {
    en: 'You stopped at once. Turn them on to start another show.',
    es: 'Has parado al instante. Enciéndelos para empezar otro directo.',
  },
  'studio.turnOn': { en: 'Turn on', es: 'Encender' },

  'studio.source': { en: 'What viewers see', es: 'Lo que ve el público' },
  'studio.screen': { en: 'Screen', es: 'Pantalla' },
  'studio.previewScreen': { en: 'Your screen', es: 'Tu pantalla' },
  'studio.shareScreen': { en: 'Share your screen', es: 'Compartir pantalla' },
  'studio.backToCamera': { en: 'Back to the camera', es: 'Volver a la cámara' },
  'studio.screenFailed': { en: 'The screen couldn’t be shared.', es: 'No se ha podido compartir la pantalla.' },

  'studio.network': { en: 'Network', es: 'Red' },
  'studio.networkHint': {
    en: 'Measures your upload to us and picks a size that’s safe. It sends up to 6 MB.',
    es: 'Mide tu subida hasta nosotros y elige un tamaño seguro. Envía hasta 6 MB.',
  },
  'studio.networkCheck': { en: 'Check the network', es: 'Comprobar la red' },
  'studio.networkAgain': { en: 'Check again', es: 'Comprobar otra vez' },
  'studio.networkRunning': { en: 'Measuring. This takes about 10 seconds.', es: 'Midiendo. Tarda unos 10 segundos.' },
  'studio.networkSafe': { en: 'Safe on this connection: {{picture}}', es: 'Seguro con esta conexión: {{picture}}' },
  'studio.networkSlow': {
    en: 'Too slow for a steady show. Use a cable, move closer to the router or try another network.',
    es: 'Demasiado lenta para un directo estable. Usa un cable, acércate al router o prueba otra red.',
  },
  'studio.networkLossy': {
    en: 'Packets are getting lost. A cable or a place closer to the router helps.',
    es: 'Se pierden paquetes por el camino. Un cable o estar más cerca del router ayuda.',
  },
  'studio.networkBlocked': {
    en: 'This network blocks live video. Try another network or mobile data.',
    es: 'Esta red bloquea el vídeo en directo. Prueba otra red o los datos móviles.',
  },
  'studio.networkDeviceBusy': {
    en: 'This device was too busy to measure. Close other programs and check again.',
    es: 'Este dispositivo estaba demasiado ocupado para medir. Cierra otros programas y vuelve a comprobar.',
  },
  'studio.networkSiteBusy': {
    en: 'The site was too busy to measure. Check again in a moment.',
    es: 'El sitio estaba demasiado ocupado para medir. Vuelve a comprobar en un momento.',
  },
  'studio.networkGood': { en: 'Fast enough', es: 'Suficiente' },
  'studio.networkWeak': { en: 'Weak', es: 'Débil' },
  'studio.mbits': { en: '{{rate}} Mbit/s', es: '{{rate}} Mbit/s' },
  'studio.mbitsOrMore': { en: '{{rate}} Mbit/s or more', es: '{{rate}} Mbit/s o más' },
  'studio.connectionWeak': { en: 'Weak connection', es: 'Conexión débil' },

  'studio.stopAtOnce': { en: 'Stop at once', es: 'Parar ya' },
  'studio.stopHint': {
    en: 'Stop at once: turns off camera and microphone and ends the show ({{keys}})',
    es: 'Parar ya: apaga la cámara y el micrófono y termina el directo ({{keys}})',
  },
  'studio.stopping': {
    en: 'Camera and microphone are off. Ending the show.',
    es: 'La cámara y el micrófono están apagados. Terminando el directo.',
  },
  'studio.stopped': {
    en: 'You stopped at once. Camera and microphone are off, and the show is over.',
    es: 'Has parado al instante. La cámara y el micrófono están apagados y el directo ha terminado.',
  },
  'studio.stoppedMinutes': {
    en: 'Billing stopped too, and the minute in progress was refunded.',
    es: 'El cobro también terminó y el minuto en curso se reembolsó.',
  },
  'studio.withheld': {
    en: 'Nobody else can see this recording until you decide.',
    es: 'Nadie más puede ver esta grabación hasta que decidas.',
  },
  'studio.showRecording': { en: 'Keep and publish', es: 'Conservar y mostrar' },
});
