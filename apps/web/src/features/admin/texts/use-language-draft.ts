import type { AdminLanguage } from '@stagedoor/contract/admin-site';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../../app/data.ts';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';

/** The browser's native name of a language. */
const ownName = (tag: string): string => {
  try {
    const name = new Intl.DisplayNames([tag], { type: 'language', fallback: 'none' }).of(tag);
    return name ? name.charAt(0).toLocaleUpperCase(tag) + name.slice(1) : '';
  } catch {
    return '';
  }
};

const isRightToLeft = (tag: string): boolean => /^(?:ar|he|fa|ur|ps|sd|ug|yi|dv|ckb)(?:-|$)/.test(tag);

/** A language as it is typed: its tag suggests the name and the direction. */
export const useLanguageDraft = (language: AdminLanguage | null, onSaved: (locale: string) => Promise<void>) => {
  const t = useText();
  const add = useAction('POST /admin/languages');
  const update = useAction('PUT /admin/languages/{locale}');
  const [tag, setTag] = useState(language?.locale ?? '');
  const [name, setName] = useState(language?.name ?? '');
  const [rightToLeft, setRightToLeft] = useState(language?.isRightToLeft ?? false);
  const [isEnabled, setEnabled] = useState(language?.isEnabled ?? false);
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
    toast(t('siteTexts.languageSaved'), { tone: 'ok' });
    await onSaved(saved.locale);
  };
  const busy = add.busy || update.busy;
  return { tag, onTag, name, setName, rightToLeft, setRightToLeft, isEnabled, setEnabled, error, busy, submit };
};
