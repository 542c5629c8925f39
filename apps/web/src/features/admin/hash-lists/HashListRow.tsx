import type { HashList } from '@stagedoor/contract/copies';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import editor from '../../../ui/admin/editor.module.css';
import { IconButton } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { ActButton } from '../frame/ActButton.tsx';
import styles from './hash-lists.module.css';

/** A list: its entries, its last fetch, and why that failed. */
export const HashListRow = ({ list, onEdit, onRemoved }: { list: HashList; onEdit: () => void; onRemoved: () => void }) => {
  const t = useText();
  const format = useFormat();
  const fetched = list.fetchedAt ? t('hashLists.fetched', { date: format.date(list.fetchedAt, 'dayTime') }) : t('hashLists.never');
  return (
    <li className={editor.entry}>
      <div className={editor.entryLine}>
        <span className={editor.entryWords}>
          <span className={type.strong}>{list.name}</span>
          <span className={classes(type.tiny, type.faint, styles.address)} dir="ltr">
            {list.address}
          </span>
          <span className={classes(type.tiny, type.faint)}>
            {t('hashLists.entries', { count: list.entries })} · {fetched}
          </span>
          <span className={editor.chips}>
            {list.isEnabled ? null : <Chip>{t('hashLists.off')}</Chip>}
            {list.problem && list.failedAt ? (
              <Chip tone="bad">{t('hashLists.failed', { date: format.date(list.failedAt, 'dayTime') })}</Chip>
            ) : null}
          </span>
          {list.problem ? <span className={classes(type.small, type.quiet)}>{t(`hashLists.problem.${list.problem}`)}</span> : null}
        </span>
        <span className={editor.entryActs}>
          <IconButton
            size="sm"
            label={`${t('hashLists.edit')}: ${list.name}`}
            icon={<IconPencil size={20} stroke={1.75} />}
            onClick={onEdit}
          />
          <ActButton
            size="sm"
            icon={<IconTrash size={20} stroke={1.75} />}
            isIconOnly
            write="DELETE /admin/hash-lists/{id}"
            input={{ params: { id: list._id } }}
            label={`${t('hashLists.remove')}: ${list.name}`}
            title={t('hashLists.removeTitle')}
            text={t('hashLists.removeText')}
            act={t('hashLists.remove')}
            onDone={onRemoved}
          />
        </span>
      </div>
    </li>
  );
};
