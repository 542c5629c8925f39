import { lazy, Suspense } from 'react';

export interface LightboxProps {
  /** The pictures, with what is to be seen on them. */
  slides: readonly { src: string; alt: string; width: number; height: number; srcSet?: { src: string; width: number; height: number }[] }[];
  /** Which one is shown; null when closed. */
  index: number | null;
  onClose: () => void;
  /** Whose name lies over the pictures, where the site wants that. */
  mark?: string | null;
}

const LightboxView = lazy(() => import('./LightboxView.tsx'));

/** Pictures over the whole screen; its code is loaded when the first one is opened. */
export const Lightbox = (props: LightboxProps) =>
  props.index === null ? null : (
    <Suspense>
      <LightboxView {...props} index={props.index} />
    </Suspense>
  );
