import { IconEyeOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Call } from '../app/api.ts';
import { call } from '../app/browser-call.ts';
import { callOf } from '../app/context.server.ts';
import { EarlierNote, PageVersions } from '../features/site-pages/PageVersions.tsx';
import { PageTitle } from '../app/PageTitle.tsx';
import { orErrorPage } from '../app/route-data.ts';
import { useSession } from '../app/session.tsx';
import { Page } from '../app/shell/Columns.tsx';
import styles from '../ui/admin/editor.module.css';
import { classes } from '../ui/classes.ts';
import { useText } from '../ui/text.ts';
import { DateText } from '../ui/TimeAgo.tsx';
import type from '../ui/type.module.css';
import type { Route } from './+types/page.ts';

/** The page, or the earlier version of it that the address names. */
const load = (by: Call, id: string, request: Request) => {
  const version = Number(new URL(request.url).searchParams.get('version'));
  return orErrorPage(by('GET /posts/{id}', { params: { id }, ...(version > 0 ? { query: { version } } : {}) }));
};

export const loader = ({ context, params, request }: Route.LoaderArgs) => load(callOf(context), params.id, request);
export const clientLoader = ({ params, request }: Route.ClientLoaderArgs) => load(call, params.id, request);

/** The beginning of a page's text, for search engines. */
const summary = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 160);

/** A page of the site, as its owner wrote it; the server sanitized its HTML. */
const StaticPage = ({ loaderData: page }: Route.ComponentProps) => {
  const t = useText();
  const user = useSession();
  const mayEdit = user?.permissions.includes('site') === true;
  return (
    <Page>
      <PageTitle title={page.title} description={page.description || summary(page.content)} path={`/page/${page.slug}`} />
      {page.isPublished ? null : (
        <p className={classes(styles.note, styles.noteWarn)} role="status">
          <IconEyeOff size={18} stroke={1.75} aria-hidden="true" />
          <span>
            <strong>{t('page.hidden')}.</strong> {t('page.hiddenText')}
          </span>
        </p>
      )}
      <EarlierNote page={page} />
      <h1 className={classes(type.display, type.s46)}>
        <bdi>{page.title}</bdi>
      </h1>
      <p className={classes(type.small, type.faint, type.after)}>
        {t('page.updated')} <DateText instant={page.updatedAt} />
        {mayEdit ? (
          <>
            {' · '}
            <Link className={type.link} to={`/admin/pages/${page._id}`}>
              {t('page.edit')}
            </Link>
          </>
        ) : null}
      </p>
      <div className={type.prose} dangerouslySetInnerHTML={{ __html: page.content }} />
      <PageVersions page={page} />
    </Page>
  );
};

export default StaticPage;
