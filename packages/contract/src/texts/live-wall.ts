import { texts } from './text.ts';

/** Texts of the admins' live wall. */
export const liveWallTexts = texts({
  'wall.nobody': { en: 'Nobody is live', es: 'Nadie está en directo' },
  'wall.nobodyText': { en: 'Shows appear here as soon as they begin.', es: 'Los shows aparecen aquí en cuanto empiezan.' },
  'wall.noPicture': { en: 'Private: no picture', es: 'Privado: sin imagen' },
  'wall.state.starting': { en: 'Starting', es: 'Empezando' },
  'wall.state.live': { en: 'Live', es: 'En directo' },
  'wall.state.interrupted': { en: 'Interrupted', es: 'Interrumpido' },
  'wall.state.paused': { en: 'Paused', es: 'En pausa' },
  'wall.state.ended': { en: 'Ended', es: 'Terminado' },
  'wall.type.public': { en: 'Public', es: 'Público' },
  'wall.type.private': { en: 'Private', es: 'Privado' },
  'wall.type.group': { en: 'Group', es: 'Grupo' },
  'wall.reports_one': { en: '{{count}} report', es: '{{count}} denuncia' },
  'wall.reports_other': { en: '{{count}} reports', es: '{{count}} denuncias' },
  'wall.viewers': { en: 'Watching', es: 'Espectadores' },
  'wall.since': { en: 'Began', es: 'Empezó' },
  'wall.notYet': { en: 'Not yet', es: 'Aún no' },
  'wall.tokens': { en: 'Tokens', es: 'Tokens' },
  'wall.look': { en: 'See the room', es: 'Ver la sala' },
  'wall.toReports': { en: 'To the reports', es: 'A las denuncias' },
  'wall.stop': { en: 'Stop the show', es: 'Detener el show' },
  'wall.stopTitle': { en: 'Stop the show of {{name}}?', es: '¿Detener el show de {{name}}?' },
  'wall.reason': { en: 'Reason', es: 'Motivo' },
  'wall.reasonHint': {
    en: 'The performer reads it. Running minutes are refunded to fans.',
    es: 'El artista lo lee. Los minutos en curso se devuelven a los fans.',
  },
  'wall.stopped': { en: 'The show was stopped.', es: 'El show se ha detenido.' },
});
