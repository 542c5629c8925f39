import { CAPTIONS_BYTES } from '@stagedoor/contract/media.values';
import type { MediaItem } from '@stagedoor/contract/media';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../app/data.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { FileField } from '../../ui/FileField.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { FormError } from '../../ui/forms/FormError.tsx';
import styles from './media.module.css';

/** Languages by their own names; those common on this site first. */
const LANGUAGES = [
  ['en', 'English'],
  ['es', 'Español'],
  ['fr', 'Français'],
  ['de', 'Deutsch'],
  ['it', 'Italiano'],
  ['pt', 'Português'],
  ['pt-BR', 'Português (Brasil)'],
  ['nl', 'Nederlands'],
  ['pl', 'Polski'],
  ['ro', 'Română'],
  ['sv', 'Svenska'],
  ['cs', 'Čeština'],
  ['tr', 'Türkçe'],
  ['uk', 'Українська'],
  ['ru', 'Русский'],
  ['ar', 'العربية'],
  ['hi', 'हिन्दी'],
  ['ja', '日本語'],
  ['ko', '한국어'],
  ['zh', '中文'],
] as const;

/** The caption languages of a video: add or remove. */
export const Captions = ({ item, onChange }: { item: MediaItem; onChange: () => void }) => {
  const t = useText();
  const add = useAction('PUT /performer/media-libraries/{id}/captions');
  const remove = useAction('DELETE /performer/media-libraries/{id}/captions/{locale}');
  const [locale, setLocale] = useState<string>('en');
  const [file, setFile] = useState<File | null>(null);
  const send = async () => {
    if (!file || !(await add.run({ params: { id: item._id }, body: { locale }, files: { file } }))) return;
    setFile(null);
    toast(t('model.saved'), { tone: 'ok' });
    onChange();
  };
  const take = async (language: string) => {
    if (await remove.run({ params: { id: item._id, locale: language } })) onChange();
  };
  return (
    <section className={styles.uses} aria-label={t('media.captions')}>
      <h3 className={type.strong}>{t('media.captions')}</h3>
      {item.captions.length === 0 ? (
        <p className={classes(type.small, type.quiet)}>{t('media.noCaptions')}</p>
      ) : (
        <ul>
          {item.captions.map(({ locale: language, label }) => (
            <li key={language} className={styles.use}>
              <span lang={language} className={styles.language}>
                {label}
              </span>
              <IconButton
                size="sm"
                label={t('media.captionsRemove', { language: label })}
                icon={<IconX size={18} stroke={1.75} />}
                disabled={remove.busy}
                onClick={() => void take(language)}
              />
            </li>
          ))}
        </ul>
      )}
      <SelectField
        label={t('media.captionsLanguage')}
        value={locale}
        onChange={(event) => setLocale(event.currentTarget.value)}
        choices={LANGUAGES.map(([value, text]) => ({ value, text }))}
      />
      <FileField
        label={t('media.captionsFile')}
        hint={t('media.captionsHint')}
        accept=".vtt,.srt,text/vtt,application/x-subrip"
        maxBytes={CAPTIONS_BYTES}
        file={file}
        onFile={setFile}
      />
      <FormError error={add.error ?? remove.error} fields={[]} />
      <span>
        <Button kind="lift" size="sm" busy={add.busy} disabled={!file} onClick={() => void send()}>
          {t('media.captionsAdd')}
        </Button>
      </span>
    </section>
  );
};
