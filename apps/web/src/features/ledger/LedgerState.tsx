import type { LedgerState as State } from '@stagedoor/contract/site';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './ledger.module.css';

/** What the nightly check of the ledger found, and the end of the chain of hashes. */
export const LedgerState = ({ state: { checkedAt, ok, checks, chain } }: { state: State }) => {
  const t = useText();
  const format = useFormat();
  return (
    <div className={styles.parts}>
      <Card pad="lg">
        <h2 className={classes(type.display, type.s26)}>
          {t(checkedAt === null ? 'ledgerPage.never' : ok ? 'ledgerPage.holds' : 'ledgerPage.broken')}
        </h2>
        <p className={classes(type.small, type.quiet)}>
          {checkedAt === null ? t('ledgerPage.neverText') : t('ledgerPage.checked', { date: format.date(checkedAt, 'dayTime', 'UTC') })}
          {checkedAt !== null && !ok ? <> {t('ledgerPage.brokenText')}</> : null}
        </p>
        <ul className={styles.checks}>
          {checks.map((check) => (
            <li key={check.invariant} className={styles.check}>
              <span className={type.small}>{check.text}</span>
              <Chip size="sm" tone={check.ok ? 'ok' : 'bad'} icon={check.ok ? <IconCheck size={14} /> : <IconAlertTriangle size={14} />}>
                {t(check.ok ? 'ledgerPage.ok' : 'ledgerPage.failed')}
              </Chip>
            </li>
          ))}
        </ul>
      </Card>
      <Card pad="lg">
        <h2 className={classes(type.display, type.s26)}>{t('ledgerPage.chain')}</h2>
        <p className={classes(type.small, type.quiet)}>{t('ledgerPage.chainText')}</p>
        {chain ? (
          <dl className={styles.facts}>
            <div>
              <dt className={classes(type.tiny, type.faint)}>{t('ledgerPage.transactions')}</dt>
              <dd className={type.strong}>{format.count(chain.transactions)}</dd>
            </div>
            <div>
              <dt className={classes(type.tiny, type.faint)}>{t('ledgerPage.sealedAt')}</dt>
              <dd className={type.strong}>{format.date(chain.sealedAt, 'dayTime', 'UTC')} UTC</dd>
            </div>
            <div className={styles.wide}>
              <dt className={classes(type.tiny, type.faint)}>{t('ledgerPage.hash')}</dt>
              <dd>
                <code className={styles.hash}>{chain.hash}</code>
              </dd>
            </div>
          </dl>
        ) : (
          <p className={classes(type.small, type.quiet)}>{t('ledgerPage.noChain')}</p>
        )}
      </Card>
    </div>
  );
};
