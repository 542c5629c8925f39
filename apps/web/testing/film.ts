const RATE = 8000;
const HEADER = 44;

/** The address of a silent recording that every browser plays and seeks in: a film without pictures. It lasts as long as the page. */
export const filmOf = (seconds: number): string => {
  const samples = RATE * seconds;
  const view = new DataView(new ArrayBuffer(HEADER + samples));
  const write = (at: number, text: string) => Array.from(text, (letter, place) => view.setUint8(at + place, letter.charCodeAt(0)));
  write(0, 'RIFF');
  view.setUint32(4, HEADER - 8 + samples, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  // PCM, one channel of eight bits.
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, RATE, true);
  view.setUint32(28, RATE, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  write(36, 'data');
  view.setUint32(40, samples, true);
  // Silence is the middle of the range.
  for (let place = HEADER; place < HEADER + samples; place += 1) view.setUint8(place, 128);
  return URL.createObjectURL(new Blob([view.buffer], { type: 'audio/wav' }));
};

/** The address of a caption track with one line. */
export const captionsOf = (words: string): string =>
  URL.createObjectURL(new Blob([`WEBVTT\n\n00:00.000 --> 01:00.000\n${words}\n`], { type: 'text/vtt' }));

/** The address of something that is no film. */
export const BROKEN_FILM = 'data:video/mp4;base64,AAAA';
