import type { PrivateMessage } from '@stagedoor/contract/conversations';
import { IconAlertCircle, IconArrowBackUp, IconCheck, IconChecks, IconClock, IconDots, IconFlag, IconTrash } from '@tabler/icons-react';
import { memo, Suspense, useState } from 'react';
import { Amount } from '../../ui/Amount.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { LinkedText } from '../../ui/LinkedText.tsx';
import { useText } from '../../ui/text.ts';
import { LazyReportSheet } from '../reports/ReportMenu.tsx';
import { ChosenIcon } from './ChosenIcon.tsx';
import { LinkPreview } from './LinkPreview.tsx';
import { MessageFiles } from './MessageFiles.tsx';
import styles from './message.module.css';
import { PaidFiles } from './PaidFiles.tsx';
import type { Outgoing } from './thread-state.ts';
import { useSwipe } from './use-swipe.ts';

interface BubbleProps {
  message: PrivateMessage;
  isOwn: boolean;
  peerName: string;
  /** The time stands below it. */
  endsGroup: boolean;
  canReply: boolean;
  onReply: (message: PrivateMessage) => void;
  onDelete: (message: PrivateMessage) => void;
  /** Takes back what was just sent; null once that is over. */
  onUndo: (() => void) | null;
  /** The conversation was just opened at it. */
  isMarked: boolean;
}

/** The message that is answered, above the answer. */
const Quote = ({ quote }: { quote: NonNullable<PrivateMessage['replyTo']> }) => (
  <span className={classes(styles.quote, quote.isDeleted && styles.deleted)}>
    <bdi>{quote.text}</bdi>
  </span>
);

/** How far an own message came. */
const Receipt = ({ message }: { message: PrivateMessage }) => {
  const t = useText();
  return message.seenAt ? (
    <>
      <IconChecks size={16} stroke={1.75} aria-hidden="true" /> <span>{t('messages.seen')}</span>
    </>
  ) : message.deliveredAt ? (
    <>
      <IconChecks size={16} stroke={1.75} aria-hidden="true" /> <span>{t('messages.delivered')}</span>
    </>
  ) : (
    <>
      <IconCheck size={16} stroke={1.75} aria-hidden="true" /> <span>{t('messages.sent')}</span>
    </>
  );
};

/** The time below a group of messages, and of own ones how far the last came. */
const Meta = ({ message, isOwn, onUndo }: Pick<BubbleProps, 'message' | 'isOwn' | 'onUndo'>) => {
  const t = useText();
  const format = useFormat();
  return (
    <span className={classes(styles.meta, isOwn && styles.own)}>
      <time dateTime={message.createdAt}>{format.date(message.createdAt, 'time')}</time>
      {isOwn && !message.isDeleted ? <Receipt message={message} /> : null}
      {onUndo ? (
        <Button kind="text" size="sm" onClick={onUndo}>
          {t('messages.undo')}
        </Button>
      ) : null}
    </span>
  );
};

/** One message; tips and gifts stand in the middle. */
export const Bubble = memo(function Bubble({
  message,
  isOwn,
  peerName,
  endsGroup,
  canReply,
  onReply,
  onDelete,
  onUndo,
  isMarked,
}: BubbleProps) {
  const t = useText();
  const [isReporting, setIsReporting] = useState(false);
  const swipe = useSwipe(canReply && !message.isDeleted ? () => onReply(message) : undefined);
  if (message.kind !== 'text' && message.tip !== null) {
    const { gift } = message;
    const words = gift
      ? t(isOwn ? 'messages.youGave' : 'messages.gaveYou', { name: peerName, gift: gift.name })
      : t(isOwn ? 'messages.youTipped' : 'messages.tippedYou', { name: peerName });
    return (
      <>
        <div className={classes(styles.paid, isMarked && styles.marked)} data-message={message._id}>
          <span>
            <bdi>{words}</bdi>
          </span>
          <Amount tokens={message.tip} />
        </div>
        {message.text ? (
          <span className={styles.paidText}>
            “<bdi>{message.text}</bdi>”
          </span>
        ) : null}
      </>
    );
  }
  const name = isOwn ? t('messages.yourself') : peerName;
  const items = [
    ...(!isOwn && !message.isDeleted
      ? [{ key: 'report', text: t('reports.report'), icon: <IconFlag size={20} stroke={1.75} />, onSelect: () => setIsReporting(true) }]
      : []),
    ...(canReply && !message.isDeleted
      ? [{ key: 'reply', text: t('messages.reply'), icon: <IconArrowBackUp size={20} stroke={1.75} />, onSelect: () => onReply(message) }]
      : []),
    ...(isOwn && !message.isDeleted
      ? [
          {
            key: 'delete',
            text: t('messages.delete'),
            icon: <IconTrash size={20} stroke={1.75} />,
            bad: true,
            onSelect: () => onDelete(message),
          },
        ]
      : []),
  ];
  return (
    <>
      <div className={classes(styles.line, isOwn && styles.own, isMarked && styles.marked)} data-message={message._id} {...swipe}>
        <div className={styles.body}>
          {message.itemState === null ? (
            <MessageFiles files={message.files} name={name} />
          ) : (
            <PaidFiles message={message} isOwn={isOwn} name={name} />
          )}
          {message.text || message.replyTo ? (
            <div className={classes(styles.bubble, message.isDeleted && styles.deleted)}>
              {message.replyTo ? <Quote quote={message.replyTo} /> : null}
              <LinkedText text={message.text} />
            </div>
          ) : null}
          {message.preview ? <LinkPreview preview={message.preview} /> : null}
        </div>
        {items.length > 0 ? (
          <Menu
            groups={[{ items }]}
            position={isOwn ? 'bottom-end' : 'bottom-start'}
            target={
              <IconButton className={styles.lineMenu} size="sm" label={t('messages.options')} icon={<IconDots size={18} stroke={1.75} />} />
            }
          />
        ) : null}
      </div>
      {isReporting ? (
        <Suspense>
          <LazyReportSheet
            object={{ objectType: 'message', objectId: message._id }}
            others={[{ objectType: 'avatar', objectId: message.sender._id }]}
            onClose={() => setIsReporting(false)}
          />
        </Suspense>
      ) : null}
      {endsGroup ? <Meta message={message} isOwn={isOwn} onUndo={onUndo} /> : null}
    </>
  );
});

/** An own message on its way. One that waits or was refused can be sent again; only of a refused one is it known that nobody has it. */
export const OutgoingBubble = ({
  outgoing,
  onRetry,
  onDiscard,
}: {
  outgoing: Outgoing;
  onRetry: (key: string) => void;
  onDiscard: (key: string) => void;
}) => {
  const t = useText();
  const isFailed = outgoing.state === 'failed';
  return (
    <>
      <div className={classes(styles.line, styles.own)}>
        <div className={styles.body}>
          {outgoing.files.length > 0 ? (
            <div className={classes(styles.pictures, outgoing.files.length === 1 && styles.single)}>
              {outgoing.files.map((file) => (
                <span key={file._id} className={styles.picture}>
                  {file.picture ? <Picture picture={file.picture} alt="" sizes="160px" /> : <ChosenIcon kind={file.kind} />}
                </span>
              ))}
            </div>
          ) : null}
          {outgoing.text || outgoing.replyTo ? (
            <div className={styles.bubble}>
              {outgoing.replyTo ? <Quote quote={outgoing.replyTo} /> : null}
              <bdi>{outgoing.text}</bdi>
            </div>
          ) : null}
        </div>
      </div>
      <span className={classes(styles.meta, styles.own, isFailed && styles.failed)} role="status">
        {isFailed ? (
          <IconAlertCircle size={16} stroke={1.75} aria-hidden="true" />
        ) : (
          <IconClock size={16} stroke={1.75} aria-hidden="true" />
        )}
        {t(isFailed ? 'messages.notSent' : outgoing.state === 'waiting' ? 'messages.waiting' : 'messages.sending')}
        {outgoing.state === 'sending' ? null : (
          <Button kind="text" size="sm" onClick={() => onRetry(outgoing.key)}>
            {t('messages.retry')}
          </Button>
        )}
        {isFailed ? (
          <Button kind="text" size="sm" onClick={() => onDiscard(outgoing.key)}>
            {t('messages.discard')}
          </Button>
        ) : null}
      </span>
    </>
  );
};
