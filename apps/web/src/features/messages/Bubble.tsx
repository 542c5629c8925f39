import type { PrivateMessage } from '@stagedoor/contract/conversations';
import { IconAlertCircle, IconArrowBackUp, IconCheck, IconChecks, IconClock, IconDots, IconTrash } from '@tabler/icons-react';
import type { Picture as PictureShape } from '@stagedoor/contract/shapes';
import { memo, useState } from 'react';
import { Amount } from '../../ui/Amount.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { Lightbox } from '../../ui/Lightbox.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { Picture, sourceFor } from '../../ui/Picture.tsx';
import { useText } from '../../ui/text.ts';
import styles from './messages.module.css';
import type { Outgoing } from './thread-state.ts';

interface BubbleProps {
  message: PrivateMessage;
  isOwn: boolean;
  peerName: string;
  /** The time stands below it. */
  endsGroup: boolean;
  canReply: boolean;
  onReply: (message: PrivateMessage) => void;
  onDelete: (message: PrivateMessage) => void;
}

/** The message that is answered, above the answer. */
const Quote = ({ quote }: { quote: NonNullable<PrivateMessage['replyTo']> }) => (
  <span className={classes(styles.quote, quote.isDeleted && styles.deleted)}>{quote.text}</span>
);

/** The pictures of a message; a press shows them at full size. */
const Pictures = ({ pictures, name }: { pictures: readonly PictureShape[]; name: string }) => {
  const t = useText();
  const [opened, setOpened] = useState<number | null>(null);
  if (pictures.length === 0) return null;
  const altOf = (index: number) => t('messages.pictureOf', { name, index: index + 1 });
  return (
    <div className={classes(styles.pictures, pictures.length === 1 && styles.single)}>
      {pictures.map((picture, index) => (
        <button
          key={picture.sources[0]?.url ?? index}
          type="button"
          className={styles.picture}
          aria-label={altOf(index)}
          onClick={() => setOpened(index)}
        >
          <Picture picture={picture} alt="" sizes={pictures.length === 1 ? '320px' : '160px'} />
        </button>
      ))}
      <Lightbox
        index={opened}
        onClose={() => setOpened(null)}
        slides={pictures.map((picture, index) => ({
          src: sourceFor(picture, 1920) ?? '',
          alt: altOf(index),
          width: picture.width,
          height: picture.height,
        }))}
      />
    </div>
  );
};

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

/** One message; tips and gifts stand in the middle. */
export const Bubble = memo(function Bubble({ message, isOwn, peerName, endsGroup, canReply, onReply, onDelete }: BubbleProps) {
  const t = useText();
  const format = useFormat();
  if (message.kind !== 'text' && message.tip !== null) {
    const { gift } = message;
    const words = gift
      ? t(isOwn ? 'messages.youGave' : 'messages.gaveYou', { name: peerName, gift: gift.name })
      : t(isOwn ? 'messages.youTipped' : 'messages.tippedYou', { name: peerName });
    return (
      <>
        <div className={styles.paid}>
          <span>{words}</span>
          <Amount tokens={message.tip} />
        </div>
        {message.text ? <span className={styles.paidText}>“{message.text}”</span> : null}
      </>
    );
  }
  const items = [
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
      <div className={classes(styles.line, isOwn && styles.own)}>
        <div className={styles.body}>
          <Pictures pictures={message.files} name={isOwn ? t('messages.yourself') : peerName} />
          {message.text || message.replyTo ? (
            <div className={classes(styles.bubble, message.isDeleted && styles.deleted)}>
              {message.replyTo ? <Quote quote={message.replyTo} /> : null}
              {message.text}
            </div>
          ) : null}
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
      {endsGroup ? (
        <span className={classes(styles.meta, isOwn && styles.own)}>
          <time dateTime={message.createdAt}>{format.date(message.createdAt, 'time')}</time>
          {isOwn && !message.isDeleted ? <Receipt message={message} /> : null}
        </span>
      ) : null}
    </>
  );
});

/** An own message on its way; a failed one can be sent again. */
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
          <Pictures pictures={outgoing.files.map(({ picture }) => picture)} name={t('messages.yourself')} />
          {outgoing.text || outgoing.replyTo ? (
            <div className={styles.bubble}>
              {outgoing.replyTo ? <Quote quote={outgoing.replyTo} /> : null}
              {outgoing.text}
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
        {isFailed ? (
          <>
            <Button kind="text" size="sm" onClick={() => onRetry(outgoing.key)}>
              {t('messages.retry')}
            </Button>
            <Button kind="text" size="sm" onClick={() => onDiscard(outgoing.key)}>
              {t('messages.discard')}
            </Button>
          </>
        ) : null}
      </span>
    </>
  );
};
