import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useAction, useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { DisputeBodies } from '../../features/reports/DisputeBodies.tsx';
import { NoticeCard } from '../../features/reports/NoticeCard.tsx';
import { ObjectionSheet } from '../../features/reports/ObjectionSheet.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';

const KEY = 'GET /takedowns/{reference}';

/** A takedown notice as its sender follows it, by the link in the site's mails. */
const Notice = () => {
  const t = useText();
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
      <PageTitle title={t('sentNotice.title', { reference })} />
      {notice ? (
        <>
          <h1 className={classes(type.display, type.s46, type.after)}>{t('sentNotice.title', { reference })}</h1>
          <NoticeCard notice={notice} onComplain={() => setIsOpen(true)} />
          <DisputeBodies />
        </>
      ) : error ? (
        <Empty level={1} title={t('sentNotice.lost')} text={t('sentNotice.lostText')} />
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
