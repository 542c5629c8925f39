import { useViewerWatermark } from '../../app/viewer-watermark.ts';
import { Lightbox } from '../../ui/Lightbox.tsx';
import { sourceFor } from '../../ui/Picture.tsx';
import { useText } from '../../ui/text.ts';
import type { OpenedRef } from './item-calls.ts';

interface PhotoLightboxProps {
  photos: OpenedRef['photos'];
  /** Of their performer. */
  name: string;
  /** Index of the photo shown; null when closed. */
  index: number | null;
  onClose: () => void;
}

/** The photos of an item in full size: arrow keys, swipe, zoom. */
export const PhotoLightbox = ({ photos, name, index, onClose }: PhotoLightboxProps) => {
  const t = useText();
  const mark = useViewerWatermark();
  return (
    <Lightbox
      index={index}
      mark={mark}
      onClose={onClose}
      slides={photos.map((photo, at) => ({
        src: sourceFor(photo, 1600) ?? '',
        alt: t('feed.picture', { index: at + 1, name }),
        width: photo.width,
        height: photo.height,
        srcSet: photo.sources.map(({ width, url }) => ({ src: url, width, height: Math.round((width * photo.height) / photo.width) })),
      }))}
    />
  );
};
