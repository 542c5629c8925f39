import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useData } from '../../app/data.ts';
import { FilterChip } from '../../ui/Chip.tsx';
import { type TextKey, type Translate, useLocale, useText } from '../../ui/text.ts';
import { useListSearch } from '../lists/use-list-search.ts';
import { hasAny, ITEM_KEYS, itemFiltersIn, PEOPLE_KEYS, peopleFiltersIn } from './filters.ts';
import styles from './search.module.css';

const FilterSheet = lazy(() => import('./FilterSheet.tsx'));

/** What a filter of performers is called. */
const nameOf = (t: Translate, locale: string, key: (typeof PEOPLE_KEYS)[number], value: string): string => {
  if (key === 'online') return t('search.online');
  if (key === 'country') return new Intl.DisplayNames([locale], { type: 'region' }).of(value) ?? value;
  if (key === 'language') return t('search.speaks', { language: new Intl.DisplayNames([locale], { type: 'language' }).of(value) ?? value });
  const option = t(`reference.${key}.${value}` as TextKey);
  return key === 'gender' ? option : t('search.look', { what: t(`profiles.attribute.${key}`), value: option });
};

interface FilterBarProps {
  /** Whose filters: performers, or items. */
  of: 'people' | 'items';
  search: URLSearchParams;
  /** Parameters of the address that every change keeps: the tab that the counts chose. */
  keep?: Record<string, string>;
}

/** The filters that are on, each a chip that removes it, behind the button that opens all of them. */
export const FilterBar = ({ of, search, keep }: FilterBarProps) => {
  const t = useText();
  const locale = useLocale();
  const list = useListSearch();
  const change = (values: Record<string, string | null>) => list.change({ ...keep, ...values });
  const [isOpen, setIsOpen] = useState(false);
  const people = peopleFiltersIn(search);
  const items = itemFiltersIn(search);
  const categories = useData('GET /categories/search', {}, { enabled: of === 'items' && items.categoryId !== undefined });
  const chips: { key: string; text: string }[] =
    of === 'people'
      ? PEOPLE_KEYS.flatMap((key) => (people[key] === undefined ? [] : [{ key, text: nameOf(t, locale, key, String(people[key])) }]))
      : [
          ...(items.categoryId
            ? [{ key: 'category', text: categories.data?.data.find(({ _id }) => _id === items.categoryId)?.name ?? t('search.category') }]
            : []),
          ...(items.tag ? [{ key: 'tag', text: `#${items.tag}` }] : []),
          ...(items.access ? [{ key: 'access', text: t(`search.access.${items.access}`) }] : []),
        ];
  const clear = () => change(Object.fromEntries((of === 'people' ? PEOPLE_KEYS : ITEM_KEYS).map((key) => [key, null])));
  return (
    <div className={styles.filters} role="group" aria-label={t('search.filters')}>
      <FilterChip
        on={hasAny(of === 'people' ? people : items)}
        icon={<IconAdjustmentsHorizontal size={14} stroke={1.75} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        {t('search.filters')}
      </FilterChip>
      {of === 'people' && people.online === undefined ? (
        <FilterChip on={false} onClick={() => change({ online: 'true' })}>
          {t('search.online')}
        </FilterChip>
      ) : null}
      {chips.map(({ key, text }) => (
        <button
          key={key}
          type="button"
          className={styles.chosen}
          aria-label={t('search.remove', { filter: text })}
          onClick={() => change({ [key]: null })}
        >
          {text}
          <IconX size={14} stroke={2} aria-hidden="true" />
        </button>
      ))}
      {chips.length > 1 ? (
        <button type="button" className={styles.clear} onClick={clear}>
          {t('search.clear')}
        </button>
      ) : null}
      {isOpen ? (
        <Suspense>
          <FilterSheet of={of} search={search} onClose={() => setIsOpen(false)} onApply={change} />
        </Suspense>
      ) : null}
    </div>
  );
};
