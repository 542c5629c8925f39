import { texts } from './text.ts';

/** Texts of the admins' live wall. */
export const liveWallTexts = texts({
  'wall.nobody': { en: 'Nobody is live', es: 'Nadie está en directo' },
  'wall.nobodyText': { en: 'Shows appear here as soon as they start.', es: 'Los directos aparecen aquí en cuanto empiezan.' },
  'wall.snapshot': { en: 'The show of {{name}} right now', es: 'El directo de {{name}} ahora mismo' },
  'wall.noPicture': { en: 'Private show, no preview', es: 'Directo privado, sin vista previa' },
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
  'wall.since': { en: 'Started', es: 'Empezó' },
  'wall.notYet': { en: 'Not yet', es: 'Aún no' },
  'wall.tokens': { en: 'Tokens', es: 'Tokens' },
  'wall.look': { en: 'Open room', es: 'Abrir la sala' },
  'wall.toReports': { en: 'View reports', es: 'Ver denuncias' },
  'wall.stop': { en: 'Stop the show', es: 'Detener el directo' },
  'wall.stopTitle': { en: 'Stop {{name}}’s show?', es: '¿Detener el directo de {{name}}?' },
  'wall.reason': { en: 'Reason', es: 'Motivo' },
  'wall.reasonHint': {
    en: 'Sent to the performer. Minutes in progress are refunded to the fans.',
    es: 'Se envía al artista. Los minutos en curso se reembolsan a los fans.',
  },
  'wall.stopped': { en: 'The show was stopped.', es: 'El directo se ha detenido.' },
});
