import type { Call } from '../app/api.ts';
import { call } from '../app/browser-call.ts';
import { callOf } from '../app/context.server.ts';
import { PageTitle } from '../app/PageTitle.tsx';
import { orErrorPage } from '../app/route-data.ts';
import { Page } from '../app/shell/Columns.tsx';
import { classes } from '../ui/classes.ts';
import { useText } from '../ui/text.ts';
import { DateText } from '../ui/TimeAgo.tsx';
import type from '../ui/type.module.css';
import type { Route } from './+types/page.ts';

const load = (by: Call, id: string) => orErrorPage(by('GET /posts/{id}', { params: { id } }));

export const loader = ({ context, params }: Route.LoaderArgs) => load(callOf(context), params.id);
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(call, params.id);

/** The first words of a page, for search engines. */
const summary = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 160);

/** A page of the site, as its owner wrote it; the server has cleaned its markup. */
const StaticPage = ({ loaderData: page }: Route.ComponentProps) => {
  const say = useText();
  return (
    <Page>
      <PageTitle title={page.title} description={summary(page.content)} path={`/page/${page.slug}`} />
      <h1 className={classes(type.display, type.s46)}>{page.title}</h1>
      <p className={classes(type.small, type.faint, type.after)}>
        {say('page.updated')} <DateText instant={page.updatedAt} />
      </p>
      <div className={type.prose} dangerouslySetInnerHTML={{ __html: page.content }} />
    </Page>
  );
};

export default StaticPage;
