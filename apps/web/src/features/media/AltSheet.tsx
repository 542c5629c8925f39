import { useQueryClient } from '@tanstack/react-query';
import { useAction, useData } from '../../app/data.ts';
import { Pending } from '../../app/Pending.tsx';
import { TextArea } from '../../ui/Field.tsx';
import { SheetForm } from '../../ui/forms/SheetForm.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import styles from './media.module.css';
import { LIBRARY } from './use-library.ts';

const FILE = 'GET /performer/media-libraries/{id}';

interface AltSheetProps {
  /** The file; null closes it. */
  id: string | null;
  onClose: () => void;
}

/** The alternative text of one picture of an item that is being edited. It belongs to the file, wherever it is shown. */
export const AltSheet = ({ id, onClose }: AltSheetProps) => {
  const t = useText();
  return (
    <Sheet opened={id !== null} onClose={onClose} title={t('media.alt')} width={480}>
      {id ? <Content key={id} id={id} onClose={onClose} /> : null}
    </Sheet>
  );
};

const Content = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const t = useText();
  const client = useQueryClient();
  const found = useData(FILE, { params: { id } });
  const save = useAction('PUT /performer/media-libraries/{id}');
  const item = found.data;
  if (!item)
    return (
      <Pending of={found}>
        <RowsSkeleton rows={2} square />
      </Pending>
    );
  return (
    <div className={styles.sheet}>
      {item.picture ? (
        <span className={styles.large}>
          <Picture picture={item.picture} alt={item.alt} sizes="440px" />
        </span>
      ) : null}
      <SheetForm
        draft={`alt.${id}`}
        action={save}
        submit={t('model.save')}
        send={({ text }) => save.run({ params: { id }, body: { alt: text('alt') } })}
        onDone={() => {
          void client.invalidateQueries({ queryKey: LIBRARY });
          void client.invalidateQueries({ queryKey: [FILE] });
          toast(t('model.saved'), { tone: 'ok' });
          onClose();
        }}
      >
        <TextArea label={t('media.alt')} name="alt" rows={3} maxLength={500} hint={t('media.altHint')} defaultValue={item.alt} />
      </SheetForm>
    </div>
  );
};
