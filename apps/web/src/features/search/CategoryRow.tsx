import type { CategoryView } from '@stagedoor/contract/catalog';
import { Link } from 'react-router';
import type { Call } from '../../app/api.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import styles from './search.module.css';

/** The categories that have something in them; none when they can't be read, without which the page is complete. */
export const loadCategories = async (by: Call): Promise<CategoryView[]> => {
  const list = await by('GET /categories/search', {}).catch(() => null);
  return (list?.data ?? []).filter(({ counts }) => sumOf(counts) > 0);
};

const sumOf = (counts: CategoryView['counts']): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Categories with how much each holds, in a row that scrolls; each leads to what it holds. */
export const CategoryRow = ({ categories }: { categories: readonly CategoryView[] }) => {
  const t = useText();
  const format = useFormat();
  if (categories.length === 0) return null;
  return (
    <nav className={styles.row} aria-label={t('categories.title')}>
      {categories.map(({ _id, name, counts }) => (
        <Link key={_id} to={`/search?category=${_id}`} className={styles.category}>
          {name}
          <span className={styles.held}>{format.short(sumOf(counts))}</span>
        </Link>
      ))}
    </nav>
  );
};
