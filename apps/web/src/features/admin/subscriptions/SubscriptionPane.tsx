import type { AdminSubscription } from '@stagedoor/contract/admin-subscriptions';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Pending } from '../../../app/Pending.tsx';
import { useAction, useData } from '../../../app/data.ts';
import { Amount } from '../../../ui/Amount.tsx';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { TextField } from '../../../ui/Field.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import admin from '../../../ui/admin/list-and-pane.module.css';
import { AuditEntries } from '../audit/AuditEntries.tsx';
import { FactLine, Pane, PaneHead } from '../list/Pane.tsx';
import { PersonLink } from '../frame/PersonLink.tsx';
import { SheetForm } from '../../../ui/forms/SheetForm.tsx';
import { OrderStateChip } from '../orders/order-state.tsx';
import { SubscriptionState, useRenewalText, useSubscriptionType } from './SubscriptionState.tsx';
import styles from '../../../ui/admin/money.module.css';

const Facts = ({ subscription }: { subscription: AdminSubscription }) => {
  const t = useText();
  const format = useFormat();
  const renewalText = useRenewalText();
  const { state, renewsAt, paidUntil, expiresAt, failures } = subscription;
  const hasEnded = state === 'ended';
  return (
    <div className={admin.facts}>
      <FactLine label={t('subs.fan')}>
        <PersonLink person={subscription.fan} />
      </FactLine>
      <FactLine label={t('subs.performer')}>
        <PersonLink person={subscription.performer} />
      </FactLine>
      {subscription.type === 'free' ? null : (
        <FactLine label={t('subs.agreed')}>
          <Amount tokens={subscription.price} money={subscription.money} />
        </FactLine>
      )}
      {subscription.raisedTo === null ? null : (
        <FactLine label={t('subs.asked')}>
          <Amount tokens={subscription.raisedTo} />
        </FactLine>
      )}
      <FactLine label={t('subs.started')}>{format.date(subscription.startedAt, 'dayYear')}</FactLine>
      <FactLine label={t('subs.paidUntil')}>{format.periodDay(paidUntil)}</FactLine>
      {expiresAt === paidUntil ? null : <FactLine label={t('subs.accessUntil')}>{format.date(expiresAt, 'dayTime')}</FactLine>}
      {hasEnded ? null : <FactLine label={t('subs.renewal')}>{renewalText(subscription)}</FactLine>}
      {renewsAt ? (
        <FactLine label={t(state === 'grace' ? 'subs.nextAttempt' : 'subs.next')}>{format.date(renewsAt, 'dayTime')}</FactLine>
      ) : null}
      {failures > 0 ? <FactLine label={t('subs.failures')}>{format.count(failures)}</FactLine> : null}
      {subscription.cancelledAt && state !== 'active' ? (
        <FactLine label={t('subs.cancelledAt')}>{format.date(subscription.cancelledAt, 'dayTime')}</FactLine>
      ) : null}
      {subscription.gatewaySubscriptionId ? (
        <FactLine label={t('subs.atGateway')}>
          <span className={styles.key}>
            {subscription.gateway} · {subscription.gatewaySubscriptionId}
          </span>
        </FactLine>
      ) : null}
      <FactLine label={t('subs.id')}>
        <span className={styles.key}>{subscription._id}</span>
      </FactLine>
    </div>
  );
};

const Periods = ({ periods }: Pick<AdminSubscription, 'periods'>) => {
  const t = useText();
  const format = useFormat();
  return (
    <section className={styles.section}>
      <h3 className={type.label}>{t('subs.periods')}</h3>
      {periods.length === 0 ? <p className={classes(type.small, type.quiet)}>{t('subs.noPeriods')}</p> : null}
      {periods.map((period) => (
        <div key={period._id} className={classes(styles.line, type.small)}>
          <span>
            <span className={type.strong}>
              {t(`money.orderKind.${period.kind}`)} · {format.money(period.money)}
            </span>
            <span className={type.faint}>
              {period.type ? `${t(`subs.type.${period.type}`)} · ` : ''}
              {t(period.method === 'card' ? 'money.byCard' : 'money.byWallet')} · {format.date(period.at, 'dayTime')}
            </span>
          </span>
          <span className={styles.ways}>
            <OrderStateChip state={period.state} />
            <Button kind="text" size="sm" to={`/admin/orders?id=${period._id}`}>
              {t('subs.showOrder')}
            </Button>
            {period.transactionId ? (
              <Button kind="text" size="sm" to={`/admin/ledger?id=${period.transactionId}`}>
                {t('subs.showTransaction')}
              </Button>
            ) : null}
          </span>
        </div>
      ))}
    </section>
  );
};

const CancelSheet = ({ subscription, onClose }: { subscription: AdminSubscription; onClose: () => void }) => {
  const t = useText();
  const format = useFormat();
  const queries = useQueryClient();
  const cancel = useAction('POST /admin/subscriptions/{id}/cancel');
  const { state, fan, performer, paidUntil } = subscription;
  const names = { fan: fan.name, performer: performer.name };
  return (
    <Sheet opened onClose={onClose} title={t('subs.cancelTitle')} width={480}>
      <SheetForm
        draft={`subscription.cancel.${subscription._id}`}
        action={cancel}
        lead={state === 'grace' ? t('subs.cancelNowText', names) : t('subs.cancelText', { ...names, date: format.periodDay(paidUntil) })}
        submit={t('subs.cancel')}
        bad
        send={({ text }) => cancel.run({ params: { id: subscription._id }, body: { reason: text('reason') } })}
        onDone={() => {
          toast(t('subs.cancelledToast'), { tone: 'ok' });
          onClose();
          for (const key of ['GET /admin/subscriptions', 'GET /admin/subscriptions/{id}'])
            void queries.invalidateQueries({ queryKey: [key] });
        }}
      >
        <TextField
          label={t('subs.reason')}
          name="reason"
          required
          maxLength={300}
          hint={t('subs.reasonHint')}
          error={cancel.error?.fields['reason']}
        />
      </SheetForm>
    </Sheet>
  );
};

/** One subscription beside the list: parties, terms, payments, and ending its renewal. */
export const SubscriptionPane = ({ id, onBack }: { id: string; onBack: () => void }) => {
  const t = useText();
  const typeText = useSubscriptionType();
  const query = useData('GET /admin/subscriptions/{id}', { params: { id } });
  const [isCancelling, setCancelling] = useState(false);
  const subscription = query.data;
  if (!subscription)
    return (
      <Pane label={t('subs.id')} onBack={onBack}>
        <Pending of={query}>
          <RowsSkeleton rows={6} />
        </Pending>
      </Pane>
    );
  return (
    <Pane
      label={t('subs.id')}
      onBack={onBack}
      foot={
        subscription.renewsAt ? (
          <Button kind="bad" wide onClick={() => setCancelling(true)}>
            {t('subs.cancel')}
          </Button>
        ) : null
      }
    >
      <PaneHead
        avatar={subscription.fan.avatar}
        title={subscription.fan.name}
        line={
          <>
            {typeText(subscription)} · <bdi>@{subscription.performer.username}</bdi>
          </>
        }
      >
        <SubscriptionState state={subscription.state} />
      </PaneHead>
      <Facts subscription={subscription} />
      <Periods periods={subscription.periods} />
      <AuditEntries entries={subscription.history} />
      {isCancelling ? <CancelSheet subscription={subscription} onClose={() => setCancelling(false)} /> : null}
    </Pane>
  );
};
