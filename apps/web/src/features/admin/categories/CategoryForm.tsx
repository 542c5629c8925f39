import type { AdminCategory } from '@stagedoor/contract/catalog';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../../app/data.ts';
import styles from '../../../ui/admin/editor.module.css';
import { Button } from '../../../ui/Button.tsx';
import { Switch } from '../../../ui/Check.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { useText } from '../../../ui/text.ts';
import { useWritingLanguage, withoutEmpty } from '../frame/languages.ts';
import { WritingLanguage } from '../frame/WritingLanguage.tsx';

/** Letters, digits and dashes of a name, for its address. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);

/** Adds a category, or changes its names, place and whether it is shown. */
export const CategoryForm = ({
  category,
  next,
  onSaved,
}: {
  category: AdminCategory | null;
  next: number;
  onSaved: () => Promise<void>;
}) => {
  const t = useText();
  const create = useAction('POST /admin/categories');
  const update = useAction('PUT /admin/categories/{id}');
  const { languages, locale, setLocale } = useWritingLanguage();
  const [names, setNames] = useState<Record<string, string>>(category?.names ?? {});
  const [slug, setSlug] = useState(category?.slug ?? '');
  const [position, setPosition] = useState(String(category?.position ?? next));
  const [isHidden, setIsHidden] = useState(category?.isHidden ?? false);
  const error = create.error ?? update.error;
  const language = languages.find((one) => one.locale === locale);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const written = withoutEmpty(names);
    const body = { slug: slug || slugOf(written['en'] ?? ''), names: written, position: Number(position) || 0, isHidden };
    const saved = category ? await update.run({ params: { id: category._id }, body }) : await create.run({ body });
    if (saved) await onSaved();
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <WritingLanguage languages={languages} locale={locale} onChange={setLocale} written={Object.keys(withoutEmpty(names))} />
      <TextField
        label={t('categories.name', { language: language?.name ?? locale })}
        name="name"
        maxLength={60}
        required={locale === 'en'}
        lang={locale}
        value={names[locale] ?? ''}
        error={error?.fields['names'] ?? error?.fields[`names.${locale}`]}
        onChange={(event) => setNames({ ...names, [locale]: event.currentTarget.value })}
      />
      <TextField
        label={t('categories.slug')}
        optional
        name="slug"
        maxLength={60}
        hint={t('categories.slugHint')}
        value={slug}
        error={error?.fields['slug']}
        onChange={(event) => setSlug(event.currentTarget.value)}
      />
      <TextField
        label={t('categories.position')}
        name="position"
        inputMode="numeric"
        pattern="\d{1,4}"
        value={position}
        error={error?.fields['position']}
        onChange={(event) => setPosition(event.currentTarget.value)}
      />
      <Switch label={t('categories.hidden')} checked={isHidden} onChange={(event) => setIsHidden(event.currentTarget.checked)} />
      <FormError error={error} fields={['names', 'slug', 'position', `names.${locale}`]} />
      <Button kind="gold" size="lg" type="submit" busy={create.busy || update.busy}>
        {t('categories.save')}
      </Button>
    </form>
  );
};
