import { expect, test } from 'vitest';
import { shortenManifest } from './router-manifest.ts';

const route = (id: string, more: object) => ({
  id,
  hasLoader: false,
  hasClientLoader: true,
  module: `/assets/${id}-a1.js`,
  imports: id === 'root' ? ['/assets/root-a1.js', '/assets/shell-b2.js'] : ['/assets/shell-b2.js', `/assets/${id}-a1.js`],
  css: ['/assets/shell-c3.css#'],
  ...more,
});
const MANIFEST = {
  entry: { module: '/assets/entry-d4.js', imports: ['/assets/shell-b2.js'], css: [] },
  routes: {
    root: route('root', { path: '', hasClientLoader: false }),
    home: route('home', { parentId: 'root', index: true }),
    item: route('item', { parentId: 'root', path: '/items/:id', clientLoaderModule: '/assets/item-e5.js' }),
  },
  url: '/assets/manifest-f6.js',
  version: 'f6',
};

/** Runs a script and returns the manifest that it leaves on the window. */
const run = (script: string): unknown => {
  const window: { __reactRouterManifest?: unknown } = {};
  // oxlint-disable-next-line typescript/no-implied-eval
  new Function('window', script)(window);
  return window.__reactRouterManifest;
};

test('the shorter manifest of the router is the same object', () => {
  const script = `window.__reactRouterManifest=${JSON.stringify(MANIFEST)};`;
  const short = shortenManifest(script);
  expect(run(short)).toEqual(MANIFEST);
  expect(short.match(/shell-b2\.js/g)).toHaveLength(2);
});

test('imports of a route are in the order in which the manifest names them first', () => {
  const twice = { ...MANIFEST.routes.home, imports: ['/assets/home-a1.js', '/assets/root-a1.js', '/assets/shell-b2.js'] };
  const script = `window.__reactRouterManifest=${JSON.stringify({ ...MANIFEST, routes: { root: MANIFEST.routes.root, home: twice } })};`;
  expect(run(shortenManifest(script))).toMatchObject({
    routes: { home: { imports: ['/assets/root-a1.js', '/assets/shell-b2.js', '/assets/home-a1.js'] } },
  });
});

test('a manifest of another form ends the build', () => {
  expect(() => shortenManifest('export default {}')).toThrow('The router’s manifest begins otherwise than expected.');
});
