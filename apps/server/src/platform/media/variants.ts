/** A form of a file made by us: a picture in one width, a blurred preview, a poster, a playable video. */
export interface Variant {
  name: 'picture' | 'blur' | 'poster' | 'posterBlur' | 'mp4';
  /** Key in storage. */
  key: string;
  width: number;
  height: number;
  contentType: string;
}
