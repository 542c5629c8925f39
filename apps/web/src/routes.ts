import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import { type Page, PAGES } from './app/pages.ts';

const pages = Object.entries<Page>(PAGES);
const routeOf = ([id, page]: [string, Page]) => (page.path === '/' ? index(page.file, { id }) : route(page.path, page.file, { id }));

/** Rail, bars and footer are code of their own, which pages without them don't load. */
const isPlain = ([, { layout: name, bare }]: [string, Page]): boolean => bare === true || name === 'public' || name === 'blank';

/** The routes, derived from the page table. */
export default [
  layout('routes/layouts/primary.tsx', { id: 'primaryLayout' }, pages.filter((page) => !isPlain(page)).map(routeOf)),
  layout('routes/layouts/plain.tsx', { id: 'plainLayout' }, pages.filter(isPlain).map(routeOf)),
] satisfies RouteConfig;
