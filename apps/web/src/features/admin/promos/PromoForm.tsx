import type { AdminPromo } from '@stagedoor/contract/admin-site';
import { usePromoDraft } from './use-promo-draft.ts';
import { Button } from '../../../ui/Button.tsx';
import { Switch } from '../../../ui/Check.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { FileField } from '../../../ui/FileField.tsx';
import { useText } from '../../../ui/text.ts';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { RestoredNote } from '../../../ui/forms/RestoredNote.tsx';
import { useWritingLanguage, withoutEmpty } from '../frame/languages.ts';
import { AUDIENCES } from '@stagedoor/contract/settings.values';
import { fromLocal, toLocal } from '../../../ui/forms/local-date-time.ts';
import styles from '../../../ui/admin/editor.module.css';
import { WritingLanguage } from '../frame/WritingLanguage.tsx';

const MAX_BYTES = 15 * 1024 * 1024;

/** Creates or edits a promo: first its text, then its picture. */
export const PromoForm = ({ promo, onSaved }: { promo: AdminPromo | null; onSaved: () => Promise<void> }) => {
  const t = useText();
  const { languages, locale, setLocale } = useWritingLanguage();
  const { draft, setDraft, file, setFile, kept, error, upload, busy, submit } = usePromoDraft(promo, onSaved);
  const field = (name: string): string | undefined => error?.fields[name] ?? error?.fields[`${name}.${locale}`];
  const language = languages.find((one) => one.locale === locale);
  const words = { lang: locale, dir: language?.isRightToLeft ? 'rtl' : 'ltr' } as const;
  const write = (name: 'title' | 'text' | 'button', value: string) => setDraft({ ...draft, [name]: { ...draft[name], [locale]: value } });
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <FormError error={error} fields={['title', 'text', 'button', 'link', 'endsAt', ...languages.map((one) => `title.${one.locale}`)]} />
      <RestoredNote isShown={kept.isRestored} onDiscard={kept.discard} />
      <WritingLanguage languages={languages} locale={locale} onChange={setLocale} written={Object.keys(withoutEmpty(draft.title))} />
      <TextField
        {...words}
        label={t('sitePromos.name')}
        value={draft.title[locale] ?? ''}
        maxLength={80}
        error={field('title')}
        onChange={(event) => write('title', event.currentTarget.value)}
      />
      <TextField
        {...words}
        label={t('sitePromos.text')}
        optional
        value={draft.text[locale] ?? ''}
        maxLength={200}
        error={field('text')}
        onChange={(event) => write('text', event.currentTarget.value)}
      />
      <div className={styles.row2}>
        <TextField
          {...words}
          label={t('sitePromos.button')}
          optional
          value={draft.button[locale] ?? ''}
          maxLength={40}
          error={field('button')}
          onChange={(event) => write('button', event.currentTarget.value)}
        />
        <TextField
          label={t('sitePromos.link')}
          optional
          value={draft.link}
          maxLength={500}
          dir="ltr"
          spellCheck={false}
          error={field('link')}
          onChange={(event) => setDraft({ ...draft, link: event.currentTarget.value.trim() })}
        />
      </div>
      <FileField
        label={t('sitePromos.picture')}
        hint={t('sitePromos.pictureHint')}
        optional
        accept="image/*"
        maxBytes={MAX_BYTES}
        file={file}
        onFile={setFile}
        progress={upload.progress}
        error={upload.error?.message}
      />
      <SelectField
        label={t('audience.label')}
        value={draft.audience}
        choices={AUDIENCES.map((audience) => ({ value: audience, text: t(`audience.${audience}`) }))}
        onChoose={(audience) => setDraft({ ...draft, audience })}
      />
      <div className={styles.row2}>
        <TextField
          label={t('sitePromos.from')}
          optional
          type="datetime-local"
          value={toLocal(draft.startsAt)}
          onChange={(event) => setDraft({ ...draft, startsAt: fromLocal(event.currentTarget.value) })}
        />
        <TextField
          label={t('sitePromos.until')}
          optional
          type="datetime-local"
          value={toLocal(draft.endsAt)}
          error={field('endsAt')}
          onChange={(event) => setDraft({ ...draft, endsAt: fromLocal(event.currentTarget.value) })}
        />
      </div>
      <Switch
        label={t('sitePromos.active')}
        checked={draft.isActive}
        onChange={(event) => setDraft({ ...draft, isActive: event.currentTarget.checked })}
      />
      <div className={styles.sheetFoot}>
        <Button kind="gold" size="lg" wide type="submit" busy={busy}>
          {t('unsaved.save')}
        </Button>
      </div>
    </form>
  );
};
