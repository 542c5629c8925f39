/** `accept` of inputs for pictures that the browser shows before they are sent, to be cut there. */
export const SHOWN_IMAGES = 'image/jpeg,image/png,image/webp,image/avif';
/** `accept` of inputs for pictures the server takes. Systems that don't know HEIC go by the ending. */
export const IMAGES = `${SHOWN_IMAGES},image/gif,image/heic,image/heif,.heic,.heif`;
/** `accept` of inputs for films the server takes. Browsers that don't know Matroska go by the ending. */
export const VIDEOS = 'video/mp4,video/quicktime,video/webm,video/matroska,video/x-matroska,.mkv,video/x-m4v,video/3gpp';

/** `accept` of inputs for sound recordings the server takes. */
export const AUDIO = 'audio/*';
/** `accept` of inputs for documents the server takes. */
export const DOCUMENTS = 'application/pdf';

/** Whether a file is of an accepted kind; a file without a type is left to the server, which looks inside. */
export const isAccepted = (file: Pick<File, 'name' | 'type'>, accept: string): boolean =>
  file.type === '' ||
  accept
    .split(',')
    .some((kind) =>
      kind.startsWith('.')
        ? file.name.toLowerCase().endsWith(kind)
        : kind.endsWith('/*')
          ? file.type.startsWith(kind.slice(0, -1))
          : file.type === kind,
    );

/** Names of kinds that people know by another name. */
const KNOWN_AS: Readonly<Record<string, string>> = {
  QUICKTIME: 'MOV',
  MATROSKA: 'MKV',
  HEIF: 'HEIC',
  '3GPP': '3GP',
  WEBM: 'WebM',
  WEBP: 'WebP',
};

/** The accepted kinds as people name them: "JPEG, PNG, PDF". */
export const acceptedKinds = (accept: string): string => {
  const kinds = accept.split(',').map((kind) =>
    kind
      .replace(/^\./, '')
      .replace(/^[a-z]+\/(x-)?(?!\*)/, '')
      .replace('/*', '')
      .toUpperCase(),
  );
  return [...new Set(kinds.map((kind) => KNOWN_AS[kind] ?? kind))].join(', ');
};
