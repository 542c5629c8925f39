import { useData } from '../../app/data.ts';
import { PerformerList } from '../../features/performers/PerformerList.tsx';
import { CategoryRow } from '../../features/search/CategoryRow.tsx';
import found from '../../features/search/search.module.css';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** The site’s crafts and performers, for a search that found nothing. */
export const Instead = () => {
  const t = useText();
  const categories = useData('GET /categories/search', {});
  const named = (categories.data?.data ?? []).filter(({ counts }) => Object.values(counts).some((count) => count > 0));
  return (
    <section className={found.section}>
      <h2 className={classes(type.display, type.s26)}>{t('search.instead')}</h2>
      <CategoryRow categories={named} />
      <PerformerList source={{ list: 'featured' }} empty={null} />
    </section>
  );
};
