import { Pending } from '../../../app/Pending.tsx';
import { useData } from '../../../app/data.ts';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import admin from '../../../ui/admin/list-and-pane.module.css';
import { FactLine, Pane, PaneHead } from '../list/Pane.tsx';
import { PersonLink } from '../frame/PersonLink.tsx';
import { Entries } from './Entries.tsx';
import styles from '../../../ui/admin/money.module.css';

/** One transaction of the ledger: its entries, its split, its hash. */
export const TransactionPane = ({ id, onBack }: { id: string; onBack: () => void }) => {
  const t = useText();
  const format = useFormat();
  const query = useData('GET /admin/ledger/transactions/{id}', { params: { id } });
  const transaction = query.data;
  if (!transaction)
    return (
      <Pane label={t('money.transaction')} onBack={onBack}>
        <Pending of={query}>
          <RowsSkeleton rows={6} />
        </Pending>
      </Pane>
    );
  const { gross, commission, net, commissionRate, seal } = transaction;
  // Written like a reversal, with amounts below zero.
  const shown = (amount: number): string => format.money(transaction.kind === 'chargebackReversal' ? Math.abs(amount) : amount);
  return (
    <Pane
      label={t('money.transaction')}
      onBack={onBack}
      foot={
        transaction.orderId ? (
          <Button kind="lift" wide href={`/admin/orders?id=${transaction.orderId}`}>
            {t('money.showOrder')}
          </Button>
        ) : null
      }
    >
      <PaneHead title={t(`money.transactionKind.${transaction.kind}`)} line={format.date(transaction.createdAt, 'dayTime')}>
        <Chip size="sm" tone={seal ? 'ok' : 'plain'}>
          {seal ? t('money.seal', { position: format.count(seal.position) }) : t('money.unsealed')}
        </Chip>
      </PaneHead>
      <div className={admin.facts}>
        {transaction.buyer ? (
          <FactLine label={t('money.buyer')}>
            <PersonLink person={transaction.buyer} />
          </FactLine>
        ) : null}
        {transaction.seller ? (
          <FactLine label={t('money.seller')}>
            <PersonLink person={transaction.seller} />
          </FactLine>
        ) : null}
        {gross !== null && commission !== null && net !== null ? (
          <FactLine label={t('money.split')}>
            {t('money.splitLine', {
              gross: shown(gross),
              commission: shown(commission),
              rate: format.percent(commissionRate ?? 0),
              net: shown(net),
            })}
          </FactLine>
        ) : null}
        {transaction.receiver === 'performer' ? <FactLine label={t('money.receiver')}>{t('money.receiver.performer')}</FactLine> : null}
        {transaction.note ? (
          <FactLine label={t('money.note')}>
            <bdi>{transaction.note}</bdi>
          </FactLine>
        ) : null}
        {transaction.actor ? (
          <FactLine label={t('money.actor')}>
            <PersonLink person={transaction.actor} />
          </FactLine>
        ) : null}
        {(['reversesId', 'reversedById'] as const).map((name) =>
          transaction[name] ? (
            <FactLine key={name} label={t(name === 'reversesId' ? 'money.reverses' : 'money.reversedBy')}>
              <Button kind="text" size="sm" href={`/admin/ledger?id=${transaction[name]}`}>
                {t('money.showTransaction')}
              </Button>
            </FactLine>
          ) : null,
        )}
        <FactLine label={t('money.key')}>
          <span className={styles.key}>{transaction.key}</span>
        </FactLine>
      </div>
      <section className={styles.section}>
        <h3 className={type.label}>{t('money.entries')}</h3>
        <Entries transaction={transaction} />
      </section>
    </Pane>
  );
};
