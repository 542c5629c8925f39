import type { AdminPost } from '@stagedoor/contract/admin-site';
import { isAgreedTo, PAGE_KINDS } from '@stagedoor/contract/pages.values';
import styles from '../../../ui/admin/editor.module.css';
import { Card } from '../../../ui/Card.tsx';
import { Switch } from '../../../ui/Check.tsx';
import { TextArea } from '../../../ui/Field.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import type { Page } from './PageFields.tsx';

/** Terms that accounts agree to now: neither hidden nor deleted. */
export const isInForce = ({ kind, isPublished }: AdminPost): boolean => isAgreedTo(kind) && isPublished;

/** The kind of a page; and of a policy or terms what the next version changes, and whether everyone must agree to it. */
export const PageAgreement = ({ page, post }: { page: Page; post: AdminPost | null }) => {
  const t = useText();
  const { draft, set, locale, write, errorOf } = page;
  const isNext = post !== null && post.isPublished && draft.kind !== 'page';
  return (
    <Card pad="lg">
      <div className={styles.form}>
        <SelectField
          label={t('sitePages.kind')}
          hint={t(`sitePages.kindHint.${draft.kind}`)}
          value={draft.kind}
          choices={PAGE_KINDS.map((kind) => ({ value: kind, text: t(`sitePages.kind.${kind}`) }))}
          error={errorOf('kind')}
          onChoose={(kind) => set({ kind })}
        />
        {isNext ? (
          <TextArea
            label={t('sitePages.change')}
            hint={t('sitePages.changeHint')}
            optional
            rows={3}
            value={draft.change[locale] ?? ''}
            maxLength={1000}
            lang={locale}
            error={errorOf('change')}
            onChange={(event) => write('change', event.currentTarget.value)}
          />
        ) : null}
        {isNext && isAgreedTo(draft.kind) ? (
          <Switch
            label={t('sitePages.asksAgain')}
            hint={t('sitePages.asksAgainHint')}
            checked={draft.asksAgain}
            onChange={(event) => set({ asksAgain: event.currentTarget.checked })}
          />
        ) : null}
        {post && post.unagreed > 0 ? <p className={type.quiet}>{t('sitePages.unagreed', { count: post.unagreed })}</p> : null}
      </div>
    </Card>
  );
};
