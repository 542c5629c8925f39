import type { Restore } from '@stagedoor/contract/admin-restore';
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../../app/data.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card, CardHead } from '../../../ui/Card.tsx';
import { Checkbox } from '../../../ui/Check.tsx';
import { classes } from '../../../ui/classes.ts';
import { FieldError } from '../../../ui/Field.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import { ActButton } from '../frame/ActButton.tsx';
import { CompanyAnswer } from './CompanyAnswer.tsx';
import styles from './restore.module.css';
import { useSiteTime } from './use-site-time.ts';

/** The time that the backup covers, and what the site did by itself. */
const Covered = ({ restore }: { restore: Restore }) => {
  const t = useText();
  const siteTime = useSiteTime();
  const { erasuresRepeated, runningShows } = restore;
  const facts: readonly [string, string][] = [
    [t('restore.backup'), restore.backupName],
    [t('restore.until'), siteTime(restore.recoveredUntil)],
    [t('restore.at'), siteTime(restore.restoredAt)],
    [
      t('restore.erasures'),
      erasuresRepeated === null
        ? t('restore.erasuresOpen')
        : erasuresRepeated === 0
          ? t('restore.erasuresNone')
          : t('restore.erased', { count: erasuresRepeated }),
    ],
    [t('restore.shows'), runningShows === 0 ? t('restore.showsNone') : t('restore.showsEnd', { count: runningShows })],
  ];
  return (
    <Card pad="lg">
      <CardHead title={t('restore.covers')} />
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
};

const useRefetch = () => {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ predicate: ({ queryKey: [key] }) => String(key).startsWith('GET /admin/restore') });
};

/** The card companies' answers, with a button to ask again. */
const Companies = ({ restore }: { restore: Restore }) => {
  const t = useText();
  const siteTime = useSiteTime();
  const refetch = useRefetch();
  const asking = useAction('POST /admin/restore/ask');
  const ask = async () => {
    if ((await asking.run({})) !== undefined) toast(t('restore.asked'), { tone: 'ok' });
    refetch();
  };
  return (
    <Card pad="lg">
      <CardHead title={t('restore.companies')}>
        <Button size="sm" kind="outline" busy={asking.busy} onClick={() => void ask()}>
          {t(restore.askedAt ? 'restore.ask' : 'restore.askFirst')}
        </Button>
      </CardHead>
      <p className={classes(type.small, type.quiet)}>{t('restore.companiesText')}</p>
      <p className={classes(type.small, type.quiet)} role="status">
        {restore.askedAt ? t('restore.askedAt', { date: siteTime(restore.askedAt) }) : t('restore.asking')}
      </p>
      {asking.error ? <FieldError>{asking.error.message}</FieldError> : null}
      {restore.askedAt && restore.answers.length === 0 ? <p className={type.small}>{t('restore.noCompanies')}</p> : null}
      {restore.answers.map((answer) => (
        <CompanyAnswer key={answer.company} answer={answer} />
      ))}
    </Card>
  );
};

/** A checklist, and the button that opens the site. */
const Confirm = ({ restore }: { restore: Restore }) => {
  const t = useText();
  const siteTime = useSiteTime();
  const refetch = useRefetch();
  const [accepts, setAccepts] = useState(false);
  const isAsked = restore.askedAt !== null;
  const hasFailures = restore.answers.some(({ failure }) => failure !== null);
  const isTold = isAsked && !hasFailures;
  const isBooked = isAsked && restore.answers.every(({ unbooked }) => unbooked.length === 0);
  const isErased = restore.erasuresRepeated !== null;
  const checks: readonly { key: string; isMet: boolean | null; text: string }[] = [
    { key: 'companies', isMet: isTold, text: t(isTold ? 'restore.check.companies' : 'restore.check.companiesOpen') },
    { key: 'unbooked', isMet: isBooked, text: t(isBooked ? 'restore.check.unbooked' : 'restore.check.unbookedOpen') },
    { key: 'erasures', isMet: isErased, text: t(isErased ? 'restore.check.erasures' : 'restore.check.erasuresOpen') },
    { key: 'settings', isMet: null, text: t('restore.check.settings', { until: siteTime(restore.recoveredUntil) }) },
  ];
  return (
    <Card pad="lg">
      <CardHead title={t('restore.checklist')} />
      <ul className={styles.checks}>
        {checks.map(({ key, isMet, text }) => {
          const Icon = isMet === null ? IconCircleDashed : isMet ? IconCircleCheck : IconAlertTriangle;
          return (
            <li key={key} className={classes(styles.check, isMet === true && styles.ok, isMet === false && styles.open)}>
              <Icon size={18} stroke={1.75} aria-hidden="true" />
              <span>{text}</span>
            </li>
          );
        })}
      </ul>
      <ActButton
        write="POST /admin/restore/confirm"
        input={{ body: { id: restore._id, acceptsFailures: accepts } }}
        kind="gold"
        tone="gold"
        label={t('restore.confirm')}
        title={t('restore.confirmTitle')}
        text={t('restore.confirmText')}
        onDone={() => {
          toast(t('restore.confirmed'), { tone: 'ok' });
          refetch();
        }}
      >
        {() =>
          hasFailures ? (
            <Checkbox label={t('restore.accept')} checked={accepts} onChange={(event) => setAccepts(event.currentTarget.checked)} />
          ) : null
        }
      </ActButton>
    </Card>
  );
};

/** A restore from a backup as its owner reviews and confirms it. */
export const RestoreView = ({ restore }: { restore: Restore }) => (
  <div className={styles.stack}>
    <Covered restore={restore} />
    <Companies restore={restore} />
    <Confirm restore={restore} />
  </div>
);
