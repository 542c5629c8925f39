import type { ApiError } from '../../app/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';

/** Tells if a sheet's show is over and nothing was charged: not while a payment runs, nor after one whose outcome is unknown. */
export const isCut = (isOver: boolean, { busy, error }: { busy: boolean; error: ApiError | null }): boolean =>
  isOver && !busy && (error === null || (error.status >= 400 && error.status < 500));

/** In place of a sheet whose show ended while it was open. */
export const CutSheet = ({ title, onClose }: { title: string; onClose: () => void }) => {
  const t = useText();
  return (
    <Sheet
      opened
      onClose={onClose}
      title={title}
      foot={
        <Button kind="gold" wide onClick={onClose}>
          {t('ui.close')}
        </Button>
      }
    >
      <p role="status">{t('stage.cut')}</p>
    </Sheet>
  );
};
