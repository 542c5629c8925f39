import { useQueryClient } from '@tanstack/react-query';
import type { HashList } from '@stagedoor/contract/copies';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { useData } from '../../app/data.ts';
import { Page } from '../../app/shell/Columns.tsx';
import { HashListForm } from '../../features/admin/hash-lists/HashListForm.tsx';
import { HashListRow } from '../../features/admin/hash-lists/HashListRow.tsx';
import editor from '../../ui/admin/editor.module.css';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { EditSheet, useEditSheet } from '../../ui/EditSheet.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';

/** Outside lists of hashes that files are compared with. */
const HashLists = () => {
  const t = useText();
  const lists = useData('GET /admin/hash-lists', {});
  const client = useQueryClient();
  const sheet = useEditSheet<HashList>();
  const reload = () => client.invalidateQueries({ queryKey: ['GET /admin/hash-lists'] });
  const rows = lists.data?.data;
  return (
    <Page width="wide">
      <PageTitle title={t('hashLists.title')} />
      <header className={editor.head}>
        <h1 className={classes(type.display, type.s46)}>{t('hashLists.title')}</h1>
        <Button kind="gold" onClick={() => sheet.edit(null)}>
          {t('hashLists.add')}
        </Button>
      </header>
      <p className={editor.lead}>{t('hashLists.lead')}</p>
      {!rows ? (
        <Pending of={lists}>
          <RowsSkeleton rows={3} size={48} />
        </Pending>
      ) : rows.length === 0 ? (
        <Empty title={t('hashLists.none')} text={t('hashLists.noneText')} />
      ) : (
        <ul className={editor.entries}>
          {rows.map((list) => (
            <HashListRow
              key={list._id}
              list={list}
              onEdit={() => sheet.edit(list)}
              onRemoved={() => {
                toast(t('hashLists.removed'), { tone: 'ok' });
                void reload();
              }}
            />
          ))}
        </ul>
      )}
      <EditSheet
        sheet={sheet}
        titles={{ create: t('hashLists.add'), edit: t('hashLists.edit') }}
        saved={t('hashLists.saved')}
        reload={reload}
        form={(list, onSaved) => <HashListForm list={list} onSaved={onSaved} />}
      />
    </Page>
  );
};

export default HashLists;
