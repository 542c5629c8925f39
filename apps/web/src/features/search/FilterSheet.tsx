import { ACCESS_FILTERS } from '@stagedoor/contract/items.values';
import { PERFORMER_FILTERS, SEARCHABLE_ATTRIBUTES } from '@stagedoor/contract/performer-filters.values';
import { optionListOf } from '@stagedoor/contract/profile-options';
import type { FormEvent } from 'react';
import { useData } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Check.tsx';
import { TextField } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { FILTER_KEYS, type FilteredKind, ITEM_KEYS } from './filters.ts';
import styles from './search.module.css';

interface FilterSheetProps {
  of: FilteredKind;
  search: URLSearchParams;
  onClose: () => void;
  /** The parameters of the address; null removes one. */
  onApply: (values: Record<string, string | null>) => void;
}

/** All filters in one sheet; they apply together. */
const FilterSheet = ({ of, search, onClose, onApply }: FilterSheetProps) => {
  const t = useText();
  // What is chosen outside of the sheet stays.
  const keys: readonly string[] = of === 'people' ? PERFORMER_FILTERS : ITEM_KEYS;
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const textOf = (key: string) => {
      const value = form.get(key);
      return typeof value === 'string' ? value.trim() : '';
    };
    onApply(Object.fromEntries(keys.map((key) => [key, textOf(key) || null])));
    onClose();
  };
  const clear = () => {
    onApply(Object.fromEntries(FILTER_KEYS[of].map((key) => [key, null])));
    onClose();
  };
  return (
    <Sheet opened onClose={onClose} title={t('search.filters')} width={520}>
      <form className={styles.form} onSubmit={apply}>
        {of === 'people' ? <PeopleFields search={search} /> : <ItemFields search={search} />}
        <div className={styles.acts}>
          <Button kind="lift" onClick={clear}>
            {t('search.clear')}
          </Button>
          <Button kind="gold" type="submit">
            {t('search.apply')}
          </Button>
        </div>
      </form>
    </Sheet>
  );
};

const PeopleFields = ({ search }: { search: URLSearchParams }) => {
  const t = useText();
  const countries = useData('GET /countries/list', {});
  const languages = useData('GET /languages/list', {});
  const options = useData('GET /user-additional', {});
  const chosen = (key: string) => search.get(key) ?? '';
  // A select without its options would forget the choice.
  if (!countries.data || !languages.data || !options.data) return <p role="status">{t('ui.loading')}</p>;
  const list = options.data;
  return (
    <>
      <Checkbox name="online" value="true" label={t('search.online')} defaultChecked={chosen('online') === 'true'} />
      <div className={styles.fields}>
        <SelectField
          label={t('search.country')}
          name="country"
          placeholder={t('search.any')}
          defaultValue={chosen('country')}
          choices={countries.data.data.map(({ code, name }) => ({ value: code, text: name }))}
        />
        <SelectField
          label={t('search.language')}
          name="language"
          placeholder={t('search.any')}
          defaultValue={chosen('language')}
          choices={languages.data.data.map(({ code, name }) => ({ value: code, text: name }))}
        />
        <SelectField
          label={t('profiles.gender')}
          name="gender"
          placeholder={t('search.any')}
          defaultValue={chosen('gender')}
          choices={list.genders}
        />
        {SEARCHABLE_ATTRIBUTES.map((attribute) => (
          <SelectField
            key={attribute}
            label={t(`profiles.attribute.${attribute}`)}
            name={attribute}
            placeholder={t('search.any')}
            defaultValue={chosen(attribute)}
            choices={list[optionListOf(attribute)]}
          />
        ))}
      </div>
    </>
  );
};

const ItemFields = ({ search }: { search: URLSearchParams }) => {
  const t = useText();
  const categories = useData('GET /categories/search', {});
  if (!categories.data) return <p role="status">{t('ui.loading')}</p>;
  return (
    <div className={styles.fields}>
      <SelectField
        label={t('search.category')}
        name="category"
        placeholder={t('search.any')}
        defaultValue={search.get('category') ?? ''}
        choices={categories.data.data.map(({ _id, name }) => ({ value: _id, text: name }))}
      />
      <SelectField
        label={t('search.access')}
        name="access"
        placeholder={t('search.any')}
        defaultValue={search.get('access') ?? ''}
        choices={ACCESS_FILTERS.map((one) => ({ value: one, text: t(`search.access.${one}`) }))}
      />
      <TextField label={t('search.tag')} name="tag" maxLength={40} defaultValue={search.get('tag') ?? ''} autoComplete="off" />
    </div>
  );
};

export default FilterSheet;
