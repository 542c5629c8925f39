import { isolated } from '@stagedoor/contract/visible-text.values';
import type { UseQueryResult } from '@tanstack/react-query';
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ApiError } from '../../app/api.ts';
import { Pending } from '../../app/Pending.tsx';
import { Amount } from '../../ui/Amount.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { EditSheet, useEditSheet } from '../../ui/EditSheet.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { FormError } from '../../ui/forms/FormError.tsx';
import site from '../../ui/admin/editor.module.css';
import styles from './gifts.module.css';

/** Fields of every catalogue entry. */
interface Entry {
  _id: string;
  name: string;
  /** Null for free entries. */
  price: number | null;
  isActive: boolean;
  given: number;
}

const moved = (rows: readonly { _id: string }[], index: number, step: -1 | 1): string[] => {
  const ids = rows.map(({ _id }) => _id);
  const [id] = ids.splice(index, 1);
  ids.splice(index + step, 0, id!);
  return ids;
};

interface CatalogueProps<Row extends Entry> {
  list: UseQueryResult<{ data: readonly Row[] }, ApiError>;
  /** Reorders the entries. */
  order: { busy: boolean; error: ApiError | null; run: (ids: string[]) => Promise<unknown> };
  /** Refetches the changed lists. */
  reload: () => Promise<void>;
  texts: { create: string; edit: string; saved: string; empty: { title: string; text?: string } };
  thumb: (row: Row) => ReactNode;
  /** Beside the number of times it was given. */
  note: (row: Row) => string;
  /** The form of an entry; null for a new one. */
  form: (row: Row | null, onSaved: () => Promise<void>) => ReactNode;
}

/** The site's catalogue in its order: entries are created, edited, disabled and reordered. */
export const Catalogue = <Row extends Entry>({ list, order, reload, texts, thumb, note, form }: CatalogueProps<Row>) => {
  const sheet = useEditSheet<Row>();
  const rows = list.data?.data;
  const create = (
    <Button kind="gold" icon={<IconPlus size={20} stroke={1.75} />} onClick={() => sheet.edit(null)}>
      {texts.create}
    </Button>
  );
  const move = async (index: number, step: -1 | 1) => {
    if (rows && (await order.run(moved(rows, index, step)))) await reload();
  };
  return (
    <>
      <FormError error={order.error} fields={[]} />
      {!rows ? (
        <Pending of={list}>
          <RowsSkeleton rows={6} square size={56} />
        </Pending>
      ) : rows.length === 0 ? (
        <Empty {...texts.empty} action={create} />
      ) : (
        <>
          <div className={styles.bar}>{create}</div>
          <Card pad="lg">
            <ol className={site.entries}>
              {rows.map((row, index) => (
                <EntryLine
                  key={row._id}
                  row={row}
                  thumb={thumb(row)}
                  note={note(row)}
                  isFirst={index === 0}
                  isLast={index === rows.length - 1}
                  busy={order.busy}
                  onMove={(step) => void move(index, step)}
                  onEdit={() => sheet.edit(row)}
                />
              ))}
            </ol>
          </Card>
        </>
      )}
      <EditSheet
        sheet={sheet}
        titles={texts}
        saved={texts.saved}
        reload={reload}
        form={(row, onSaved) => <div>{form(row, onSaved)}</div>}
      />
    </>
  );
};

interface EntryLineProps {
  row: Entry;
  thumb: ReactNode;
  /** Beside the number of times it was given. */
  note: string;
  isFirst: boolean;
  isLast: boolean;
  busy: boolean;
  onMove: (step: -1 | 1) => void;
  onEdit: () => void;
}

const EntryLine = ({ row, thumb, note, isFirst, isLast, busy, onMove, onEdit }: EntryLineProps) => {
  const t = useText();
  const format = useFormat();
  const facts = [note, ...(row.price === null ? [] : [t('gifts.given', { count: row.given, number: format.count(row.given) })])];
  return (
    <li className={classes(site.entry, !row.isActive && styles.isOff)}>
      <div className={site.entryLine}>
        <span className={styles.thumb}>{thumb}</span>
        <span className={site.entryWords}>
          <span className={type.strong}>
            <bdi>{row.name}</bdi>
          </span>
          <span className={classes(type.tiny, type.faint)}>{facts.join(' · ')}</span>
        </span>
        <span className={styles.entryPrice}>
          {row.isActive ? null : <Chip>{t('siteGifts.off')}</Chip>}
          {row.price === null ? (
            <span className={classes(type.small, type.faint)}>{t('siteGifts.free')}</span>
          ) : (
            <span className={styles.entrySum}>
              <Amount tokens={row.price} stacked className={styles.tilePrice} />
            </span>
          )}
        </span>
        <span className={site.entryActs}>
          <IconButton
            size="sm"
            label={`${t('siteGifts.up')}: ${isolated(row.name)}`}
            icon={<IconArrowUp size={20} stroke={1.75} />}
            disabled={isFirst || busy}
            onClick={() => onMove(-1)}
          />
          <IconButton
            size="sm"
            label={`${t('siteGifts.down')}: ${isolated(row.name)}`}
            icon={<IconArrowDown size={20} stroke={1.75} />}
            disabled={isLast || busy}
            onClick={() => onMove(1)}
          />
          <IconButton
            size="sm"
            label={`${t('siteGifts.edit')}: ${isolated(row.name)}`}
            icon={<IconPencil size={20} stroke={1.75} />}
            onClick={onEdit}
          />
        </span>
      </div>
    </li>
  );
};
