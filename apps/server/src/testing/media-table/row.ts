/** One file that somebody sends, and what a performer gets of it. */
export interface Row {
  /** Its name in `docs/pictures.md`. */
  name: string;
  /** Writes it into a folder. @returns its path */
  make(folder: string): Promise<string>;
  /** The result in `docs/pictures.md`; a refusal is the sentence that its sender reads. */
  out: string;
}

/** The refusal of a kind that a library doesn't take. */
export const KIND_REFUSED =
  'Refused: This kind of file isn’t accepted here. Choose one of these: JPEG, PNG, WebP, AVIF, GIF, HEIC, MP4, MOV, WebM, MKV, 3GP.';
