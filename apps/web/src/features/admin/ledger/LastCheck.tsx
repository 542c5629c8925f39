import type { LedgerCheck } from '@stagedoor/contract/admin-money';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useRequestText } from './use-request-text.ts';
import styles from '../../../ui/admin/money.module.css';
import { Card } from '../../../ui/Card.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';

/** The last check, invariant by invariant. */
export const LastCheck = ({ check }: { check: LedgerCheck }) => {
  const t = useText();
  const format = useFormat();
  const requestText = useRequestText();
  return (
    <Card pad="lg" {...(check.ok ? { beam: 'glow' as const } : {})}>
      <h2 className={classes(type.display, type.s34)}>{t(check.ok ? 'money.allHold' : 'money.notAllHold')}</h2>
      <p className={classes(type.small, type.quiet)}>{requestText(check)}</p>
      <ul className={styles.checks}>
        {check.checks.map(({ invariant, ok, count, detail }) => (
          <li key={invariant} className={classes(styles.line, type.small)}>
            <span>
              <span className={type.strong}>{t(`admin.check.${invariant}`)}</span>
              <span className={classes(type.tiny, type.faint)}>{ok ? (count === null ? null : format.count(count)) : detail}</span>
            </span>
            <Chip size="sm" tone={ok ? 'ok' : 'bad'} icon={ok ? <IconCheck size={14} /> : <IconAlertTriangle size={14} />}>
              {t(ok ? 'money.checkHolds' : 'money.checkBroken')}
            </Chip>
          </li>
        ))}
      </ul>
    </Card>
  );
};
