import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useAction, useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { ObjectionSheet } from '../../features/reports/ObjectionSheet.tsx';
import { ObjectionState } from '../../features/reports/ObjectionState.tsx';
import styles from '../../features/reports/reports.module.css';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';

const KEY = 'GET /takedowns/{reference}';
const TONES = { open: 'info', upheld: 'ok', rejected: 'plain' } as const;

/** A takedown notice as its sender follows it, by the link in the site's mails. */
const Notice = () => {
  const t = useText();
  const format = useFormat();
  const client = useQueryClient();
  const { reference = '' } = useParams();
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [isOpen, setIsOpen] = useState(false);
  const { data: notice, error } = useData(KEY, { params: { reference }, query: { token } });
  const send = useAction('POST /takedowns/{reference}/complain');
  const press = async (text: string) => {
    if (!(await send.run({ params: { reference }, body: { token, text } }))) return;
    toast(t('complaint.sent'), { tone: 'ok' });
    setIsOpen(false);
    await client.invalidateQueries({ queryKey: [KEY] });
  };
  return (
    <Page>
      <PageTitle title={t('notice.title', { reference })} />
      {notice ? (
        <>
          <h1 className={classes(type.display, type.s46, type.after)}>{t('notice.title', { reference })}</h1>
          <Card pad="lg">
            <div className={styles.head}>
              <p className={styles.words}>{notice.url}</p>
              <Chip tone={TONES[notice.state]}>{t(`reports.is.${notice.state}`)}</Chip>
            </div>
            <p className={classes(type.small, type.quiet)}>
              {t(`takedowns.reason.${notice.reason}`)} · {format.date(notice.createdAt, 'dayYear')}
            </p>
            {notice.note ? (
              <p dir="auto" className={styles.words}>
                {notice.note}
              </p>
            ) : null}
            {notice.complaint ? <ObjectionState kind="complaint" of={notice.complaint} /> : null}
            {notice.complainUntil ? (
              <div className={classes(styles.head, styles.words)}>
                <span className={classes(type.small, type.faint)}>
                  {t('complaint.until', { date: format.date(notice.complainUntil, 'dayYear') })}
                </span>
                <Button kind="lift" size="sm" onClick={() => setIsOpen(true)}>
                  {t('complaint.title')}
                </Button>
              </div>
            ) : null}
          </Card>
        </>
      ) : error ? (
        <Empty level={1} title={t('notice.lost')} text={t('notice.lostText')} />
      ) : (
        <RowsSkeleton rows={2} />
      )}
      {isOpen ? (
        <ObjectionSheet
          kind="complaint"
          busy={send.busy}
          error={send.error}
          onSend={(text) => void press(text)}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </Page>
  );
};

export default Notice;
