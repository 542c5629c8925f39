import { useData } from '../../../app/data.ts';
import { Pending } from '../../../app/Pending.tsx';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { Card, CardHead, CardLine } from '../../../ui/Card.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { TimeAgo } from '../../../ui/TimeAgo.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';

/** The last checks of the ledger. */
export const LedgerChecks = () => {
  const t = useText();
  const format = useFormat();
  const verified = useData('GET /admin/ledger/verify', {});
  const ledger = verified.data;
  return (
    <Card pad="lg">
      <CardHead title={t('admin.checks')}>
        {ledger ? (
          <span className={classes(type.small, type.quiet)}>
            {t('admin.lastChecked')}: <TimeAgo instant={ledger.checkedAt} />
          </span>
        ) : null}
      </CardHead>
      {ledger?.checks.map((check) => (
        <CardLine key={check.invariant}>
          <Chip tone={check.ok ? 'ok' : 'bad'}>{t(check.ok ? 'admin.holds' : 'admin.broken')}</Chip>
          <span className={type.small}>{t(`admin.check.${check.invariant}`)}</span>
          <span className={classes(type.tiny, type.faint, styles.checkDetail)}>
            {check.ok ? (check.count === null ? null : format.count(check.count)) : check.detail}
          </span>
        </CardLine>
      )) ?? (
        <Pending of={verified}>
          <RowsSkeleton rows={6} square size={24} />
        </Pending>
      )}
    </Card>
  );
};
