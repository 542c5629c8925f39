import type { MediaUse } from '@stagedoor/contract/media';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { FormError } from '../../ui/forms/FormError.tsx';
import styles from './media.module.css';
import { LIBRARY } from './use-library.ts';

interface DeleteSheetProps {
  /** Files to delete; empty when the sheet is closed. */
  ids: readonly string[];
  onClose: () => void;
  onDone: () => void;
}

/** Confirms the deletion of files; lists where they are in use and asks again. */
export const DeleteSheet = ({ ids, onClose, onDone }: DeleteSheetProps) => {
  const t = useText();
  const client = useQueryClient();
  const remove = useAction('DELETE /performer/media-libraries');
  const { reset } = remove;
  useEffect(() => {
    if (ids.length > 0) reset();
  }, [ids, reset]);
  const inUse = remove.error?.code === 'FILE_IN_USE';
  const uses = inUse ? ((remove.error?.details?.['uses'] as readonly MediaUse[] | undefined) ?? []) : [];
  const press = async () => {
    const answer = await remove.run({ body: { ids: [...ids], confirmed: inUse } });
    if (!answer) return;
    await client.invalidateQueries({ queryKey: LIBRARY });
    toast(answer.kept.length > 0 ? t('media.deletedKept', { count: answer.kept.length }) : t('media.deleted', { count: answer.deleted }), {
      tone: 'ok',
      stays: answer.kept.length > 0 ? 5000 : 1500,
    });
    onDone();
  };
  return (
    <Sheet
      opened={ids.length > 0}
      onClose={onClose}
      title={t('media.deleteAsk', { count: ids.length })}
      foot={
        <div className={styles.foot}>
          <Button kind="lift" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="bad" busy={remove.busy} onClick={() => void press()}>
            {t(inUse ? 'media.deleteAnyway' : 'media.delete')}
          </Button>
        </div>
      }
    >
      {inUse ? (
        <div className={styles.uses}>
          <p>{t('media.inUse')}</p>
          <ul>
            {[...new Map(uses.map((use) => [use._id, use])).values()].map((use) => (
              <li key={use._id} className={styles.use}>
                <span className={type.clip}>{use.title || t('model.untitled')}</span>
                {use.isBought ? <Chip tone="spot">{t('media.bought')}</Chip> : null}
              </li>
            ))}
          </ul>
          {uses.some(({ isBought }) => isBought) ? <p className={classes(type.small, type.quiet)}>{t('media.boughtStays')}</p> : null}
        </div>
      ) : (
        <>
          <p>{t('media.deleteText')}</p>
          <FormError error={remove.error} fields={[]} />
        </>
      )}
    </Sheet>
  );
};
