import { IconFileText, IconFileTypePdf, IconShieldCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction, useData } from '../../../app/data.ts';
import { Pending } from '../../../app/Pending.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useLocale, useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import styles from './payouts.module.css';

/** Months shown at first. */
const SHOWN = 6;
const icon = { size: 18, stroke: 1.75 } as const;

/** The signed statements of months that are over: made, downloaded as the signed file and as a PDF. */
export const MonthlyStatements = () => {
  const t = useText();
  const format = useFormat();
  const locale = useLocale();
  const client = useQueryClient();
  const list = useData('GET /earning-statements/months', {});
  const make = useAction('POST /earning-statements');
  const [all, setAll] = useState(false);
  const months = list.data?.months ?? [];
  const nameOf = (month: string) => format.date(`${month}-15T12:00:00Z`, 'monthYear', 'UTC');
  const onMake = async (month: string) => {
    if (!(await make.run({ body: { month } }))) return;
    toast(t('statements.made'), { tone: 'ok' });
    await client.invalidateQueries({ queryKey: ['GET /earning-statements/months'] });
  };
  return (
    <Card pad="lg">
      <div className={styles.cardHead}>
        <h2 className={type.heading}>{t('statements.title')}</h2>
        <Button kind="text" size="sm" to="/statements/verify" icon={<IconShieldCheck {...icon} />}>
          {t('statements.verifyLink')}
        </Button>
      </div>
      <p className={classes(type.small, type.quiet)}>{t('statements.text')}</p>
      {list.data ? (
        <ul className={styles.months}>
          {months.length === 0 ? <li className={classes(type.small, type.faint)}>{t('statements.none')}</li> : null}
          {months.slice(0, all ? months.length : SHOWN).map(({ month, statementHash }) => (
            <li key={month}>
              <span className={type.strong}>{nameOf(month)}</span>
              {statementHash ? (
                <span className={styles.monthActs}>
                  <Button
                    kind="text"
                    size="sm"
                    href={`/api/earning-statements/${month}/pdf?locale=${locale}`}
                    download={`statement-${month}.pdf`}
                    icon={<IconFileTypePdf {...icon} />}
                    aria-label={t('statements.pdfOf', { month: nameOf(month) })}
                  >
                    {t('statements.pdf')}
                  </Button>
                  <Button
                    kind="text"
                    size="sm"
                    href={`/api/earning-statements/${month}`}
                    download={`statement-${month}.json`}
                    icon={<IconFileText {...icon} />}
                    aria-label={t('statements.jsonOf', { month: nameOf(month) })}
                  >
                    {t('statements.json')}
                  </Button>
                </span>
              ) : (
                <Button
                  kind="lift"
                  size="sm"
                  busy={make.busy}
                  aria-label={t('statements.makeOf', { month: nameOf(month) })}
                  onClick={() => void onMake(month)}
                >
                  {t('statements.make')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <Pending of={list}>
          <RowsSkeleton rows={3} />
        </Pending>
      )}
      {months.length > SHOWN && !all ? (
        <Button kind="text" size="sm" onClick={() => setAll(true)}>
          {t('statements.all')}
        </Button>
      ) : null}
      <FormError error={make.error} fields={[]} />
    </Card>
  );
};
