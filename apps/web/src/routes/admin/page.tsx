import type { AdminPost } from '@stagedoor/contract/admin-site';
import { useParams } from 'react-router';
import { Pending } from '../../app/Pending.tsx';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { wordsIn } from '../../features/admin/frame/languages.ts';
import { PageSide } from '../../features/admin/pages/PageSide.tsx';
import { PageWords } from '../../features/admin/pages/PageFields.tsx';
import { UnsavedBar } from '../../features/admin/frame/UnsavedBar.tsx';
import { usePageDraft } from '../../features/admin/pages/use-page-draft.ts';
import { PageLinks } from '../../features/admin/pages/PageLinks.tsx';
import styles from '../../ui/admin/editor.module.css';
import { classes } from '../../ui/classes.ts';
import { RestoredNote } from '../../ui/forms/RestoredNote.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useLocale, useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** Edits a page of the site, or creates one. */
const PageEditor = () => {
  const t = useText();
  const { id = 'new' } = useParams();
  const isNew = id === 'new';
  const post = useData('GET /admin/posts/{id}', { params: { id } }, { enabled: !isNew });
  if (!isNew && !post.data)
    return (
      <Page width="wide">
        <PageTitle title={t('sitePages.edit')} />
        <header className={styles.head}>
          <h1 className={classes(type.display, type.s46)}>{t('sitePages.edit')}</h1>
        </header>
        <Pending of={post} isPage>
          <RowsSkeleton rows={6} square size={32} />
        </Pending>
      </Page>
    );
  return <Editor key={id} post={isNew ? null : (post.data ?? null)} />;
};

/** The fields of a page; null for a new one. */
const Editor = ({ post }: { post: AdminPost | null }) => {
  const t = useText();
  const own = useLocale();
  const page = usePageDraft(post);
  const { kept, busy, changes, error, languages, save, discard } = page;
  const title = post ? wordsIn(post.title, own) : t('sitePages.new');
  return (
    <Page width="wide">
      <PageTitle title={title} />
      <header className={styles.head}>
        <h1 className={classes(type.display, type.s46)}>
          <bdi>{title}</bdi>
        </h1>
        <PageLinks post={post} />
      </header>
      <RestoredNote isShown={kept.isRestored} onDiscard={kept.discard} />
      <div className={styles.editor}>
        <PageWords page={page} />
        <PageSide page={page} post={post} />
      </div>
      <UnsavedBar
        isKept
        count={changes}
        busy={busy}
        error={error}
        fields={['slug', 'title', 'description', 'content', ...languages.map((one) => `title.${one.locale}`)]}
        onSave={() => void save()}
        onDiscard={discard}
      />
    </Page>
  );
};

export default PageEditor;
