import type { LedgerTransactionDetail } from '@stagedoor/contract/admin-money';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './money.module.css';

type Entry = Pick<LedgerTransactionDetail['entries'][number], 'unit' | 'amount'>;

/** An amount of the ledger in its unit. */
export const useLedgerAmount = () => {
  const say = useText();
  const format = useFormat();
  return ({ unit, amount }: Entry): string =>
    unit === 'token' ? say('money.tokens', { tokens: format.tokens(amount) }) : format.money(amount);
};

/** The entries of a transaction: whose account, by how much. */
export const Entries = ({ transaction }: { transaction: LedgerTransactionDetail }) => {
  const say = useText();
  const written = useLedgerAmount();
  return (
    <ul className={styles.entries} aria-label={say('money.entries')}>
      {transaction.entries.map((entry) => (
        <li key={entry.line} className={type.small}>
          <span className={styles.entryWords}>
            <span>{say(`money.accountKind.${entry.account}`)}</span>
            <span className={classes(type.tiny, type.faint)}>{entry.owner ? <bdi>@{entry.owner.username}</bdi> : say('money.site')}</span>
          </span>
          <span className={classes(type.num, entry.amount < 0 ? styles.minus : styles.plus)}>{written(entry)}</span>
        </li>
      ))}
    </ul>
  );
};
