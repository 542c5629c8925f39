import type { PrivateConversation, PrivateMessage } from '@stagedoor/contract/conversations';
import { IconArrowDown } from '@tabler/icons-react';
import { Fragment, useCallback, useLayoutEffect, useState } from 'react';
import { useSiteTime } from '../../app/site-time.ts';
import { useCurrentUser } from '../../app/session.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { useLogEnd } from '../../ui/use-log-end.ts';
import type from '../../ui/type.module.css';
import { Bubble, OutgoingBubble } from './Bubble.tsx';
import { DeleteQuestion } from './DeleteQuestion.tsx';
import { MessageField } from './MessageField.tsx';
import { type MessageDraft, readMessageDraft } from './message-draft.ts';
import { isSameDay, placed } from './message-groups.ts';
import styles from './messages.module.css';
import { QuickTips } from './QuickTips.tsx';
import { ThreadHead } from './ThreadHead.tsx';
import { useOpenedMessage, useScrollToMessage } from './use-opened-message.ts';
import { useThread } from './use-thread.ts';
import { useTyping } from './use-typing.ts';

/** Distance from the end that counts as being at the end, in pixels. */
const NEAR = 64;

interface ThreadProps {
  conversation: PrivateConversation;
  /** Opens the tip sheet with an amount; null where the other side is a fan. */
  onTip: ((amount: string) => void) | null;
}

/** One conversation: who, the messages, the field. */
export const Thread = ({ conversation, onTip }: ThreadProps) => {
  const t = useText();
  const ownId = useCurrentUser()._id;
  const { _id: conversationId, peer, canWrite } = conversation;
  const firstName = peer.name.split(' ')[0] ?? peer.name;
  const { messageId, forget } = useOpenedMessage();
  const { thread, state, reload, hasOlder, loadOlder, loadNewer, toNewest, send, retry, discard, remove, undoable, undo } = useThread(
    conversationId,
    messageId,
  );
  const [draft] = useState(() => readMessageDraft(ownId, conversationId));
  const [answered, setReplyTo] = useState<MessageDraft['replyTo']>(draft.replyTo);
  // What was deleted meanwhile isn't answered.
  const replyTo = thread.messages.some(({ _id, isDeleted }) => isDeleted && _id === answered?._id) ? null : answered;
  const [deleting, setDeleting] = useState<PrivateMessage | null>(null);
  const isTyping = useTyping(conversationId);
  const [isAway, setAway] = useState(false);
  const { log, atEnd, toEnd: scrollToEnd, hold, settle, onScroll } = useLogEnd(NEAR, () => setAway(false));
  const lastId = thread.messages.at(-1)?._id;
  const toEnd = () => {
    forget();
    if (thread.hasNewer) toNewest();
    scrollToEnd();
    setAway(false);
  };
  // Before paint: a new message scrolls the log, unless the reader scrolled up; earlier ones leave what is read in place.
  useLayoutEffect(() => {
    if (settle()) setAway(true);
  }, [lastId, thread.messages.length, thread.outbox.length, state, settle]);
  // What is read around a message grows below it, while the reader stays.
  const stay = useCallback(() => {
    atEnd.current = false;
    setAway(true);
  }, [atEnd]);
  const isThere = thread.messages.some(({ _id }) => _id === messageId);
  const marked = useScrollToMessage(log, messageId, isThere, stay);

  const [returned, setReturned] = useState<{ text: string } | null>(null);
  const takeBack = () => {
    const text = undoable?.text ?? '';
    void undo().then((isGone) => isGone && setReturned({ text }));
  };
  const onReply = useCallback(
    (message: PrivateMessage) =>
      setReplyTo({ _id: message._id, text: message.text, senderId: message.sender._id, isDeleted: message.isDeleted }),
    [],
  );
  const onDelete = useCallback((message: PrivateMessage) => setDeleting(message), []);
  return (
    <section className={styles.thread} aria-label={peer.name}>
      <ThreadHead conversation={conversation} />
      <div
        ref={log}
        className={styles.log}
        role="log"
        aria-live="polite"
        aria-label={t('messages.log', { name: peer.name })}
        tabIndex={0}
        onScroll={onScroll}
      >
        <div className={styles.push} />
        {state === 'loading' ? <RowsSkeleton rows={5} size={36} /> : null}
        {state === 'failed' ? (
          <Empty
            title={t('messages.failed')}
            action={
              <Button kind="lift" onClick={reload}>
                {t('messages.retry')}
              </Button>
            }
          />
        ) : null}
        {hasOlder ? (
          <Button
            kind="text"
            size="sm"
            className={styles.older}
            onClick={() => {
              hold();
              void loadOlder();
            }}
          >
            {t('messages.older')}
          </Button>
        ) : null}
        {state === 'ready' && thread.messages.length === 0 && thread.outbox.length === 0 && canWrite ? (
          <p className={styles.day}>{t('messages.start', { name: peer.name })}</p>
        ) : null}
        {placed(thread.messages).map(({ message, startsDay, endsGroup }) => (
          <Fragment key={message._id}>
            {startsDay ? <Day at={message.createdAt} /> : null}
            <Bubble
              message={message}
              isOwn={message.sender._id === ownId}
              peerName={firstName}
              endsGroup={endsGroup}
              canReply={canWrite}
              onReply={onReply}
              onDelete={onDelete}
              onUndo={undoable?.messageId === message._id ? takeBack : null}
              isMarked={message._id === marked}
            />
          </Fragment>
        ))}
        {thread.hasNewer && state === 'ready' ? (
          <Button
            kind="text"
            size="sm"
            className={styles.older}
            onClick={() => {
              stay();
              void loadNewer();
            }}
          >
            {t('messages.newer')}
          </Button>
        ) : (
          thread.outbox.map((outgoing) => <OutgoingBubble key={outgoing.key} outgoing={outgoing} onRetry={retry} onDiscard={discard} />)
        )}
      </div>
      <div className={styles.typing} role="status">
        {isTyping ? t('messages.typing', { name: firstName }) : ''}
      </div>
      {isAway || (thread.hasNewer && state === 'ready') ? (
        <IconButton
          kind="soft"
          className={styles.toEnd}
          label={t('messages.toEnd')}
          icon={<IconArrowDown size={20} stroke={1.75} />}
          onClick={toEnd}
        />
      ) : null}
      <div className={styles.foot}>
        {canWrite ? (
          <>
            {onTip ? <QuickTips onTip={onTip} /> : null}
            <MessageField
              key={conversationId}
              conversationId={conversationId}
              peerName={firstName}
              fanId={conversation.fan ? peer._id : null}
              draft={draft}
              replyTo={replyTo}
              returned={returned}
              onCancelReply={() => setReplyTo(null)}
              onSend={(message) => {
                send({ ...message, replyTo });
                setReplyTo(null);
                toEnd();
              }}
            />
          </>
        ) : (
          <Obstacle conversation={conversation} />
        )}
      </div>
      <DeleteQuestion
        opened={deleting !== null}
        onDelete={() => {
          if (deleting) void remove(deleting._id);
          setDeleting(null);
        }}
        onClose={() => setDeleting(null)}
      />
    </section>
  );
};

/** The day of the messages below. */
const Day = ({ at }: { at: string }) => {
  const t = useText();
  const format = useFormat();
  const now = useSiteTime();
  return <span className={styles.day}>{isSameDay(new Date(at), new Date(now)) ? t('messages.today') : format.date(at, 'weekday')}</span>;
};

/** Why nothing can be written, and the way to change it. */
const Obstacle = ({ conversation: { peer, writeObstacle } }: { conversation: PrivateConversation }) => {
  const t = useText();
  return writeObstacle ? (
    <div className={styles.obstacle}>
      <p className={type.small}>{t(`messages.obstacle.${writeObstacle}`, { name: peer.name })}</p>
      {peer.isPerformer && writeObstacle !== 'gone' ? (
        <Button kind="gold" size="sm" to={`/${peer.username}`}>
          {t('messages.seeProfile')}
        </Button>
      ) : null}
    </div>
  ) : null;
};
