import { index, type RouteConfig, route } from '@react-router/dev/routes';
import { type Page, PAGES } from './app/pages.ts';

/** The routes, derived from the page table. */
export default Object.entries(PAGES as Record<string, Page>).map(([id, page]) =>
  page.path === '/' ? index(page.file, { id }) : route(page.path, page.file, { id }),
) satisfies RouteConfig;
