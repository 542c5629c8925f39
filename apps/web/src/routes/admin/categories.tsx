import type { AdminCategory } from '@stagedoor/contract/catalog';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { CategoryForm } from '../../features/admin/categories/CategoryForm.tsx';
import site from '../../ui/admin/editor.module.css';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import type { Column } from '../../ui/table/column.ts';
import { Table } from '../../ui/table/Table.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useLocale, useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';

const KEY = 'GET /admin/categories';

/** The site's categories in their order: added, renamed by language, hidden. */
const Categories = () => {
  const t = useText();
  const format = useFormat();
  const locale = useLocale();
  const client = useQueryClient();
  const categories = useData(KEY, {});
  // Kept while the sheet closes; each opening starts fresh.
  const [edited, setEdited] = useState<{ category: AdminCategory | null; edition: number } | null>(null);
  const [isEditing, setIsEditing] = useState(false);
  const edit = (category: AdminCategory | null) => {
    setEdited((before) => ({ category, edition: (before?.edition ?? 0) + 1 }));
    setIsEditing(true);
  };
  const rows = categories.data?.data ?? [];
  const next = Math.max(0, ...rows.map(({ position }) => position)) + 1;
  const columns: readonly Column<AdminCategory>[] = [
    {
      key: 'name',
      narrow: 'main',
      title: t('categories.title'),
      cell: (row) => (
        <span>
          <span className={type.strong}>{row.names[locale] ?? row.names['en'] ?? row.slug}</span>{' '}
          <span className={classes(type.tiny, type.faint)}>{row.slug}</span>
        </span>
      ),
    },
    { key: 'position', number: true, title: t('categories.position'), cell: (row) => format.count(row.position) },
    { key: 'items', number: true, title: t('categories.items'), cell: (row) => format.count(row.items) },
    {
      key: 'state',
      narrow: 'end',
      title: t('content.state'),
      cell: (row) => <Chip tone={row.isHidden ? 'plain' : 'ok'}>{t(row.isHidden ? 'categories.hidden' : 'categories.shown')}</Chip>,
    },
  ];
  const create = (
    <Button kind="gold" icon={<IconPlus size={20} stroke={1.75} />} onClick={() => edit(null)}>
      {t('categories.new')}
    </Button>
  );
  return (
    <Page width="wide">
      <PageTitle title={t('categories.title')} />
      <header className={site.head}>
        <h1 className={classes(type.display, type.s46)}>{t('categories.title')}</h1>
        {rows.length > 0 ? create : null}
      </header>
      <p className={site.lead}>{t('categories.lead')}</p>
      {!categories.data ? (
        <Pending of={categories}>
          <RowsSkeleton rows={5} square />
        </Pending>
      ) : rows.length === 0 ? (
        <Empty title={t('categories.none')} text={t('categories.noneText')} action={create} />
      ) : (
        <Card pad="none">
          <Table caption={t('categories.title')} columns={columns} rows={rows} rowKey={(row) => row._id} onSelect={edit} />
        </Card>
      )}
      <Sheet
        opened={isEditing}
        onClose={() => setIsEditing(false)}
        title={t(edited?.category ? 'categories.edit' : 'categories.new')}
        width={520}
      >
        {edited ? (
          <CategoryForm
            key={edited.edition}
            category={edited.category}
            next={next}
            onSaved={async () => {
              setIsEditing(false);
              toast(t('categories.saved'), { tone: 'ok' });
              await client.invalidateQueries({ queryKey: [KEY] });
            }}
          />
        ) : null}
      </Sheet>
    </Page>
  );
};

export default Categories;
