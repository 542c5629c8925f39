import type { AdminLanguage } from '@stagedoor/contract/admin-site';
import { useState } from 'react';
import { useLanguageDraft } from './use-language-draft.ts';
import { Button } from '../../../ui/Button.tsx';
import { Switch } from '../../../ui/Check.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import { FormError } from '../../../ui/forms/FormError.tsx';
import styles from '../../../ui/admin/editor.module.css';
import { AskedAct } from '../frame/ActButton.tsx';

interface LanguageSheetProps {
  opened: boolean;
  /** The language to edit; null for a new one. */
  language: AdminLanguage | null;
  onClose: () => void;
  /** Called with the language's tag; null when it was removed. */
  onSaved: (locale: string | null) => Promise<void>;
}

/** Adds, edits, enables, disables or removes a language. */
export const LanguageSheet = ({ opened, language, onClose, onSaved }: LanguageSheetProps) => {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  const { tag, onTag, name, setName, rightToLeft, setRightToLeft, isEnabled, setEnabled, error, busy, submit } = useLanguageDraft(
    language,
    onSaved,
  );
  const onRemoved = () => {
    toast(t('siteTexts.removed'), { tone: 'ok' });
    void onSaved(null);
  };
  return (
    <>
      <Sheet
        opened={opened && !isAsking}
        onClose={onClose}
        title={language ? `${t('siteTexts.editLanguage')}: ${language.name}` : t('siteTexts.addLanguage')}
        width={460}
      >
        <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
          <FormError error={error} fields={['locale', 'name']} />
          {language ? null : (
            <TextField
              label={t('siteTexts.tag')}
              hint={t('siteTexts.tagHint')}
              value={tag}
              maxLength={8}
              dir="ltr"
              spellCheck={false}
              autoCapitalize="off"
              error={error?.fields['locale']}
              onChange={(event) => onTag(event.currentTarget.value.trim())}
            />
          )}
          {language?.isBuiltIn ? null : (
            <>
              <TextField
                label={t('siteTexts.name')}
                hint={t('siteTexts.nameHint')}
                value={name}
                maxLength={40}
                error={error?.fields['name']}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <Switch
                label={t('siteTexts.rightToLeft')}
                checked={rightToLeft}
                onChange={(event) => setRightToLeft(event.currentTarget.checked)}
              />
            </>
          )}
          <Switch
            label={t('siteTexts.enabled')}
            hint={t('siteTexts.enabledHint')}
            checked={isEnabled}
            onChange={(event) => setEnabled(event.currentTarget.checked)}
          />
          <div className={styles.sheetActs}>
            {language && !language.isBuiltIn ? (
              <Button kind="bad" onClick={() => setAsking(true)}>
                {t('siteTexts.remove')}
              </Button>
            ) : null}
            <Button kind="gold" grow type="submit" busy={busy}>
              {t('unsaved.save')}
            </Button>
          </div>
        </form>
      </Sheet>
      {language ? (
        <AskedAct
          write="DELETE /admin/languages/{locale}"
          input={{ params: { locale: language.locale } }}
          opened={isAsking}
          title={t('siteTexts.removeTitle', { name: language.name })}
          text={t('siteTexts.removeText')}
          act={t('siteTexts.remove')}
          onDone={onRemoved}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
};
