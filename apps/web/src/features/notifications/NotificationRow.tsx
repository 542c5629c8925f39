import type { Notification } from '@stagedoor/contract/notifications';
import type { NotificationKind } from '@stagedoor/contract/notifications.values';
import {
  IconAlertTriangle,
  IconAt,
  IconBroadcast,
  IconCalendarClock,
  IconBuildingBank,
  IconCalendarEvent,
  IconCoin,
  IconFlag,
  IconGift,
  IconHeart,
  IconIdBadge2,
  IconLayoutList,
  IconListCheck,
  IconMessageCircle,
  IconReceipt,
  IconReceiptOff,
  IconReceiptRefund,
  IconRepeat,
  IconShieldLock,
  IconShoppingBag,
  IconTruckDelivery,
  IconUserPlus,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { Avatar } from '../../ui/Avatar.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import type from '../../ui/type.module.css';
import styles from './notifications.module.css';

const ICONS: Record<NotificationKind, TablerIcon> = {
  live: IconBroadcast,
  reminder: IconCalendarClock,
  stopped: IconBroadcast,
  post: IconLayoutList,
  message: IconMessageCircle,
  comment: IconMessageCircle,
  mention: IconAt,
  reaction: IconHeart,
  tip: IconCoin,
  gift: IconGift,
  request: IconBroadcast,
  subscription: IconUserPlus,
  sale: IconShoppingBag,
  order: IconTruckDelivery,
  expiry: IconCalendarEvent,
  renewal: IconRepeat,
  receipt: IconReceipt,
  walletReceipt: IconReceipt,
  refund: IconReceiptRefund,
  dispute: IconReceiptOff,
  payout: IconBuildingBank,
  report: IconFlag,
  review: IconListCheck,
  application: IconIdBadge2,
  security: IconShieldLock,
  moderation: IconFlag,
  disputeShare: IconAlertTriangle,
};

/** Kinds about the reader's own affairs: a drawing says more than the face of the performer. */
const DRAWN: Partial<Record<NotificationKind, 'plain' | 'ok' | 'warn' | 'info'>> = {
  order: 'plain',
  expiry: 'warn',
  renewal: 'plain',
  receipt: 'plain',
  walletReceipt: 'plain',
  refund: 'ok',
  review: 'info',
  application: 'info',
  security: 'info',
};

/** The sentence, with the name of who did it emphasised. */
const Sentence = ({ text, name }: { text: string; name: string | undefined }) => {
  const at = name ? text.indexOf(name) : -1;
  if (!name || at < 0) return <>{text}</>;
  return (
    <>
      {text.slice(0, at)}
      <b>
        <bdi>{name}</bdi>
      </b>
      {text.slice(at + name.length)}
    </>
  );
};

/** One notification: it leads to its page, and is read then. */
export const NotificationRow = ({ row, onOpen }: { row: Notification; onOpen: (row: Notification) => void }) => {
  const t = useText();
  const { kind, actor, text, isRead, path, updatedAt } = row;
  const Icon = ICONS[kind];
  const drawn = actor ? DRAWN[kind] : (DRAWN[kind] ?? 'plain');
  const isLive = kind === 'live' && path.startsWith('/live/');
  return (
    <li className={classes(styles.row, !isRead && styles.unread)}>
      <Link to={path} className={styles.link} onClick={() => onOpen(row)}>
        {drawn ? (
          <span className={classes(styles.icon, styles[drawn])} aria-hidden="true">
            <Icon size={20} stroke={1.75} />
          </span>
        ) : (
          <span className={styles.face}>
            <Avatar src={actor?.avatar} size={52} live={isLive} edge="house" />
            <span className={classes(styles.badge, kind === 'live' && styles.liveBadge)} aria-hidden="true">
              <Icon size={14} stroke={1.75} />
            </span>
          </span>
        )}
        <span className={styles.words}>
          {isRead ? null : <span className={type.hidden}>{t('notifications.unreadMark')} </span>}
          <span className={styles.text}>
            <Sentence text={text} name={actor?.name} />
          </span>
          <span className={classes(type.tiny, type.faint)}>
            <TimeAgo instant={updatedAt} />
          </span>
        </span>
        {isLive ? <span className={styles.act}>{t('notifications.watch')}</span> : null}
      </Link>
    </li>
  );
};
