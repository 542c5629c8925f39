import { IconAlertCircle, IconDots } from '@tabler/icons-react';
import type { Message } from '@stagedoor/contract/conversations';
import { memo } from 'react';
import { Amount } from '../../ui/Amount.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Menu } from '../../ui/Menu.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { type LineRights, lineMenu } from './moderation/line-menu.tsx';
import lines from './ChatLine.module.css';
import styles from './Chat.module.css';
import { type PendingLine, picturesOf } from './chat-messages.ts';
import { ChatPictures } from './ChatPictures.tsx';
import { useSession } from '../../app/session.tsx';

const firstName = (name: string): string => name.split(' ')[0] ?? name;

/** One message, or one gift, with a gold edge. */
export const ChatLine = memo(function ChatLine({
  message,
  isModerator,
  rights,
  acts,
}: {
  message: Message;
  isModerator: boolean;
  rights: LineRights;
  acts: Parameters<typeof lineMenu>[3];
}) {
  const t = useText();
  const { sender } = message;
  const menu = rights ? (
    <Menu
      groups={lineMenu(t, message, rights, acts)}
      target={
        <IconButton
          className={styles.options}
          size="sm"
          label={t('chat.options', { name: firstName(sender.name) })}
          icon={<IconDots size={18} stroke={1.75} />}
        />
      }
    />
  ) : null;
  if (message.gift && message.tip !== null) {
    const { gift } = message;
    const text = t(gift.kind === 'emoji' ? 'emoji.reacted' : gift.quantity > 1 ? 'gifts.gaveMany' : 'gifts.gave', {
      gift: gift.name,
      name: gift.name,
      count: gift.quantity,
    });
    return (
      <div className={styles.tip}>
        {gift.image ? (
          <img className={lines.lineImage} src={gift.image} alt="" width={34} height={34} />
        ) : (
          <span className={lines.lineSign} aria-hidden="true">
            {gift.symbol}
          </span>
        )}
        <div className={styles.tipWords}>
          <span>
            <b className={styles.tipName}>
              <bdi>{firstName(sender.name)}</bdi>
            </b>{' '}
            {text}
          </span>
          {message.text ? (
            <span className={styles.tipText}>
              <bdi>{message.text}</bdi>
            </span>
          ) : null}
        </div>
        <Amount tokens={message.tip} trim className={styles.tipAmount} />
      </div>
    );
  }
  if (message.kind === 'tip' && message.tip !== null) {
    return (
      <div className={styles.tip}>
        <Avatar src={sender.avatar} size={32} />
        <div className={styles.tipWords}>
          <b className={styles.tipName}>
            <bdi>{firstName(sender.name)}</bdi>
          </b>
          <span className={styles.tipText}>{message.text || t('chat.tipped')}</span>
        </div>
        <Amount tokens={message.tip} trim className={styles.tipAmount} />
      </div>
    );
  }
  return (
    <div className={styles.line}>
      <Avatar src={sender.avatar} size={28} />
      <div className={styles.words}>
        <b className={classes(styles.name, sender.isHost && styles.host)}>
          <bdi>{firstName(sender.name)}</bdi>
        </b>{' '}
        {sender.isHost ? (
          <Chip tone="spot" size="sm" className={styles.hostChip}>
            {t('chat.host')}
          </Chip>
        ) : isModerator ? (
          <Chip size="sm" className={styles.hostChip}>
            <span className={type.hidden}>{t('moderation.moderator')}</span>
            <span aria-hidden="true">{t('moderation.badge')}</span>
          </Chip>
        ) : null}{' '}
        <span className={classes(message.isDeleted && styles.deleted)}>
          <bdi>{message.text}</bdi>
        </span>
        <ChatPictures pictures={picturesOf(message)} name={firstName(sender.name)} />
      </div>
      {menu}
    </div>
  );
});

/** An own message being sent; a failed one can be sent again. */
export const PendingChatLine = ({
  line,
  onRetry,
  onDiscard,
}: {
  line: PendingLine;
  onRetry: (key: string) => void;
  onDiscard: (key: string) => void;
}) => {
  const t = useText();
  const user = useSession();
  return (
    <div className={classes(styles.line, !line.failed && styles.sending)}>
      <Avatar src={user?.avatar} size={28} />
      <div className={styles.words}>
        <b className={styles.name}>
          <bdi>{firstName(user?.name ?? '')}</bdi>
        </b>{' '}
        <bdi>{line.text}</bdi>
        <ChatPictures pictures={line.pictures} name={firstName(user?.name ?? '')} />
        {line.failed ? (
          <span className={styles.failed}>
            <IconAlertCircle size={16} stroke={1.75} aria-hidden="true" />
            {t('chat.notSent')}
            <button type="button" className={styles.act} onClick={() => onRetry(line.key)}>
              {t('ui.tryAgain')}
            </button>
            <button type="button" className={styles.act} onClick={() => onDiscard(line.key)}>
              {t('chat.discard')}
            </button>
          </span>
        ) : null}
      </div>
    </div>
  );
};
