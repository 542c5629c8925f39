/** One file that somebody sends, and what a performer gets of it. */
export interface Row {
  /** What it is, as `docs/pictures.md` says it. */
  name: string;
  /** Writes it into a folder. @returns its path */
  make(folder: string): Promise<string>;
  /** What comes out, as `docs/pictures.md` says it; a refusal is the sentence that its sender reads. */
  out: string;
}

/** The refusal of a kind that a library doesn't take. */
export const KIND_REFUSED =
  'Refused: This kind of file isn’t accepted here. Choose one of these: JPEG, PNG, WebP, AVIF, GIF, HEIC, MP4, MOV, WebM, MKV, 3GP.';
