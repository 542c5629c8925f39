import { texts } from './text.ts';

/** Texts of shows for a part of the audience, of the rehearsal, of the screen, of a weak connection, and of stopping at once. */
export const studioTexts = texts({
  'live.allCategories': { en: 'All', es: 'Todo' },
  'live.forFollowers': { en: 'For followers', es: 'Para seguidores' },
  'live.forSubscribers': { en: 'For subscribers', es: 'Para suscriptores' },
  'live.noneInCategory': { en: 'Nobody is live in this category', es: 'Nadie está en directo en esta categoría' },

  'room.lockedFollowers': { en: 'Follow {{name}} to watch. It’s free.', es: 'Sigue a {{name}} para verlo. Es gratis.' },
  'room.lockedSubscribers': {
    en: 'This show is for the subscribers of {{name}}.',
    es: 'Este directo es para los suscriptores de {{name}}.',
  },
  'room.followToWatch': { en: 'Follow and watch', es: 'Seguir y ver' },
  'room.subscribeToWatch': { en: 'Subscribe and watch', es: 'Suscribirse y ver' },

  'studio.rehearse': { en: 'Rehearse in private', es: 'Ensayar en privado' },
  'studio.rehearsal': { en: 'Rehearsal', es: 'Ensayo' },
  'studio.rehearsalOnlyYou': { en: 'Rehearsal, only you see this', es: 'Ensayo, solo lo ves tú' },
  'studio.rehearsalTitle': { en: 'This is what viewers will see', es: 'Así te verá el público' },
  'studio.rehearsalText_one': {
    en: 'Your picture, by the way it takes to them. Nobody else knows of the rehearsal, and nothing is recorded. It ends after {{count}} minute.',
    es: 'Tu imagen, por el mismo camino que recorre hasta ellos. Nadie más sabe del ensayo y no se graba nada. Termina después de {{count}} minuto.',
  },
  'studio.rehearsalText_other': {
    en: 'Your picture, by the way it takes to them. Nobody else knows of the rehearsal, and nothing is recorded. It ends after {{count}} minutes.',
    es: 'Tu imagen, por el mismo camino que recorre hasta ellos. Nadie más sabe del ensayo y no se graba nada. Termina después de {{count}} minutos.',
  },
  'studio.rehearsalDelay': { en: 'Delay to viewers', es: 'Retraso hasta el público' },
  'studio.rehearsalWaiting': { en: 'Waiting for your picture', es: 'Esperando tu imagen' },
  'studio.goLive': { en: 'Go live', es: 'Salir en directo' },
  'studio.goingLive': { en: 'Going live', es: 'Saliendo en directo' },
  'studio.endRehearsal': { en: 'End the rehearsal', es: 'Terminar el ensayo' },
  'studio.rehearsalOver': { en: 'The rehearsal is over.', es: 'El ensayo ha terminado.' },

  'studio.off': { en: 'Camera and microphone are off', es: 'La cámara y el micrófono están apagados' },
  'studio.offText': { en: 'You stopped at once. Turn them on for another show.', es: 'Paraste de golpe. Enciéndelos para otro directo.' },
  'studio.turnOn': { en: 'Turn on', es: 'Encender' },

  'studio.source': { en: 'What viewers see', es: 'Lo que ve el público' },
  'studio.screen': { en: 'Screen', es: 'Pantalla' },
  'studio.previewScreen': { en: 'Your screen', es: 'Tu pantalla' },
  'studio.shareScreen': { en: 'Share your screen', es: 'Compartir pantalla' },
  'studio.backToCamera': { en: 'Back to the camera', es: 'Volver a la cámara' },
  'studio.screenFailed': { en: 'The screen could not be shared.', es: 'No se ha podido compartir la pantalla.' },

  'studio.connectionWeak': { en: 'Weak connection', es: 'Conexión débil' },

  'studio.stopAtOnce': { en: 'Stop at once', es: 'Parar ya' },
  'studio.stopHint': {
    en: 'Stop at once: camera and microphone off, show over ({{keys}})',
    es: 'Parar ya: cámara y micrófono apagados, directo terminado ({{keys}})',
  },
  'studio.stopping': {
    en: 'Camera and microphone are off. The show is being ended.',
    es: 'La cámara y el micrófono están apagados. El directo se está terminando.',
  },
  'studio.stopped': {
    en: 'You stopped at once: camera and microphone were cut and the show is over.',
    es: 'Paraste de golpe: la cámara y el micrófono se cortaron y el directo terminó.',
  },
  'studio.stoppedMinutes': {
    en: 'Billing ended with it, and a minute that had begun was given back.',
    es: 'El cobro terminó con él y el minuto empezado se devolvió.',
  },
  'studio.withheld': {
    en: 'Nobody else sees this recording until you decide.',
    es: 'Nadie más ve esta grabación hasta que decidas.',
  },
  'studio.showRecording': { en: 'Keep and show it', es: 'Conservar y mostrar' },
});
