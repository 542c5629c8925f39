import { PERFORMER_FILTERS } from '@stagedoor/contract/performer-filters.values';
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react';
import { PRODUCT_TYPES } from '@stagedoor/contract/products.values';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useData } from '../../app/data.ts';
import { FilterChip } from '../../ui/Chip.tsx';
import { type Translate, useLocale, useText, textKeyOf } from '../../ui/text.ts';
import { useListSearch } from '../lists/use-list-search.ts';
import { FILTER_KEYS, type FilteredKind, hasAny, itemFiltersIn, peopleFiltersIn, productTypeIn } from './filters.ts';
import styles from './search.module.css';

const FilterSheet = lazy(() => import('./FilterSheet.tsx'));

/** What a filter of performers is called. */
const nameOf = (t: Translate, locale: string, key: (typeof PERFORMER_FILTERS)[number], value: string): string => {
  if (key === 'online') return t('search.online');
  if (key === 'country') return new Intl.DisplayNames([locale], { type: 'region' }).of(value) ?? value;
  if (key === 'language') return t('search.speaks', { language: new Intl.DisplayNames([locale], { type: 'language' }).of(value) ?? value });
  const option = t(textKeyOf(`reference.${key}.${value}`));
  return key === 'gender' ? option : t('search.look', { what: t(`profiles.attribute.${key}`), value: option });
};

interface FilterBarProps {
  of: FilteredKind;
  search: URLSearchParams;
  /** Parameters of the address that every change keeps: the tab that the counts chose. */
  keep?: Record<string, string>;
  /** At the end of the line. */
  end?: ReactNode;
}

/** The filters that are on, each a chip that removes it, behind the button that opens all of them. */
export const FilterBar = ({ of, search, keep, end }: FilterBarProps) => {
  const t = useText();
  const locale = useLocale();
  const list = useListSearch();
  const change = (values: Record<string, string | null>) => list.change({ ...keep, ...values });
  const [isOpen, setIsOpen] = useState(false);
  const people = peopleFiltersIn(search);
  const items = itemFiltersIn(search);
  const type = of === 'products' ? productTypeIn(search) : undefined;
  const categories = useData('GET /categories/search', {}, { enabled: of !== 'people' && items.categoryId !== undefined });
  const chips: { key: string; text: string }[] =
    of === 'people'
      ? PERFORMER_FILTERS.flatMap((key) => (people[key] === undefined ? [] : [{ key, text: nameOf(t, locale, key, String(people[key])) }]))
      : [
          ...(items.categoryId
            ? [{ key: 'category', text: categories.data?.data.find(({ _id }) => _id === items.categoryId)?.name ?? t('search.category') }]
            : []),
          ...(items.tag ? [{ key: 'tag', text: `#${items.tag}` }] : []),
          ...(items.access ? [{ key: 'access', text: t(`search.access.${items.access}`) }] : []),
        ];
  const clear = () => change(Object.fromEntries(FILTER_KEYS[of].map((key) => [key, null])));
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
      {of === 'products'
        ? PRODUCT_TYPES.map((one) => (
            <FilterChip key={one} on={type === one} onClick={() => change({ type: type === one ? null : one })}>
              {t(`shop.type.${one}`)}
            </FilterChip>
          ))
        : null}
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
      {chips.length + (type ? 1 : 0) > 1 ? (
        <button type="button" className={styles.clear} onClick={clear}>
          {t('search.clear')}
        </button>
      ) : null}
      {end}
      {isOpen ? (
        <Suspense>
          <FilterSheet of={of} search={search} onClose={() => setIsOpen(false)} onApply={change} />
        </Suspense>
      ) : null}
    </div>
  );
};
