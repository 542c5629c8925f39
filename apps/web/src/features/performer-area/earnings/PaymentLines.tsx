import type { EarningLine } from '@stagedoor/contract/earnings';
import type { ServerEvents } from '@stagedoor/contract/realtime';
import styles from './earnings.module.css';
import { Amount } from '../../../ui/Amount.tsx';
import { Avatar } from '../../../ui/Avatar.tsx';
import { CardLine } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import { TimeAgo } from '../../../ui/TimeAgo.tsx';
import type from '../../../ui/type.module.css';

export type PaidEvent = ServerEvents['RECEIVED_PAID_TOKEN_EVENT'];

/** A payment that came in while the page is open. */
export const PaidLine = ({ event }: { event: PaidEvent }) => {
  const t = useText();
  const format = useFormat();
  const name = event.fan?.name ?? '';
  const text =
    event.kind === 'tip'
      ? t('model.tipped', { name })
      : event.kind === 'subscription'
        ? t('model.subscribed', { name })
        : event.gift
          ? t(event.gift.quantity > 1 ? 'gifts.gaveYouMany' : 'gifts.gaveYou', {
              name,
              gift: event.gift.symbol ?? event.gift.name,
              count: event.gift.quantity,
            })
          : t('model.bought', { name, title: event.item?.title || t('model.untitled') });
  return (
    <CardLine className={event.kind === 'tip' || event.gift ? styles.gold : undefined}>
      <Avatar src={event.fan?.avatar} size={36} />
      <span className={styles.words}>
        <span className={classes(type.small, type.strong)}>{text}</span>
        {event.message ? (
          <span className={classes(type.small, type.quiet)}>
            <bdi>{event.message}</bdi>
          </span>
        ) : null}
        <span className={classes(type.tiny, type.faint)}>
          <TimeAgo instant={event.createdAt} />
        </span>
      </span>
      {event.tokens === null ? <span className={type.num}>{format.money(event.net)}</span> : <Amount tokens={event.tokens} />}
    </CardLine>
  );
};

/** A payment from before this page was opened. */
export const RecentLine = ({ line }: { line: EarningLine }) => {
  const t = useText();
  const format = useFormat();
  return (
    <CardLine>
      <Avatar src={line.fan?.avatar} size={36} />
      <span className={styles.words}>
        <span className={classes(type.small, type.strong, type.clip)}>{line.fan?.name ?? t(`movement.${line.kind}`)}</span>
        {line.message ? (
          <span className={classes(type.small, type.quiet)}>
            <bdi>{line.message}</bdi>
          </span>
        ) : null}
        <span className={classes(styles.of, type.tiny, type.faint)}>
          <span className={type.clip}>{line.item?.title || t(`movement.${line.kind}`)}</span>
          <span>
            · <TimeAgo instant={line.createdAt} />
          </span>
        </span>
      </span>
      <span className={type.num}>{format.money(line.net)}</span>
    </CardLine>
  );
};
