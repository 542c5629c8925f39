import type { FoundConversation, PrivateConversation } from '@stagedoor/contract/conversations';
import { IconPinFilled } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useSiteTime } from '../../app/site-time.ts';
import { useAmountText } from '../../ui/Amount.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { CountBadge, Verified } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { MarkedText } from '../../ui/MarkedText.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './messages.module.css';
import { isSameDay } from './message-groups.ts';

/** The last message in one line. */
const useLastWords = ({ lastMessage }: PrivateConversation): string => {
  const t = useText();
  const written = useAmountText();
  if (!lastMessage) return t('messages.nothing');
  if (lastMessage.tip !== null && !lastMessage.isDeleted) {
    const kind = lastMessage.kind === 'tip' ? 'tip' : 'gift';
    return t(`messages.last.${kind}.${lastMessage.isOwn ? 'own' : 'peer'}`, { tokens: written(lastMessage.tip) });
  }
  if (lastMessage.text === '' && lastMessage.fileKind)
    return t(`messages.last.${lastMessage.fileKind}.${lastMessage.isOwn ? 'own' : 'peer'}`, { count: lastMessage.files });
  return lastMessage.isOwn && !lastMessage.isDeleted ? t('messages.you', { text: lastMessage.text }) : lastMessage.text;
};

/** The message that a search found, and whose it is. */
const MatchedWords = ({ match }: { match: NonNullable<FoundConversation['match']> }) => {
  const t = useText();
  const [before, after] = match.isOwn ? t('messages.you', { text: '\n' }).split('\n') : [];
  return (
    <span className={classes(type.small, type.two, styles.matched)}>
      {before}
      <MarkedText parts={match.parts} />
      {after}
    </span>
  );
};

interface ConversationRowProps {
  conversation: PrivateConversation;
  /** The message that a search found it by; null shows the last one. */
  match: FoundConversation['match'];
  to: string;
  isOpen: boolean;
}

/** One conversation of the list: the other side, the last message or the one that was searched for, unread ones. */
export const ConversationRow = ({ conversation, match, to, isOpen }: ConversationRowProps) => {
  const t = useText();
  const format = useFormat();
  const { peer, lastMessage, totalNotSeenMessages: unread, isPinned } = conversation;
  const now = useSiteTime();
  const text = useLastWords(conversation);
  const { createdAt } = match ?? lastMessage ?? { createdAt: null };
  return (
    <Link to={to} className={styles.row} aria-current={isOpen ? 'page' : undefined} preventScrollReset>
      <Avatar src={peer.avatar} size={52} online={peer.isOnline} live={peer.isLive} edge="house" />
      <span>
        <span className={styles.rowName}>
          <span className={type.clip}>
            <bdi>{peer.name}</bdi>
          </span>
          {peer.isVerified ? <Verified /> : null}
        </span>
        {match ? (
          <MatchedWords match={match} />
        ) : (
          <span className={classes(type.small, type.clip, unread > 0 ? styles.unread : type.faint)} style={{ display: 'block' }}>
            <bdi>{text}</bdi>
          </span>
        )}
      </span>
      <span className={styles.rowEnd}>
        {createdAt !== null ? (
          <time dateTime={createdAt} suppressHydrationWarning>
            {format.date(createdAt, isSameDay(new Date(createdAt), new Date(now)) ? 'time' : 'day')}
          </time>
        ) : null}
        {unread > 0 ? (
          <CountBadge value={unread} label={t('messages.unread', { count: unread })} />
        ) : isPinned ? (
          <>
            <IconPinFilled size={16} aria-hidden="true" />
            <span className={type.hidden}>{t('messages.isPinned')}</span>
          </>
        ) : null}
      </span>
    </Link>
  );
};
