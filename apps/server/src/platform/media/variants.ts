/**
 * A form of a file made by us: a picture in one width, a blurred preview, a poster, a playable video as one file (`mp4`) or in several
 * sizes (`hls`, its list of lists), the small pictures of its timeline (`previews`, their list), a short piece cut out of it (`teaser`),
 * captions in one language.
 */
export interface Variant {
  name: 'picture' | 'avif' | 'blur' | 'poster' | 'posterBlur' | 'mp4' | 'hls' | 'previews' | 'teaser' | 'captions';
  /** Key in storage. */
  key: string;
  width: number;
  height: number;
  contentType: string;
  /** Of a teaser. */
  durationMs?: number;
  /** Of captions: BCP 47. */
  language?: string;
}
