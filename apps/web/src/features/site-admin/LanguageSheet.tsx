import type { AdminLanguage } from '@stagedoor/contract/admin-site';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { Switch } from '../../ui/Check.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { Problem } from '../auth/Problem.tsx';
import { Confirm } from './Confirm.tsx';
import styles from './site-admin.module.css';

interface LanguageSheetProps {
  opened: boolean;
  /** The one to change; null for a new one. */
  language: AdminLanguage | null;
  onClose: () => void;
  /** Told the language's tag; null when it was removed. */
  onSaved: (locale: string | null) => Promise<void>;
}

/** The name of a language in itself, as the browser knows it. */
const ownName = (tag: string): string => {
  try {
    const name = new Intl.DisplayNames([tag], { type: 'language', fallback: 'none' }).of(tag);
    return name ? name.charAt(0).toLocaleUpperCase(tag) + name.slice(1) : '';
  } catch {
    return '';
  }
};
const isRightToLeft = (tag: string): boolean => /^(?:ar|he|fa|ur|ps|sd|ug|yi|dv|ckb)(?:-|$)/.test(tag);

/** A language that is added, changed, offered or no longer, or removed. */
export const LanguageSheet = ({ opened, language, onClose, onSaved }: LanguageSheetProps) => {
  const say = useText();
  const add = useAction('POST /admin/languages');
  const update = useAction('PUT /admin/languages/{locale}');
  const remove = useAction('DELETE /admin/languages/{locale}');
  const [tag, setTag] = useState(language?.locale ?? '');
  const [name, setName] = useState(language?.name ?? '');
  const [rightToLeft, setRightToLeft] = useState(language?.isRightToLeft ?? false);
  const [isEnabled, setEnabled] = useState(language?.isEnabled ?? false);
  const [isAsking, setAsking] = useState(false);
  const error = add.error ?? update.error;
  const onTag = (next: string) => {
    if (name === '' || name === ownName(tag)) setName(ownName(next));
    setRightToLeft(isRightToLeft(next));
    setTag(next);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = { name, isRightToLeft: rightToLeft, isEnabled };
    const saved = language
      ? await update.run({ params: { locale: language.locale }, body })
      : await add.run({ body: { ...body, locale: tag } });
    if (!saved) return;
    toast(say('siteTexts.languageSaved'), { tone: 'ok' });
    await onSaved(saved.locale);
  };
  const onRemove = async () => {
    if (!language || !(await remove.run({ params: { locale: language.locale } }))) return;
    toast(say('siteTexts.removed'), { tone: 'ok' });
    setAsking(false);
    await onSaved(null);
  };
  return (
    <>
      <Sheet
        opened={opened && !isAsking}
        onClose={onClose}
        title={language ? `${say('siteTexts.editLanguage')}: ${language.name}` : say('siteTexts.addLanguage')}
        width={460}
      >
        <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
          <Problem error={error} fields={['locale', 'name']} />
          {language ? null : (
            <TextField
              label={say('siteTexts.tag')}
              hint={say('siteTexts.tagHint')}
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
                label={say('siteTexts.name')}
                hint={say('siteTexts.nameHint')}
                value={name}
                maxLength={40}
                error={error?.fields['name']}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <Switch
                label={say('siteTexts.rightToLeft')}
                checked={rightToLeft}
                onChange={(event) => setRightToLeft(event.currentTarget.checked)}
              />
            </>
          )}
          <Switch
            label={say('siteTexts.enabled')}
            hint={say('siteTexts.enabledHint')}
            checked={isEnabled}
            onChange={(event) => setEnabled(event.currentTarget.checked)}
          />
          <div className={styles.sheetActs}>
            {language && !language.isBuiltIn ? (
              <Button kind="bad" onClick={() => setAsking(true)}>
                {say('siteTexts.remove')}
              </Button>
            ) : null}
            <Button kind="gold" grow type="submit" busy={add.busy || update.busy}>
              {say('unsaved.save')}
            </Button>
          </div>
        </form>
      </Sheet>
      <Confirm
        opened={isAsking}
        title={say('siteTexts.removeTitle', { name: language?.name ?? '' })}
        text={say('siteTexts.removeText')}
        act={say('siteTexts.remove')}
        busy={remove.busy}
        error={remove.error}
        onConfirm={() => void onRemove()}
        onClose={() => setAsking(false)}
      />
    </>
  );
};
