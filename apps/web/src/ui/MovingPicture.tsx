import type { Picture as PictureShape } from '@stagedoor/contract/shapes';
import { type CSSProperties, lazy, Suspense } from 'react';
import { Picture } from './Picture.tsx';

export interface MovingPictureProps {
  picture: PictureShape;
  /** Address of the animation, a silent film. */
  animation: string;
  /** Text for screen readers: which picture it is, or whose. */
  name: string;
  sizes?: string;
  eager?: boolean;
  className?: string | undefined;
  style?: CSSProperties;
  /** Called when the still or the animation could not be loaded. */
  onError?: () => void;
}

const MovingPictureView = lazy(() => import('./MovingPictureView.tsx'));

/** An animated picture, which plays while it is in sight and stops at a press. Its code is loaded on first use; until then its still is shown. */
export const MovingPicture = (props: MovingPictureProps) => (
  <Suspense fallback={<Picture {...props} alt="" />}>
    <MovingPictureView {...props} />
  </Suspense>
);
