import { SHOW_AUDIENCES, type ShowAudience } from '@stagedoor/contract/schedule.values';
import { useData } from '../../../app/data.ts';
import { SelectField } from '../../../ui/SelectField.tsx';
import { useText } from '../../../ui/text.ts';
import styles from './studio.module.css';

/** Category and audience of a public show. */
export const ShowFields = ({
  categoryId,
  audience,
  error,
  onChange,
}: {
  /** Empty for none. */
  categoryId: string;
  audience: ShowAudience;
  /** Of the category. */
  error: string | undefined;
  onChange: (change: { categoryId?: string; audience?: ShowAudience }) => void;
}) => {
  const t = useText();
  const { data: categories } = useData('GET /categories/search', { query: {} });
  return (
    <div className={styles.pair}>
      <SelectField
        label={t('schedule.category')}
        value={categoryId}
        error={error}
        onChange={(event) => onChange({ categoryId: event.currentTarget.value })}
        choices={[
          { value: '', text: t('schedule.noCategory') },
          ...(categories?.data ?? []).map(({ _id, name }) => ({ value: _id, text: name })),
        ]}
      />
      <SelectField
        label={t('schedule.audience')}
        value={audience}
        onChoose={(chosen) => onChange({ audience: chosen })}
        choices={SHOW_AUDIENCES.map((value) => ({ value, text: t(`schedule.audience.${value}`) }))}
      />
    </div>
  );
};
