import type { AdminPayout } from '@stagedoor/contract/admin-payouts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Pending } from '../../../app/Pending.tsx';
import { useData } from '../../../app/data.ts';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import admin from '../../../ui/admin/list-and-pane.module.css';
import { useActionText } from '../audit/audit-language.ts';
import type { Chosen } from '../list/ListAndPane.tsx';
import { FactLine, Pane, PaneHead } from '../list/Pane.tsx';
import { PersonLink } from '../frame/PersonLink.tsx';
import { PayoutStateChip } from '../../performer-area/payouts/payout-state.tsx';
import { payoutFoot } from './PayoutFoot.tsx';
import styles from './payouts.module.css';

/** Where it is paid to: masked, until somebody asks for it, which is logged. */
const Destination = ({ payout }: { payout: AdminPayout }) => {
  const t = useText();
  const queries = useQueryClient();
  const [isShown, setShown] = useState(false);
  const query = useData('GET /admin/payouts/{id}/details', { params: { id: payout._id } }, { enabled: isShown });
  const { data } = query;
  const show = () => {
    setShown(true);
    void queries.invalidateQueries({ queryKey: ['GET /admin/payouts/{id}'] });
  };
  const facts = data
    ? ([
        ['holderName', data.holderName],
        ['bankName', data.bankName],
        ['country', data.country],
        ['iban', data.iban],
        ['accountNumber', data.accountNumber],
        ['routingNumber', data.routingNumber],
        ['swift', data.swift],
        ['email', data.email],
      ] as const)
    : [];
  return (
    <section className={styles.section}>
      <h3 className={type.label}>{t('payoutAdmin.destination')}</h3>
      {facts.map(([name, value]) =>
        value ? (
          <FactLine key={name} label={t(`payoutAdmin.${name}`)}>
            <bdi className={styles.key}>{value}</bdi>
          </FactLine>
        ) : null,
      )}
      {data ? null : (
        <>
          <FactLine label={t(`payouts.method.${payout.method}`)}>
            <bdi>{payout.method === 'banking' ? `•••• ${payout.destination}` : payout.destination}</bdi>
          </FactLine>
          {isShown ? (
            <Pending of={query}>
              <RowsSkeleton rows={2} square />
            </Pending>
          ) : payout.hasDetails ? (
            <Button className={styles.show} kind="lift" size="sm" onClick={show}>
              {t('payoutAdmin.showDetails')}
            </Button>
          ) : (
            <p className={classes(type.small, type.quiet)}>{t('payoutAdmin.noDetails')}</p>
          )}
        </>
      )}
    </section>
  );
};

/** The fields of a payout that changed since a decision on it was refused. */
const Changes = ({ before, payout }: { before: AdminPayout; payout: AdminPayout }) => {
  const t = useText();
  const format = useFormat();
  const to = ({ method, destination }: AdminPayout) => `${t(`payouts.method.${method}`)} ${destination}`;
  const shown = (one: AdminPayout) =>
    [
      [t('money.state'), t(`payouts.state.${one.state}`)],
      [t('money.amount'), format.money(one.amount)],
      [t('payouts.fee'), format.money(one.fee)],
      [t('payouts.csv.to'), to(one)],
      [t('payouts.note'), one.note || t('payoutAdmin.noNote')],
      [t('payoutAdmin.batch'), one.batch?.reference ?? t('payoutAdmin.inNoBatch')],
    ] as const;
  const past = shown(before);
  const changed = shown(payout).flatMap(([what, now], index) => (now === past[index]![1] ? [] : [{ what, now, before: past[index]![1] }]));
  if (changed.length === 0) return null;
  return (
    <div className={admin.reason} role="status">
      <b className={type.strong}>{t('payoutAdmin.changedTitle')}</b>
      {changed.map((change) => (
        <p key={change.what}>
          <bdi>{t('payoutAdmin.change', change)}</bdi>
        </p>
      ))}
    </div>
  );
};

/** What an admin should know before deciding. */
const Warnings = ({ payout }: { payout: AdminPayout }) => {
  const t = useText();
  const format = useFormat();
  const isOpen = payout.state === 'pending' || payout.state === 'approved';
  const said = [
    ...(isOpen && payout.frozen
      ? [t('people.payoutsFrozen', { date: format.date(payout.frozen.at, 'dayTime'), cause: t(`people.notMe.${payout.frozen.cause}`) })]
      : []),
    ...(payout.heldUntil ? [t('payoutAdmin.heldUntil', { date: format.date(payout.heldUntil, 'dayTime') })] : []),
    ...(isOpen && payout.detailsChangedAt
      ? [t('payoutAdmin.detailsChanged', { date: format.date(payout.detailsChangedAt, 'dayTime') })]
      : []),
    ...(isOpen && payout.available < 0 ? [t('payoutAdmin.belowZero', { money: format.money(-payout.available) })] : []),
    ...(isOpen && payout.performerState !== 'approved' ? [t('payoutAdmin.notApproved')] : []),
  ];
  return said.map((text) => (
    <p key={text} className={admin.reason}>
      {text}
    </p>
  ));
};

/** One payout beside the queue: who, how much, where to, what was paid before, and the next step. */
export const PayoutPane = ({ id, onBack, ...place }: Omit<Chosen<unknown>, 'row' | 'onDecided'>) => {
  const t = useText();
  const format = useFormat();
  const actionText = useActionText();
  const queries = useQueryClient();
  const query = useData('GET /admin/payouts/{id}', { params: { id } });
  // As it was shown when a decision was refused because it had changed.
  const [refused, setRefused] = useState<AdminPayout | null>(null);
  const payout = query.data;
  if (!payout)
    return (
      <Pane label={t('payoutAdmin.payout')} onBack={onBack}>
        <Pending of={query}>
          <RowsSkeleton rows={6} />
        </Pending>
      </Pane>
    );
  const reread = () => {
    void queries.invalidateQueries({ queryKey: ['GET /admin/payouts'] });
    void queries.invalidateQueries({ queryKey: ['GET /admin/payouts/{id}'] });
    void queries.invalidateQueries({ queryKey: ['GET /admin/payouts/{id}/details'] });
  };
  const changed = () => {
    setRefused(null);
    reread();
  };
  const stale = () => {
    setRefused(payout);
    reread();
  };
  return (
    <Pane label={payout.reference} onBack={onBack} foot={payoutFoot(payout, changed, stale)}>
      <PaneHead
        title={format.money(payout.net)}
        avatar={payout.performer.avatar}
        line={
          <>
            {payout.reference} · <bdi>{payout.performer.name}</bdi> <PersonLink person={payout.performer} />
          </>
        }
        place={place}
      >
        <PayoutStateChip payout={payout} />
      </PaneHead>
      {refused ? <Changes before={refused} payout={payout} /> : null}
      <Warnings payout={payout} />
      {payout.reason ? (
        <p dir="auto" className={admin.reason}>
          {payout.reason}
        </p>
      ) : null}
      <div className={admin.facts}>
        <FactLine label={t('money.amount')}>{format.money(payout.amount)}</FactLine>
        <FactLine label={t('payouts.fee')}>{format.money(payout.fee)}</FactLine>
        <FactLine label={t('payoutAdmin.leftAvailable')}>{format.money(payout.available)}</FactLine>
        <FactLine label={t('payouts.held')}>{format.money(payout.held)}</FactLine>
        <FactLine label={t('payoutAdmin.paidBefore')}>
          {t('payoutAdmin.paidTimes', { count: payout.paidBefore.count, money: format.money(payout.paidBefore.amount) })}
        </FactLine>
        <FactLine label={t('payouts.csv.requested')}>{format.date(payout.createdAt, 'dayTime')}</FactLine>
        {payout.paidAt ? <FactLine label={t('payouts.step.paid')}>{format.date(payout.paidAt, 'dayTime')}</FactLine> : null}
        {payout.paymentReference ? <FactLine label={t('payouts.paymentReference')}>{payout.paymentReference}</FactLine> : null}
        {payout.batch ? (
          <FactLine label={t('payoutAdmin.batch')}>
            <Link to={`/admin/payouts?view=batches&id=${payout.batch._id}`}>{payout.batch.reference}</Link>
          </FactLine>
        ) : null}
        {payout.note ? (
          <FactLine label={t('payouts.note')}>
            <bdi>{payout.note}</bdi>
          </FactLine>
        ) : null}
      </div>
      <Destination payout={payout} />
      {payout.history.length > 0 ? (
        <div className={admin.history}>
          <h3 className={type.label}>{t('admin.history')}</h3>
          {payout.history.map((entry) => (
            <div key={`${entry.at} ${entry.action}`} className={classes(admin.past, type.small)}>
              <span>
                {actionText(entry.action)}
                {entry.by ? <span className={type.faint}> · {entry.by}</span> : null}
              </span>
              <span className={type.faint}>{format.date(entry.at, 'dayTime')}</span>
            </div>
          ))}
        </div>
      ) : null}
    </Pane>
  );
};
