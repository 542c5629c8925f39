import { lazy, Suspense } from 'react';

export interface LightboxProps {
  /** The pictures, with alternative texts. */
  slides: readonly { src: string; alt: string; width: number; height: number; srcSet?: { src: string; width: number; height: number }[] }[];
  /** Index of the picture shown; null when closed. */
  index: number | null;
  onClose: () => void;
  /** The watermark over the pictures, if enabled. */
  mark?: string | null;
}

const LightboxView = lazy(() => import('./LightboxView.tsx'));

/** Full-screen pictures; the code is loaded on first use. */
export const Lightbox = (props: LightboxProps) =>
  props.index === null ? null : (
    <Suspense>
      <LightboxView {...props} index={props.index} />
    </Suspense>
  );
