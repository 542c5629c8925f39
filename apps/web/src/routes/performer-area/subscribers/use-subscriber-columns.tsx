import type { Subscription } from '@stagedoor/contract/subscriptions';
import { MessageButton } from '../../../features/messages/MessageButton.tsx';
import styles from '../../../features/orders/orders.module.css';
import { Amount } from '../../../ui/Amount.tsx';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Chip, type ChipTone } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import type { Column } from '../../../ui/table/column.ts';
import { useFormat } from '../../../ui/format.tsx';
import { DateText } from '../../../ui/TimeAgo.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';

const stateOf = ({
  state,
  isOverdue,
  isTrial,
}: Subscription): { name: 'active' | 'trial' | 'overdue' | 'cancelled' | 'expired'; tone: ChipTone } =>
  state === 'expired'
    ? { name: 'expired', tone: 'plain' }
    : isOverdue
      ? { name: 'overdue', tone: 'warn' }
      : state === 'cancelled'
        ? { name: 'cancelled', tone: 'plain' }
        : isTrial
          ? { name: 'trial', tone: 'info' }
          : { name: 'active', tone: 'ok' };

/** The columns of the list of subscribers. */
export const useSubscriberColumns = (): readonly Column<Subscription>[] => {
  const t = useText();
  const format = useFormat();
  return [
    {
      key: 'fan',
      narrow: 'main',
      title: t('subscribers.fan'),
      cell: ({ fan }) => (
        <span className={type.flexBetween} style={{ justifyContent: 'start' }}>
          <Avatar src={fan.avatar} size={36} />
          <span className={styles.words}>
            <span className={classes(type.strong, type.clip)}>
              <bdi>{fan.name}</bdi>
            </span>
            <bdi className={classes(type.tiny, type.faint)}>@{fan.username}</bdi>
          </span>
        </span>
      ),
    },
    {
      key: 'state',
      narrow: 'end',
      title: t('subscribers.stateTitle'),
      cell: (row) => {
        const { name, tone } = stateOf(row);
        return <Chip tone={tone}>{t(`subscribers.is.${name}`)}</Chip>;
      },
    },
    { key: 'type', title: t('subscribers.type'), cell: (row) => t(`subscribers.type.${row.type}`) },
    { key: 'price', number: true, title: t('subscribers.price'), cell: (row) => <Amount tokens={row.price} /> },
    {
      key: 'spent',
      number: true,
      title: t('subscribers.spent'),
      cell: (row) => <span className={type.num}>{format.money(row.spent ?? 0)}</span>,
    },
    { key: 'since', number: true, sortBy: 'startedAt', title: t('subscribers.since'), cell: (row) => <DateText instant={row.startedAt} /> },
    {
      key: 'until',
      number: true,
      sortBy: 'expiresAt',
      sortsFirst: 'asc',
      title: t('subscribers.until'),
      cell: (row) => <DateText instant={row.renewsAt ?? row.expiresAt} />,
    },
    { key: 'write', narrow: 'end', title: '', cell: ({ fan }) => <MessageButton isSmall personId={fan._id} /> },
  ];
};
