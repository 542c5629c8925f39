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
import { Problem } from '../auth/Problem.tsx';
import styles from './media.module.css';
import { LIBRARY } from './use-library.ts';

interface DeleteSheetProps {
  /** Files to delete; none: the sheet is closed. */
  ids: readonly string[];
  onClose: () => void;
  onDone: () => void;
}

/** Asks before files are deleted; where some are shown somewhere, lists where, and asks once more. */
export const DeleteSheet = ({ ids, onClose, onDone }: DeleteSheetProps) => {
  const say = useText();
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
    toast(
      answer.kept.length > 0 ? say('media.deletedKept', { count: answer.kept.length }) : say('media.deleted', { count: answer.deleted }),
      { tone: 'ok', stays: answer.kept.length > 0 ? 5000 : 1500 },
    );
    onDone();
  };
  return (
    <Sheet
      opened={ids.length > 0}
      onClose={onClose}
      title={say('media.deleteAsk', { count: ids.length })}
      foot={
        <div className={styles.foot}>
          <Button kind="lift" onClick={onClose}>
            {say('ui.cancel')}
          </Button>
          <Button kind="bad" busy={remove.busy} onClick={() => void press()}>
            {say(inUse ? 'media.deleteAnyway' : 'media.delete')}
          </Button>
        </div>
      }
    >
      {inUse ? (
        <div className={styles.uses}>
          <p>{say('media.inUse')}</p>
          <ul>
            {[...new Map(uses.map((use) => [use._id, use])).values()].map((use) => (
              <li key={use._id} className={styles.use}>
                <span className={type.clip}>{use.title || say('model.untitled')}</span>
                {use.isBought ? <Chip tone="spot">{say('media.bought')}</Chip> : null}
              </li>
            ))}
          </ul>
          {uses.some(({ isBought }) => isBought) ? <p className={classes(type.small, type.quiet)}>{say('media.boughtStays')}</p> : null}
        </div>
      ) : (
        <>
          <p>{say('media.deleteText')}</p>
          <Problem error={remove.error} fields={[]} />
        </>
      )}
    </Sheet>
  );
};
