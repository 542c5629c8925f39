import { defineConfig } from 'vite';
import { fontSubsets } from '../vite.fonts.ts';

/**
 * Shows every component of the design system in all its states, outside the product: `npm run stories -w apps/web`,
 * then `?theme=dark&only=Locked`. STORY_PICTURES names a folder with pictures to use instead of generated ones.
 */
const pictures = process.env['STORY_PICTURES'];

export default defineConfig({
  root: import.meta.dirname,
  publicDir: pictures ?? false,
  define: { __PICTURES__: JSON.stringify(Boolean(pictures)) },
  plugins: [fontSubsets()],
  oxc: { jsx: { runtime: 'automatic' } },
});
