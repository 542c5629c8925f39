import { useData } from '../../app/data.ts';
import { Pending } from '../../app/Pending.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { MessageFiles } from './MessageFiles.tsx';
import styles from './messages.module.css';

/** The files of a message that was bought; they stay when the message was removed. @param name whose they are */
export const BoughtFilesSheet = ({ itemId, name, onClose }: { itemId: string; name: string; onClose: () => void }) => {
  const t = useText();
  const item = useData('GET /messages/items/{id}', { params: { id: itemId } });
  return (
    <Sheet opened onClose={onClose} title={t('messages.filesOf', { name })} width={420}>
      {item.data ? (
        <div className={styles.bought}>
          <MessageFiles files={item.data.files} name={name} />
        </div>
      ) : (
        <Pending of={item}>
          <RowsSkeleton rows={2} square size={84} />
        </Pending>
      )}
    </Sheet>
  );
};
