import type { OwnPhoto } from '@stagedoor/contract/photos';
import { PhotoForm } from './PhotoForm.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';

interface PhotoSheetProps {
  /** Closed without one. */
  photo: OwnPhoto | null;
  onClose: () => void;
  onSaved: () => Promise<unknown>;
}

/** The form of an own photo. */
export const PhotoSheet = ({ photo, onClose, onSaved }: PhotoSheetProps) => {
  const t = useText();
  return (
    <Sheet opened={photo !== null} onClose={onClose} title={t('photos.edit')}>
      {photo ? (
        <PhotoForm
          key={photo._id}
          photo={photo}
          onSaved={async (saved) => {
            toast(t(saved.state === 'review' ? 'reviews.sent' : 'model.saved'), { tone: 'ok' });
            onClose();
            await onSaved();
          }}
        />
      ) : null}
    </Sheet>
  );
};
