import { useData } from '../../app/data.ts';
import { Pending } from '../../app/Pending.tsx';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { RestoreView } from '../../features/admin/restore/RestoreView.tsx';
import editor from '../../ui/admin/editor.module.css';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** A restored site, before its owner opens it. */
const RestorePage = () => {
  const t = useText();
  const format = useFormat();
  const query = useData('GET /admin/restore', {});
  const restore = query.data?.restore;
  return (
    <Page width="wide">
      <PageTitle title={t('restore.title')} />
      <header className={editor.head}>
        <h1 className={classes(type.display, type.s46)}>{t('restore.title')}</h1>
      </header>
      {!query.data ? (
        <Pending of={query}>
          <RowsSkeleton rows={6} size={36} />
        </Pending>
      ) : !restore ? (
        <Empty title={t('restore.none')} text={t('restore.noneText')} />
      ) : restore.confirmedAt ? (
        <Empty title={t('restore.done')} text={t('restore.doneText', { date: format.date(restore.confirmedAt, 'dayTime') })} />
      ) : (
        <>
          <p className={editor.lead}>{t('restore.lead')}</p>
          <RestoreView restore={restore} />
        </>
      )}
    </Page>
  );
};

export default RestorePage;
