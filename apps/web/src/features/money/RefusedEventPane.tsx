import type { RefusedEvent } from '@stagedoor/contract/admin-money';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import admin from '../admin/admin.module.css';
import { FactLine, Pane, PaneHead } from '../admin/Pane.tsx';
import styles from './money.module.css';

/** An amount with the currency as it was said, which may not be the site's. */
export const useSaidAmount = (): ((said: Pick<RefusedEvent, 'amount' | 'currency'>) => string) => {
  const format = useFormat();
  return ({ amount, currency }) => (amount === null ? '–' : `${format.tokens(amount)} ${currency ?? ''}`.trim());
};

export const WhyChip = ({ event }: { event: Pick<RefusedEvent, 'outcome' | 'takenAs'> }) => {
  const say = useText();
  return (
    <Chip size="sm" tone={event.takenAs ? 'plain' : event.outcome === 'amountMismatch' ? 'bad' : 'warn'}>
      {event.takenAs ? say('money.takenChip') : say(`money.why.${event.outcome}`)}
    </Chip>
  );
};

/** One statement that was not taken: what it said, what was expected, and what to do about it. */
export const RefusedEventPane = ({ event, onBack }: { event: RefusedEvent; onBack: () => void }) => {
  const say = useText();
  const format = useFormat();
  const said = useSaidAmount();
  const { order } = event;
  return (
    <Pane
      label={say('money.statement')}
      onBack={onBack}
      foot={
        order ? (
          <Button kind="lift" wide to={`/admin/orders?id=${order._id}`}>
            {say('money.showOrder')}
          </Button>
        ) : null
      }
    >
      <PaneHead title={say(`money.event.${event.event as 'approved'}`)} line={format.date(event.at, 'dayTime')}>
        <WhyChip event={event} />
      </PaneHead>
      <p className={event.takenAs ? admin.statement : admin.reason}>
        {event.takenAs
          ? say('money.takenLater', { outcome: say(`money.outcome.${event.takenAs as 'settled'}`) })
          : say(`money.whyText.${event.outcome}`)}
      </p>
      <div className={admin.facts}>
        <FactLine label={say('money.gateway')}>{event.gateway}</FactLine>
        <FactLine label={say('money.said')}>{said(event)}</FactLine>
        {order ? (
          <>
            <FactLine label={say('money.expected')}>
              {said({ amount: order.money, currency: order.currency })} · {say(`money.orderKind.${order.kind}`)} ·{' '}
              {say(`money.orderState.${order.state}`)}
            </FactLine>
            <FactLine label={say('money.buyer')}>{order.buyer ? <bdi>@{order.buyer.username}</bdi> : '–'}</FactLine>
          </>
        ) : null}
        {(
          [
            ['money.payment', event.paymentId],
            ['money.gatewaySubscription', event.subscriptionId],
            ['money.orderName', event.orderName],
          ] as const
        ).map(([label, value]) =>
          value ? (
            <FactLine key={label} label={say(label)}>
              <span className={styles.key}>{value}</span>
            </FactLine>
          ) : null,
        )}
      </div>
    </Pane>
  );
};
