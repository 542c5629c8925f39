import type { AdminPost } from '@stagedoor/contract/admin-site';
import { DEFAULT_LOCALE } from '@stagedoor/contract/texts/text';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAction } from '../../../app/data.ts';
import { useKeptState } from '../../../ui/forms/use-kept-state.ts';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import { useWritingLanguage, withoutEmpty } from '../frame/languages.ts';

export type PageDraft = Pick<AdminPost, 'slug' | 'title' | 'description' | 'content' | 'isPublished' | 'kind'> & {
  /** In words, of the version that is being written. */
  change: Record<string, string>;
  asksAgain: boolean;
};
const NEW_VERSION = { change: {}, asksAgain: false };
const EMPTY: PageDraft = { slug: '', title: {}, description: {}, content: {}, isPublished: false, kind: 'page', ...NEW_VERSION };
const FIELDS = ['slug', 'title', 'description', 'content', 'isPublished', 'kind', 'change', 'asksAgain'] as const;

const draftOf = ({ slug, title, description, content, isPublished, kind, change, asksAgain }: PageDraft): PageDraft => ({
  slug,
  title,
  description,
  content,
  isPublished,
  kind,
  change,
  asksAgain,
});

/** A slug from a title: lower-case letters, digits and dashes. */
const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);

/** The edited page in one language at a time, kept on the device until it is saved. @param post null for a new page */
export const usePageDraft = (post: AdminPost | null) => {
  const t = useText();
  const navigate = useNavigate();
  const client = useQueryClient();
  const create = useAction('POST /admin/posts');
  const update = useAction('PUT /admin/posts/{id}');
  const writing = useWritingLanguage();
  const { locale, isDefault } = writing;
  const stored: PageDraft = post ? { ...post, ...NEW_VERSION } : EMPTY;
  const [draft, setDraft] = useState<PageDraft>(stored);
  // The editor keeps its own state; a new one is mounted when the language or the stored value changes.
  const [version, setVersion] = useState(0);
  const replace = (next: PageDraft) => {
    setDraft(next);
    setVersion((before) => before + 1);
  };
  // The bar with the changes asks.
  const kept = useKeptState({
    draft: `page.${post?._id ?? 'new'}`,
    saved: draftOf(stored),
    value: draftOf(draft),
    restore: replace,
    asks: false,
  });
  const error = create.error ?? update.error;
  const write = (name: 'title' | 'description' | 'content' | 'change', value: string) =>
    setDraft((before) => ({ ...before, [name]: { ...before[name], [locale]: value } }));
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });
  const save = async () => {
    const body = {
      slug: draft.slug,
      title: withoutEmpty(draft.title),
      description: withoutEmpty(draft.description),
      content: withoutEmpty(draft.content),
      isPublished: draft.isPublished,
      kind: draft.kind,
      change: withoutEmpty(draft.change),
      asksAgain: draft.asksAgain,
    };
    const saved = post ? await update.run({ params: { id: post._id }, body }) : await create.run({ body });
    if (!saved) return;
    kept.done();
    // Words that were typed meanwhile aren't saved yet.
    if (latest.current === draft) replace({ ...saved, ...NEW_VERSION });
    client.setQueryData(['GET /admin/posts/{id}', { params: { id: saved._id } }], saved);
    await client.invalidateQueries({ queryKey: ['GET /admin/posts'] });
    toast(t('sitePages.saved'), { tone: 'ok' });
    if (!post) void navigate(`/admin/pages/${saved._id}`, { replace: true });
  };
  return {
    ...writing,
    draft,
    set: (fields: Partial<PageDraft>) => setDraft((before) => ({ ...before, ...fields })),
    write,
    /** Writes the title; the address of a new page follows it until it is typed. */
    writeTitle(value: string) {
      const follows = !post && isDefault && draft.slug === slugOf(draft.title[DEFAULT_LOCALE] ?? '');
      write('title', value);
      if (follows) setDraft((before) => ({ ...before, slug: slugOf(value) }));
    },
    version,
    kept,
    error,
    errorOf: (name: string): string | undefined => error?.fields[name] ?? error?.fields[`${name}.${locale}`],
    busy: create.busy || update.busy,
    changes: FIELDS.filter((name) => JSON.stringify(draft[name]) !== JSON.stringify(stored[name])).length,
    save,
    discard: () => replace(stored),
  };
};
