import { IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { IconButton } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import field from '../../../ui/Field.module.css';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import type { ListSize } from '../../lists/ListPages.tsx';
import { MAX_OFFSET } from '../../lists/use-list-search.ts';
import styles from './jump.module.css';

interface JumpProps {
  offset: number;
  limit: number;
  list: ListSize | undefined;
  onPage: (offset: number) => void;
}

/** Ways to a page by its number, to the first one, and to the last one when it is known. */
export const useJump = ({ offset, limit, list, onPage }: JumpProps) => {
  const t = useText();
  const format = useFormat();
  const page = Math.floor(offset / limit) + 1;
  const furthest = Math.floor(MAX_OFFSET / limit) + 1;
  const last = !list || list.isCapped ? undefined : Math.min(furthest, Math.max(1, Math.ceil(list.total / limit)));
  const go = (to: number) => onPage((Math.min(last ?? furthest, Math.max(1, to)) - 1) * limit);
  const toEnd = (name: 'first' | 'last', to: number, Icon: typeof IconChevronsLeft) => (
    <IconButton
      className={styles.end}
      size="sm"
      label={t(`lists.${name}`)}
      icon={<Icon size={20} stroke={1.75} />}
      disabled={page === to}
      onClick={() => go(to)}
    />
  );
  return {
    first: toEnd('first', 1, IconChevronsLeft),
    page: (
      <form
        className={classes(styles.jump, type.small)}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const to = Math.trunc(Number(new FormData(event.currentTarget).get('page')));
          if (Number.isFinite(to)) go(to);
        }}
      >
        <label>
          {t('lists.page')}
          <span className={classes(field.input, styles.pageField)}>
            <input key={page} name="page" type="text" inputMode="numeric" autoComplete="off" maxLength={6} defaultValue={page} />
          </span>
        </label>
        {last === undefined ? null : <span>{t('lists.ofPages', { pages: format.count(last) })}</span>}
      </form>
    ),
    last: last === undefined ? null : toEnd('last', last, IconChevronsRight),
  };
};
