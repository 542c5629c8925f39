import type { LedgerTransactionDetail } from '@stagedoor/contract/admin-money';
import { useAmountText } from '../../../ui/Amount.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from '../../../ui/admin/money.module.css';

type Entry = Pick<LedgerTransactionDetail['entries'][number], 'unit' | 'amount'>;

/** A ledger amount in its unit. @param money of tokens, where the ledger has it */
export const useLedgerAmount = () => {
  const written = useAmountText();
  const format = useFormat();
  return ({ unit, amount }: Entry, money?: number): string => (unit === 'token' ? written(amount, { money }) : format.money(amount));
};

/** Returns the money that the transaction took for an entry's tokens; undefined for other tokens. */
const moneyOf = ({ tokens, gross }: LedgerTransactionDetail, { amount }: Entry): number | undefined =>
  gross !== null && Math.abs(amount) === tokens ? Math.sign(amount) * gross : undefined;

/** The entries of a transaction: account and amount. */
export const Entries = ({ transaction }: { transaction: LedgerTransactionDetail }) => {
  const t = useText();
  const written = useLedgerAmount();
  return (
    <ul className={styles.entries} aria-label={t('money.entries')}>
      {transaction.entries.map((entry) => (
        <li key={entry.line} className={type.small}>
          <span className={styles.entryWords}>
            <span>{t(`money.accountKind.${entry.account}`)}</span>
            <span className={classes(type.tiny, type.faint)}>
              {entry.owner ? <bdi>@{entry.owner.username}</bdi> : (entry.gateway ?? t('money.site'))}
            </span>
          </span>
          <span className={classes(type.num, entry.amount < 0 ? styles.minus : styles.plus)}>
            {written(entry, moneyOf(transaction, entry))}
          </span>
        </li>
      ))}
    </ul>
  );
};
