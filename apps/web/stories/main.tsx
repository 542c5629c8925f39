// The gallery has no server to load texts from.
// oxlint-disable-next-line no-restricted-imports
import { TEXTS } from '@stagedoor/contract/texts/index';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { makeI18n } from '../src/app/i18n.ts';
import '../src/ui/fonts.css';
import '../src/ui/tokens.css';
import '../src/ui/base.css';
import { Beam } from '../src/ui/Beam.tsx';
import { listenForSheets } from '../src/ui/sheet-pops.ts';
import { Toasts } from '../src/ui/toast.tsx';
import type from '../src/ui/type.module.css';
import { STORIES } from './stories.tsx';

const asked = new URLSearchParams(location.search);
const only = asked.get('only');
const locale = asked.get('locale') === 'es' ? 'es' : 'en';
document.documentElement.dataset['theme'] = asked.get('theme') === 'dark' ? 'dark' : 'light';
if (asked.get('dir') === 'rtl') document.documentElement.dir = 'rtl';

const Gallery = () => (
  <>
    <Beam x={50} />
    <main
      style={{ position: 'relative', maxWidth: 1360, margin: '0 auto', padding: '24px clamp(16px, 3vw, 32px)', display: 'grid', gap: 40 }}
    >
      <h1 className={type.hidden}>Parts</h1>
      {STORIES.filter((story) => !only || story.name === only).map((story) => (
        <section key={story.name} style={{ minWidth: 0 }}>
          <h2 className={`${type.display} ${type.s26}`} style={{ marginBottom: 16 }}>
            {story.name}
          </h2>
          <story.Show />
        </section>
      ))}
    </main>
    <Toasts />
  </>
);

listenForSheets();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <I18nextProvider i18n={makeI18n(locale, Object.fromEntries(Object.entries(TEXTS).map(([key, text]) => [key, text[locale]])))}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: <Gallery /> }])} />
    </I18nextProvider>
  </StrictMode>,
);
