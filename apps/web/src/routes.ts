import { index, type RouteConfig, route } from '@react-router/dev/routes';
import { type Page, PAGES } from './app/pages.ts';

/** The routes, made of the table of pages. */
export default Object.entries(PAGES as Record<string, Page>).map(([id, page]) =>
  page.path === '/' ? index(page.file, { id }) : route(page.path, page.file, { id }),
) satisfies RouteConfig;
