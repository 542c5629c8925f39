import type { AdminPost } from '@stagedoor/contract/admin-site';
import { DEFAULT_LOCALE } from '@stagedoor/contract/texts/text';
import { IconArrowLeft, IconExternalLink, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { Pending } from '../../app/Pending.tsx';
import { useAction, useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { RestoredNote } from '../../ui/forms/RestoredNote.tsx';
import { useKeptState } from '../../ui/forms/use-kept-state.ts';
import { ActButton } from '../../features/admin/ActButton.tsx';
import { useWritingLanguage, withoutEmpty, wordsIn } from '../../features/site-admin/languages.ts';
import styles from '../../ui/admin/editor.module.css';
import { UnsavedBar } from '../../features/site-admin/UnsavedBar.tsx';
import { WritingLanguage } from '../../features/site-admin/WritingLanguage.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Switch } from '../../ui/Check.tsx';
import { classes } from '../../ui/classes.ts';
import { FieldError, TextArea, TextField } from '../../ui/Field.tsx';
import { RowsSkeleton, Skeleton } from '../../ui/Skeleton.tsx';
import { useLocale, useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';

const RichText = lazy(() => import('../../features/site-admin/RichText.tsx'));

type Draft = Pick<AdminPost, 'slug' | 'title' | 'description' | 'content' | 'isPublished'>;
const EMPTY: Draft = { slug: '', title: {}, description: {}, content: {}, isPublished: false };

/** A slug from a title: lower-case letters, digits and dashes. */
const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);

/** Edits a page of the site, or creates one. */
const PageEditor = () => {
  const { id = 'new' } = useParams();
  const isNew = id === 'new';
  const post = useData('GET /admin/posts/{id}', { params: { id } }, { enabled: !isNew });
  if (!isNew && !post.data) {
    return (
      <Page width="wide">
        <Pending of={post} isPage>
          <RowsSkeleton rows={6} square size={32} />
        </Pending>
      </Page>
    );
  }
  return <Editor key={id} post={isNew ? null : (post.data ?? null)} />;
};

const Editor = ({ post }: { post: AdminPost | null }) => {
  const t = useText();
  const own = useLocale();
  const navigate = useNavigate();
  const client = useQueryClient();
  const create = useAction('POST /admin/posts');
  const update = useAction('PUT /admin/posts/{id}');
  const { languages, locale, setLocale, isDefault } = useWritingLanguage();
  const contentLabel = useId();
  // The editor is not rendered on the server.
  const [isHere, setHere] = useState(false);
  useEffect(() => setHere(true), []);
  const stored: Draft = post ?? EMPTY;
  const [draft, setDraft] = useState<Draft>(stored);
  // The editor keeps its own state; a new one is mounted when the language or the stored value changes.
  const [version, setVersion] = useState(0);
  const draftOf = ({ slug, title, description, content, isPublished }: Draft): Draft => ({
    slug,
    title,
    description,
    content,
    isPublished,
  });
  const kept = useKeptState({
    draft: `page.${post?._id ?? 'new'}`,
    saved: draftOf(stored),
    value: draftOf(draft),
    restore: (typed) => {
      setDraft(typed);
      setVersion((before) => before + 1);
    },
    // The bar with the changes asks.
    asks: false,
  });
  const error = create.error ?? update.error;
  const field = (name: string): string | undefined => error?.fields[name] ?? error?.fields[`${name}.${locale}`];
  const changed = (['slug', 'title', 'description', 'content', 'isPublished'] as const).filter(
    (name) => JSON.stringify(draft[name]) !== JSON.stringify(stored[name]),
  );
  const write = (name: 'title' | 'description' | 'content', value: string) =>
    setDraft((before) => ({ ...before, [name]: { ...before[name], [locale]: value } }));
  const onTitle = (value: string) => {
    const follows = !post && isDefault && draft.slug === slugOf(draft.title[DEFAULT_LOCALE] ?? '');
    write('title', value);
    if (follows) setDraft((before) => ({ ...before, slug: slugOf(value) }));
  };
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });
  const onSave = async () => {
    const body = {
      slug: draft.slug,
      title: withoutEmpty(draft.title),
      description: withoutEmpty(draft.description),
      content: withoutEmpty(draft.content),
      isPublished: draft.isPublished,
    };
    const saved = post ? await update.run({ params: { id: post._id }, body }) : await create.run({ body });
    if (!saved) return;
    kept.done();
    // What was typed meanwhile isn't saved yet.
    if (latest.current === draft) {
      setDraft(saved);
      setVersion((before) => before + 1);
    }
    client.setQueryData(['GET /admin/posts/{id}', { params: { id: saved._id } }], saved);
    await client.invalidateQueries({ queryKey: ['GET /admin/posts'] });
    toast(t('sitePages.saved'), { tone: 'ok' });
    if (!post) void navigate(`/admin/pages/${saved._id}`, { replace: true });
  };
  const onDeleted = async () => {
    toast(t('sitePages.deleted'), { tone: 'ok' });
    await client.invalidateQueries({ queryKey: ['GET /admin/posts'] });
    void navigate('/admin/pages');
  };
  const language = languages.find((one) => one.locale === locale);
  const direction = language?.isRightToLeft ? 'rtl' : 'ltr';
  const title = post ? wordsIn(post.title, own) : t('sitePages.new');
  return (
    <Page width="wide">
      <PageTitle title={title} />
      <header className={styles.head}>
        <h1 className={classes(type.display, type.s46)}>{title}</h1>
        <div className={styles.headActs}>
          <Button kind="text" to="/admin/pages" icon={<IconArrowLeft size={20} stroke={1.75} />}>
            {t('sitePages.back')}
          </Button>
          {post ? (
            <Button kind="outline" to={`/page/${post.slug}`} icon={<IconExternalLink size={20} stroke={1.75} />}>
              {t('sitePages.view')}
            </Button>
          ) : null}
        </div>
      </header>
      <RestoredNote isShown={kept.isRestored} onDiscard={kept.discard} />
      <div className={styles.editor}>
        <Card pad="lg">
          <div className={styles.form}>
            <WritingLanguage
              languages={languages}
              locale={locale}
              onChange={setLocale}
              written={Object.keys(withoutEmpty(draft.content))}
            />
            {isDefault ? null : <p className={classes(type.small, type.faint)}>{t('sitePages.fallback')}</p>}
            <TextField
              label={t('sitePages.name')}
              value={draft.title[locale] ?? ''}
              maxLength={120}
              lang={locale}
              dir={direction}
              error={field('title')}
              onChange={(event) => onTitle(event.currentTarget.value)}
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
              error={field('description')}
              onChange={(event) => write('description', event.currentTarget.value)}
            />
            <div>
              <span id={contentLabel} className={classes(type.small, type.strong, type.block)} style={{ marginBottom: 6 }}>
                {t('sitePages.content')}
              </span>
              <Suspense fallback={<Skeleton height={380} />}>
                {isHere ? (
                  <RichText
                    key={`${locale} ${version}`}
                    labelledBy={contentLabel}
                    initial={draft.content[locale] ?? ''}
                    direction={direction}
                    lang={locale}
                    onChange={(html) => write('content', html)}
                  />
                ) : (
                  <Skeleton height={380} />
                )}
              </Suspense>
              {field('content') ? <FieldError>{field('content')}</FieldError> : null}
            </div>
          </div>
        </Card>
        <div className={styles.side}>
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
                error={field('slug')}
                onChange={(event) => setDraft({ ...draft, slug: event.currentTarget.value })}
              />
              <Switch
                label={t('sitePages.published')}
                hint={t(post?.isCookiePolicy ? 'sitePages.cookieHint' : 'sitePages.publishedHint')}
                checked={draft.isPublished}
                disabled={post?.isCookiePolicy === true && draft.isPublished}
                onChange={(event) => setDraft({ ...draft, isPublished: event.currentTarget.checked })}
              />
            </div>
          </Card>
          {post && !post.isCookiePolicy ? (
            <ActButton
              kind="outline"
              wide
              icon={<IconTrash size={20} stroke={1.75} />}
              write="DELETE /admin/posts/{id}"
              input={{ params: { id: post._id } }}
              label={t('sitePages.delete')}
              title={t('sitePages.deleteTitle')}
              text={t('sitePages.deleteText')}
              onDone={() => void onDeleted()}
            />
          ) : null}
        </div>
      </div>
      <UnsavedBar
        isKept
        count={changed.length}
        busy={create.busy || update.busy}
        error={error}
        fields={['slug', 'title', 'description', 'content', ...languages.map((one) => `title.${one.locale}`)]}
        onSave={() => void onSave()}
        onDiscard={() => {
          setDraft(stored);
          setVersion((before) => before + 1);
        }}
      />
    </Page>
  );
};

export default PageEditor;
