/** A rectangle of a picture, in its own pixels. */
export interface CropArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

const QUALITY = 0.92;

/** A canvas writes what the browser can: WebP where it is asked for and known, PNG otherwise. */
const ENDINGS: Record<string, string> = { 'image/jpeg': 'jpg', 'image/webp': 'webp', 'image/png': 'png' };

/**
 * Cuts a part out of a picture, turned as its EXIF data says.
 * @param widest of the result, in pixels; a larger part is scaled down
 * @throws DOMException when the browser can't read the picture
 */
export const cropPicture = async (file: File, area: CropArea, widest: number): Promise<File> => {
  const picture = await createImageBitmap(file);
  try {
    const scale = Math.min(1, widest / area.width);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(area.width * scale));
    canvas.height = Math.max(1, Math.round(area.height * scale));
    const context = canvas.getContext('2d');
    if (!context) throw new DOMException('no canvas', 'NotSupportedError');
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height);
    // JPEG has no transparency: only what is JPEG stays so.
    const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
    if (!blob) throw new DOMException('not encoded', 'EncodingError');
    return new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.${ENDINGS[blob.type] ?? 'png'}`, { type: blob.type });
  } finally {
    picture.close();
  }
};
