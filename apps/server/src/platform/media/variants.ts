/**
 * A generated rendition of a file: a picture in one width, a blurred preview, a poster, a video as one file (`mp4`) or for adaptive
 * streaming (`hls`, the master playlist), the thumbnails of its timeline (`previews`, their track), a teaser, captions in one language, a
 * sound recording, an animated picture as a silent film.
 */
export interface Variant {
  name: 'picture' | 'avif' | 'blur' | 'poster' | 'posterBlur' | 'mp4' | 'hls' | 'previews' | 'teaser' | 'captions' | 'audio' | 'animation';
  /** Key in storage. */
  key: string;
  width: number;
  height: number;
  contentType: string;
  /** The length of a teaser or an animation. */
  durationMs?: number;
  /** Of a sound recording: its loudness over its length, 0 to 100. */
  peaks?: number[];
  /** Of captions: BCP 47. */
  language?: string;
}
