import type { PrivateMessage } from '@stagedoor/contract/conversations';
import { Fragment } from 'react';
import { useSiteTime } from '../../app/site-time.ts';
import { Button } from '../../ui/Button.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import { Bubble, OutgoingBubble } from './Bubble.tsx';
import { isSameDay, placed } from './message-groups.ts';
import styles from './messages.module.css';
import type { Thread } from './thread-state.ts';

interface ThreadMessagesProps {
  thread: Thread;
  isReady: boolean;
  ownId: string;
  peerName: string;
  canReply: boolean;
  /** The message that the conversation was opened at, for a moment. */
  marked: string | null;
  onReply: (message: PrivateMessage) => void;
  onDelete: (message: PrivateMessage) => void;
  /** The message that can still be taken back. */
  undoableId: string | undefined;
  onUndo: () => void;
  onRetry: (key: string) => void;
  onDiscard: (key: string) => void;
  /** Loads later messages. */
  onNewer: () => void;
}

/** The messages of a conversation by days, then those on their way, or the way to later ones. */
export const ThreadMessages = ({
  thread,
  isReady,
  ownId,
  marked,
  undoableId,
  onUndo,
  onNewer,
  onRetry,
  onDiscard,
  ...bubble
}: ThreadMessagesProps) => {
  const t = useText();
  return (
    <>
      {placed(thread.messages).map(({ message, startsDay, endsGroup }) => (
        <Fragment key={message._id}>
          {startsDay ? <Day at={message.createdAt} /> : null}
          <Bubble
            {...bubble}
            message={message}
            isOwn={message.sender._id === ownId}
            endsGroup={endsGroup}
            onUndo={undoableId === message._id ? onUndo : null}
            isMarked={message._id === marked}
          />
        </Fragment>
      ))}
      {thread.hasNewer ? (
        isReady ? (
          <Button kind="text" size="sm" className={styles.older} onClick={onNewer}>
            {t('messages.newer')}
          </Button>
        ) : null
      ) : (
        thread.outbox.map((outgoing) => <OutgoingBubble key={outgoing.key} outgoing={outgoing} onRetry={onRetry} onDiscard={onDiscard} />)
      )}
    </>
  );
};

/** The day of the messages below. */
const Day = ({ at }: { at: string }) => {
  const t = useText();
  const format = useFormat();
  const now = useSiteTime();
  return <span className={styles.day}>{isSameDay(new Date(at), new Date(now)) ? t('messages.today') : format.date(at, 'weekday')}</span>;
};
