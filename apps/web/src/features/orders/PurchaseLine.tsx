import { isolated } from '@stagedoor/contract/visible-text.values';
import type { PurchaseRow } from '@stagedoor/contract/payments';
import { itemPage } from '../../app/item-page.ts';
import { productNames } from './product-names.ts';
import styles from './orders.module.css';
import type { TablerIcon } from '@tabler/icons-react';
import { Amount, Money } from '../../ui/Amount.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { DateText } from '../../ui/TimeAgo.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** The link of a purchase: the item, else the seller. */
export const purchasePage = ({ kind, orderId, item, counterparty }: PurchaseRow): string | null => {
  if (kind === 'product') return `/orders/${orderId}`;
  const page = item && itemPage(item.kind, item.id);
  if (page) return page;
  if (kind === 'topUp' || kind === 'debt') return '/wallet';
  return counterparty ? `/${counterparty.username}` : null;
};

/** A purchase in a line: its kind, what was bought, when, and for how much. */
export const PurchaseLine = ({ row, Icon }: { row: PurchaseRow; Icon: TablerIcon }) => {
  const t = useText();
  const format = useFormat();
  const kind = t(`purchases.kind.${row.kind}`);
  const title =
    productNames(row.products, { t, format }) ||
    row.item?.title ||
    (row.counterparty ? `${kind}: ${isolated(row.counterparty.name)}` : kind);
  return (
    <>
      <span className={styles.icon}>
        <Icon size={20} stroke={1.75} aria-hidden="true" />
      </span>
      <span className={styles.words}>
        <span className={classes(type.strong, type.clip)}>
          <bdi>{title}</bdi>
        </span>
        <span className={classes(type.tiny, type.faint)}>
          {[t(`purchases.kind.${row.kind}`), row.item ? row.counterparty?.name : '', t(`orders.method.${row.method}`)]
            .filter(Boolean)
            .join(' · ')}{' '}
          · <DateText instant={row.paidAt ?? row.createdAt} />
        </span>
      </span>
      <span className={styles.end}>
        {row.tokens === null ? <Money value={row.money} /> : <Amount tokens={row.tokens} money={row.money} stacked />}
        {row.state === 'paid' ? null : <Chip size="sm">{t(`purchases.state.${row.state}`)}</Chip>}
      </span>
    </>
  );
};
