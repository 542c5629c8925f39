import type { MessageItem, PrivateMessage } from '@stagedoor/contract/conversations';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { Amount } from '../../ui/Amount.tsx';
import { useText } from '../../ui/text.ts';
import { ItemMedia } from '../items/ItemMedia.tsx';
import { useUnlock } from '../items/use-unlock.ts';
import { MessageFiles } from './MessageFiles.tsx';
import styles from './message.module.css';

interface PaidFilesProps {
  message: PrivateMessage;
  isOwn: boolean;
  /** Whose they are. */
  name: string;
}

/** What a message sells: to its sender with what became of it, to the other side under the curtain until it is bought. */
export const PaidFiles = ({ message, isOwn, name }: PaidFilesProps) => {
  const t = useText();
  const { item, itemState, price, isBought } = message;
  if (!item) return <p className={styles.preparing}>{t(itemState === 'processing' ? 'messages.videoPrepared' : 'messages.gone')}</p>;
  if (!isOwn) return <ForSale item={item} name={name} />;
  return (
    <>
      <MessageFiles files={item.files} name={name} />
      <span className={styles.sold}>
        {isBought ? <IconLockOpen size={16} stroke={1.75} aria-hidden="true" /> : <IconLock size={16} stroke={1.75} aria-hidden="true" />}
        {t(isBought ? 'messages.bought' : 'messages.notBought')}
        {price === null ? null : <Amount tokens={price} />}
      </span>
    </>
  );
};

const ForSale = ({ item, name }: { item: MessageItem; name: string }) => {
  const t = useText();
  const unlock = useUnlock(item);
  const label = t('messages.filesOf', { name });
  return (
    <div className={styles.forSale}>
      <ItemMedia unlock={unlock} label={label} layout="under">
        <MessageFiles files={unlock.item.files} name={name} />
      </ItemMedia>
    </div>
  );
};
