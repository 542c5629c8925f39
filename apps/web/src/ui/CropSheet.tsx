import { lazy, Suspense } from 'react';
import { Sheet } from './Sheet.tsx';
import { Skeleton } from './Skeleton.tsx';

/** What a picture is cut for. */
export interface CropShape {
  /** Width by height of the part that is kept. */
  aspect: number;
  isRound: boolean;
  /** Of the result, in pixels. */
  widest: number;
}

/** A profile picture: shown round everywhere. */
export const AVATAR_SHAPE: CropShape = { aspect: 1, isRound: true, widest: 1280 };
/** A cover: screens show less of its left and right, or of its top and bottom, as they are wide. */
export const COVER_SHAPE: CropShape = { aspect: 3.2, isRound: false, widest: 2560 };

export interface CropSheetProps {
  /** The picture as it was picked; null closes the sheet. */
  file: File | null;
  shape: CropShape;
  title: string;
  /** The chosen part, or the picture itself where the browser can't show it: then the server decides. */
  onCrop: (file: File) => void;
  onClose: () => void;
}

const CropView = lazy(() => import('./CropView.tsx'));

/** Chooses the part of a picture that is kept: moved by dragging or by arrow keys, enlarged by pinching, by the wheel or by a slider. */
export const CropSheet = (props: CropSheetProps) => {
  const { file, title, onClose } = props;
  return (
    <Sheet opened={file !== null} onClose={onClose} title={title} width={520}>
      {file ? (
        <Suspense fallback={<Skeleton height={320} />}>
          <CropView {...props} file={file} />
        </Suspense>
      ) : null}
    </Sheet>
  );
};
