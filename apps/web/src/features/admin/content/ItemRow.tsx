import type { AdminItem } from '@stagedoor/contract/catalog';
import { IconFileText } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { classes } from '../../../ui/classes.ts';
import { sourceFor } from '../../../ui/Picture.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from '../../../ui/admin/list-and-pane.module.css';
import own from './items.module.css';

/** An item in a list of the administration: its picture, title, kind and performer. */
export const ItemRow = ({ item, chip }: { item: Pick<AdminItem, 'kind' | 'title' | 'picture' | 'performer'>; chip?: ReactNode }) => {
  const t = useText();
  const kind = t(`reports.kind.${item.kind}`);
  return (
    <span className={own.row}>
      <span className={own.thumb}>
        {item.picture ? (
          <img src={sourceFor(item.picture, 160)} alt="" loading="lazy" />
        ) : (
          <IconFileText size={20} stroke={1.75} aria-hidden="true" />
        )}
      </span>
      <span className={styles.personWords}>
        <span className={own.title}>
          <span className={classes(type.strong, styles.cut)}>{item.title || kind}</span>
          {chip}
        </span>
        <span className={classes(type.tiny, type.faint)}>
          {kind} · <bdi>{item.performer.name}</bdi>
        </span>
      </span>
    </span>
  );
};
