import { lazy, Suspense, useEffect, useId, useState } from 'react';
import styles from '../../../ui/admin/editor.module.css';
import { Card } from '../../../ui/Card.tsx';
import { Switch } from '../../../ui/Check.tsx';
import { classes } from '../../../ui/classes.ts';
import { FieldError, TextArea, TextField } from '../../../ui/Field.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { withoutEmpty } from '../frame/languages.ts';
import type { usePageDraft } from './use-page-draft.ts';
import { WritingLanguage } from '../frame/WritingLanguage.tsx';

const RichText = lazy(() => import('./RichText.tsx'));

export type Page = ReturnType<typeof usePageDraft>;

/** The body of a page in the chosen language. */
const Content = ({ page, direction }: { page: Page; direction: 'rtl' | 'ltr' }) => {
  const t = useText();
  const label = useId();
  // The editor is not rendered on the server.
  const [isHere, setHere] = useState(false);
  useEffect(() => setHere(true), []);
  const { draft, locale, version, write, errorOf } = page;
  return (
    <div>
      <span id={label} className={classes(type.small, type.strong, type.block)} style={{ marginBottom: 6 }}>
        {t('sitePages.content')}
      </span>
      <Suspense fallback={<Skeleton height={380} />}>
        {isHere ? (
          <RichText
            key={`${locale} ${version}`}
            labelledBy={label}
            initial={draft.content[locale] ?? ''}
            direction={direction}
            lang={locale}
            onChange={(html) => write('content', html)}
          />
        ) : (
          <Skeleton height={380} />
        )}
      </Suspense>
      {errorOf('content') ? <FieldError>{errorOf('content')}</FieldError> : null}
    </div>
  );
};

/** Title, description and body of a page, in one language at a time. */
export const PageWords = ({ page }: { page: Page }) => {
  const t = useText();
  const { draft, languages, locale, setLocale, isDefault, write, writeTitle, errorOf } = page;
  const direction = languages.find((one) => one.locale === locale)?.isRightToLeft ? 'rtl' : 'ltr';
  return (
    <Card pad="lg">
      <div className={styles.form}>
        <WritingLanguage languages={languages} locale={locale} onChange={setLocale} written={Object.keys(withoutEmpty(draft.content))} />
        {isDefault ? null : <p className={classes(type.small, type.faint)}>{t('sitePages.fallback')}</p>}
        <TextField
          label={t('sitePages.name')}
          value={draft.title[locale] ?? ''}
          maxLength={120}
          lang={locale}
          dir={direction}
          error={errorOf('title')}
          onChange={(event) => writeTitle(event.currentTarget.value)}
        />
        <TextArea
          label={t('sitePages.description')}
          hint={t('sitePages.descriptionHint')}
          optional
          rows={2}
          value={draft.description[locale] ?? ''}
          maxLength={300}
          lang={locale}
          dir={direction}
          error={errorOf('description')}
          onChange={(event) => write('description', event.currentTarget.value)}
        />
        <Content page={page} direction={direction} />
      </div>
    </Card>
  );
};

/** Address and visibility of a page. The cookie policy and terms in force stay published. */
export const PagePlace = ({ page, isCookiePolicy, isInForce }: { page: Page; isCookiePolicy: boolean; isInForce: boolean }) => {
  const t = useText();
  const { draft, set, errorOf } = page;
  return (
    <Card pad="lg">
      <div className={styles.form}>
        <TextField
          label={t('sitePages.address')}
          hint={t('sitePages.addressHint')}
          start="/page/"
          dir="ltr"
          value={draft.slug}
          maxLength={60}
          spellCheck={false}
          autoCapitalize="off"
          error={errorOf('slug')}
          onChange={(event) => set({ slug: event.currentTarget.value })}
        />
        <Switch
          label={t('sitePages.published')}
          hint={t(isCookiePolicy ? 'sitePages.cookieHint' : isInForce ? 'sitePages.inForceHint' : 'sitePages.publishedHint')}
          checked={draft.isPublished}
          disabled={(isCookiePolicy || isInForce) && draft.isPublished}
          onChange={(event) => set({ isPublished: event.currentTarget.checked })}
        />
      </div>
    </Card>
  );
};
