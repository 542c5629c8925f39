import type { AdminCategory } from '@stagedoor/contract/catalog';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { CategoryForm } from '../../features/admin/categories/CategoryForm.tsx';
import { Synonyms } from '../../features/admin/categories/Synonyms.tsx';
import { useCategoryColumns } from '../../features/admin/categories/use-category-columns.tsx';
import site from '../../ui/admin/editor.module.css';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { Table } from '../../ui/table/Table.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { EditSheet, useEditSheet } from '../../ui/EditSheet.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const KEY = 'GET /admin/categories';

/** The site's categories in their order: added, renamed by language, hidden. */
const Categories = () => {
  const t = useText();
  const columns = useCategoryColumns();
  const client = useQueryClient();
  const categories = useData(KEY, {});
  const sheet = useEditSheet<AdminCategory>();
  const rows = categories.data?.data ?? [];
  const next = Math.max(0, ...rows.map(({ position }) => position)) + 1;
  const create = (
    <Button kind="gold" icon={<IconPlus size={20} stroke={1.75} />} onClick={() => sheet.edit(null)}>
      {t('categories.new')}
    </Button>
  );
  return (
    <Page width="wide">
      <PageTitle title={t('categories.title')} />
      <header className={site.head}>
        <h1 className={classes(type.display, type.s46)}>{t('categories.title')}</h1>
        <div className={site.headActs}>
          <Synonyms />
          {rows.length > 0 ? create : null}
        </div>
      </header>
      <p className={site.lead}>{t('categories.lead')}</p>
      {!categories.data ? (
        <Pending of={categories}>
          <RowsSkeleton rows={5} square />
        </Pending>
      ) : rows.length === 0 ? (
        <Empty title={t('categories.none')} text={t('categories.noneText')} action={create} />
      ) : (
        <Card pad="none" className={site.tabled}>
          <Table caption={t('categories.title')} columns={columns} rows={rows} rowKey={(row) => row._id} onSelect={sheet.edit} />
        </Card>
      )}
      <EditSheet
        sheet={sheet}
        titles={{ create: t('categories.new'), edit: t('categories.edit') }}
        width={520}
        saved={t('categories.saved')}
        reload={() => client.invalidateQueries({ queryKey: [KEY] })}
        form={(category, onSaved) => <CategoryForm category={category} next={next} onSaved={onSaved} />}
      />
    </Page>
  );
};

export default Categories;
