import { useData } from '../../../app/data.ts';
import { SelectField } from '../../../ui/SelectField.tsx';
import { useText } from '../../../ui/text.ts';

interface PolicyPageProps {
  label: string;
  /** Id or slug of the page. */
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** One of the site's published pages. */
export const PolicyPage = ({ label, value, error, onChange }: PolicyPageProps) => {
  const t = useText();
  const { data } = useData('GET /posts/search', { query: { limit: 100 } });
  const choices = (data?.data ?? []).map(({ slug, title }) => ({ value: slug, text: `${title} (${slug})` }));
  const known = data?.data.find(({ _id, slug }) => _id === value || slug === value);
  return (
    <SelectField
      label={label}
      error={error}
      value={known?.slug ?? value}
      placeholder={t('settings.noPage')}
      choices={known || !value ? choices : [...choices, { value, text: value }]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
};
