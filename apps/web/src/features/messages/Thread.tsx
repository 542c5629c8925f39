import type { PrivateConversation, PrivateMessage } from '@stagedoor/contract/conversations';
import { IconArrowDown } from '@tabler/icons-react';
import { useCallback, useLayoutEffect, useState } from 'react';
import { useCurrentUser } from '../../app/session.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { useLogEnd } from '../../ui/use-log-end.ts';
import type from '../../ui/type.module.css';
import { DeleteQuestion } from './DeleteQuestion.tsx';
import { MessageField } from './MessageField.tsx';
import { type MessageDraft, readMessageDraft } from './message-draft.ts';
import styles from './messages.module.css';
import { QuickTips } from './QuickTips.tsx';
import { ThreadHead } from './ThreadHead.tsx';
import { ThreadMessages } from './ThreadMessages.tsx';
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
  const { log, leave, toEnd: scrollToEnd, hold, settle, onScroll } = useLogEnd(NEAR, () => setAway(false));
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
  // Later messages are added below, while the reader stays where they are.
  const stay = useCallback(() => {
    leave();
    setAway(true);
  }, [leave]);
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
        {state === 'failed' ? <Failed onRetry={reload} /> : null}
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
        <ThreadMessages
          thread={thread}
          isReady={state === 'ready'}
          ownId={ownId}
          peerName={firstName}
          canReply={canWrite}
          marked={marked}
          onReply={onReply}
          onDelete={onDelete}
          undoableId={undoable?.messageId}
          onUndo={takeBack}
          onRetry={retry}
          onDiscard={discard}
          onNewer={() => {
            stay();
            void loadNewer();
          }}
        />
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

/** The messages can’t be read. */
const Failed = ({ onRetry }: { onRetry: () => void }) => {
  const t = useText();
  return (
    <Empty
      title={t('messages.failed')}
      action={
        <Button kind="lift" onClick={onRetry}>
          {t('messages.retry')}
        </Button>
      }
    />
  );
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
