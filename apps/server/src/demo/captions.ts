import { setCaptions } from '../modules/files/index.ts';
import type { Platform } from '../platform/platform.ts';
import type { Trx } from '../platform/database/database.ts';
import type { ReceivedFile } from '../platform/storage/received-file.ts';

/** How long the films of the demo are. */
const FILM_SECONDS = 6;

/** Captions of each performer's film, line by line, by language. */
export const CAPTIONS: Readonly<Record<string, Readonly<Record<'en' | 'es', readonly string[]>>>> = {
  luna: {
    en: ['[The hall hums]', 'Breathe out before the turn.', 'And now: nothing.'],
    es: ['[La sala zumba]', 'Suelta el aire antes del giro.', 'Y ahora: nada.'],
  },
  noor: {
    en: ['[A low bass]', 'Each row is one beat.', '[The bass comes back]'],
    es: ['[Un bajo grave]', 'Cada línea es un compás.', '[Vuelve el bajo]'],
  },
  'jun.sato': {
    en: ['[The wheel turns]', 'Don’t push. Wait.', 'There.'],
    es: ['[Gira el torno]', 'No empujes. Espera.', 'Ahí.'],
  },
  'freya.glas': {
    en: ['[Gulls, far off]', 'Here comes the sun, round the crane.', '[The furnace]'],
    es: ['[Gaviotas a lo lejos]', 'Ya asoma el sol tras la grúa.', '[El horno]'],
  },
  'theo.okafor': {
    en: ['Only the arms.', 'The legs are asleep.', '[A chair creaks]'],
    es: ['Solo los brazos.', 'Las piernas duermen.', '[Cruje una silla]'],
  },
  'luca.ferro': {
    en: ['[Wind]', '06:12. The third ridge.', '[A cup, put down]'],
    es: ['[Viento]', '06:12. La tercera cresta.', '[Una taza sobre la roca]'],
  },
};

const timeOf = (seconds: number): string => `00:00:${seconds.toFixed(3).padStart(6, '0')}`;

/** Lines spread evenly over a film, as WebVTT. */
export const captionsOver = (lines: readonly string[], seconds: number): string =>
  [
    'WEBVTT',
    ...lines.map((line, at) => `${timeOf((at * seconds) / lines.length)} --> ${timeOf(((at + 1) * seconds) / lines.length)}\n${line}`),
  ].join('\n\n');

/** Attaches the captions to a film. @param receive stores a file as an upload */
export const captionFilm = async (
  platform: Platform,
  trx: Trx,
  fileId: string,
  username: string,
  receive: (vtt: string) => Promise<ReceivedFile>,
): Promise<void> => {
  for (const [locale, lines] of Object.entries(CAPTIONS[username] ?? {})) {
    const file = await trx
      .selectFrom('files')
      .select(['id', 'state', 'variants'])
      .where('id', '=', fileId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await setCaptions(platform, trx, file, locale, await receive(captionsOver(lines, FILM_SECONDS)));
  }
};
