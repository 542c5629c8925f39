import type { SiteCommission } from '@stagedoor/contract/admin-commissions';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Pending } from '../../../app/Pending.tsx';
import { useAction, useData } from '../../../app/data.ts';
import { useCurrentUser } from '../../../app/session.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import { TextField } from '../../../ui/Field.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import { numberOf } from '../settings/settings.ts';
import { UnsavedBar } from '../frame/UnsavedBar.tsx';
import styles from './commissions.module.css';

interface RateRowProps {
  commission: SiteCommission;
  /** The unsaved input; undefined if unchanged. */
  edited: number | string | undefined;
  error: string | undefined;
  isReadOnly: boolean;
  onChange: (value: number | string) => void;
}

const RateRow = ({ commission, edited, error, isReadOnly, onChange }: RateRowProps) => {
  const t = useText();
  const format = useFormat();
  const { key, rate, setBy, setAt, sales, gross, commission: kept } = commission;
  const kind = t(`people.commission.${key}`);
  return (
    <li className={styles.row}>
      <span className={styles.kind}>
        <span className={type.strong}>{kind}</span>
        <span className={classes(type.tiny, type.faint)}>{t('commissions.salesCount', { count: sales })}</span>
        {setAt ? (
          <span className={classes(type.tiny, type.faint)}>
            {t(setBy ? 'commissions.setBy' : 'commissions.setOn', { name: setBy ?? '', date: format.date(setAt, 'dayYear') })}
          </span>
        ) : null}
      </span>
      <span className={styles.figure}>
        <span className={classes(type.tiny, type.faint, styles.label)}>{t('commissions.soldShort')}</span>
        <span className={type.num}>{format.money(gross)}</span>
      </span>
      <span className={styles.figure}>
        <span className={classes(type.tiny, type.faint, styles.label)}>{t('commissions.keptShort')}</span>
        <span className={classes(type.num, type.strong)}>{format.money(kept)}</span>
        {typeof edited === 'number' && gross > 0 && edited >= 0 && edited <= 100 ? (
          <span className={classes(type.tiny, styles.would)}>
            {t('commissions.would', { money: format.money((gross * edited) / 100) })}
          </span>
        ) : null}
      </span>
      <span className={styles.rate}>
        {isReadOnly ? (
          <span className={classes(type.num, type.strong)}>{format.percent(rate)}</span>
        ) : (
          <TextField
            label={<span className={type.hidden}>{t('commissions.rateOf', { kind })}</span>}
            inputMode="decimal"
            maxLength={6}
            value={String(edited ?? rate)}
            end={<span className={classes(type.small, type.faint, styles.unit)}>%</span>}
            error={error}
            onChange={(event) => onChange(numberOf(event.currentTarget.value))}
          />
        )}
      </span>
    </li>
  );
};

/** The site's rate for each kind of sale with sales and revenue; saved together, as settings are. */
export const SiteCommissions = () => {
  const t = useText();
  const format = useFormat();
  const client = useQueryClient();
  const isReadOnly = !useCurrentUser().permissions.includes('settings');
  const query = useData('GET /admin/commissions', {});
  const save = useAction('PUT /admin/settings');
  const [edits, setEdits] = useState<Readonly<Record<string, number | string>>>({});
  const kinds = query.data?.kinds ?? [];
  const change = ({ key, rate }: SiteCommission, value: number | string) => {
    const { [key]: _before, ...others } = edits;
    setEdits(value === rate ? others : { ...others, [key]: value });
  };
  const onSave = async () => {
    const sent = { ...edits };
    if (!(await save.run({ body: { values: sent } }))) return;
    // What was typed meanwhile isn't saved yet.
    setEdits((typed) => Object.fromEntries(Object.entries(typed).filter(([key, value]) => value !== sent[key])));
    toast(t('commissions.saved'), { tone: 'ok' });
    for (const key of ['GET /admin/commissions', 'GET /admin/settings']) await client.invalidateQueries({ queryKey: [key] });
  };
  const sum = (column: 'gross' | 'commission') => kinds.reduce((total, row) => total + row[column], 0);
  return (
    <>
      <Card pad="none" className={styles.card}>
        <header className={styles.head}>
          <h2 className={type.heading}>{t('commissions.site')}</h2>
          <p className={classes(type.small, type.quiet)}>
            {t('commissions.siteText')} {isReadOnly ? t('commissions.readOnly') : ''}
          </p>
        </header>
        {query.data ? (
          <>
            <div className={classes(styles.row, styles.titles, type.tiny, type.faint)} aria-hidden="true">
              <span>{t('commissions.kind')}</span>
              <span className={styles.figure}>{t('commissions.sold')}</span>
              <span className={styles.figure}>{t('commissions.kept')}</span>
              <span className={styles.rate}>{t('commissions.rate')}</span>
            </div>
            <ul className={styles.rows} aria-label={t('commissions.site')}>
              {kinds.map((commission) => (
                <RateRow
                  key={commission.key}
                  commission={commission}
                  edited={edits[commission.key]}
                  error={save.error?.fields[commission.key]}
                  isReadOnly={isReadOnly}
                  onChange={(value) => change(commission, value)}
                />
              ))}
            </ul>
            <div className={classes(styles.row, styles.total)}>
              <span className={type.strong}>{t('commissions.total')}</span>
              <span className={classes(styles.figure, type.num)}>{format.money(sum('gross'))}</span>
              <span className={classes(styles.figure, styles.sum, type.display)}>{format.money(sum('commission'))}</span>
              <span />
            </div>
          </>
        ) : (
          <div className={styles.head}>
            <Pending of={query}>
              <RowsSkeleton rows={8} square />
            </Pending>
          </div>
        )}
      </Card>
      <UnsavedBar
        count={Object.keys(edits).length}
        busy={save.busy}
        error={save.error}
        fields={kinds.map(({ key }) => key)}
        onSave={() => void onSave()}
        onDiscard={() => {
          setEdits({});
          save.reset();
        }}
      />
    </>
  );
};
