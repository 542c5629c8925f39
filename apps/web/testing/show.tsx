import { TEXTS } from '@stagedoor/contract/texts/index';
import type { PublicSettings } from '@stagedoor/contract/settings';
import type { CurrentUser } from '@stagedoor/contract/users';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, onTestFinished } from 'vitest';
import { render } from 'vitest-browser-react';
import { type Boot, LiveBoot } from '../src/app/boot.tsx';
import { setOfflineText } from '../src/app/browser-call.ts';
import { createQueryClient } from '../src/app/data.ts';
import { makeI18n } from '../src/app/i18n.ts';
import { RealtimeContext } from '../src/app/realtime.tsx';
import { SessionProvider } from '../src/app/session.tsx';
import { createSessionStore, type SessionStore } from '../src/app/session-store.ts';
import { setTranslator } from '../src/app/translator.ts';
import { SiteMoneyProvider } from '../src/ui/format.tsx';
import { Toasts } from '../src/ui/toast.tsx';
import { ApiDouble } from './api-double.ts';
import { SANDBOX, SETTINGS } from './fixtures.ts';
import { SocketDouble } from './socket-double.ts';

export interface ShowOptions {
  /** The account that is logged in; null for a visitor. */
  user?: CurrentUser | null;
  settings?: PublicSettings;
  locale?: 'en' | 'es';
  direction?: 'ltr' | 'rtl';
  theme?: 'light' | 'dark';
  /** The page's address; `/` by default. */
  path?: string;
  takesCards?: boolean;
  /** The component has the landmarks of a page itself; others are put into its `main`. */
  hasLandmarks?: boolean;
}

/** A component on the screen, and what surrounds it. */
export interface Shown {
  api: ApiDouble;
  socket: SocketDouble;
  session: SessionStore;
  /** Path and query of the page; changes when the component navigates. */
  address: () => string;
}

const bootOf = ({ user = null, settings = {}, locale = 'en', takesCards = true }: ShowOptions): Boot => ({
  locale,
  languages: [],
  textsVersion: '1',
  settings: { ...SETTINGS, ...settings },
  hasScripts: false,
  session: user,
  gate: null,
  origin: location.origin,
  clockAheadMs: 0,
  takesCards,
});

/** Collects what the page logs as an error, such as a key that React misses. @returns a function that stops */
const watchConsole = (problems: string[]): (() => void) => {
  const original = console.error;
  console.error = (...said: unknown[]) => {
    problems.push(said.map(String).join(' '));
    original(...said);
  };
  return () => {
    console.error = original;
  };
};

/**
 * Renders a component with the providers of a page, a double of the API and one of the real-time connection. When the test ends, it fails if
 * the component broke the contract, made a call that the test gave no answer for, or logged an error.
 *
 * @param prepare gives the answers of calls that the component makes when it mounts, and stores what the browser has kept
 */
export const show = async (children: ReactNode, options: ShowOptions = {}, prepare?: (api: ApiDouble) => void): Promise<Shown> => {
  const { locale = 'en', direction = 'ltr', theme = 'light', path = '/', hasLandmarks = false } = options;
  const boot = bootOf(options);
  const api = new ApiDouble();
  const socket = new SocketDouble();
  const session = createSessionStore(boot.session);
  const problems: string[] = [];
  localStorage.clear();
  sessionStorage.clear();
  // One company takes every payment, unless the test says otherwise.
  api.answer('GET /payment/gateways', { data: [SANDBOX] });
  prepare?.(api);
  const uninstall = api.install();
  const unwatch = watchConsole(problems);
  Object.assign(document.documentElement, { lang: locale, dir: direction });
  document.documentElement.dataset['theme'] = theme;
  const i18n = makeI18n(locale, Object.fromEntries(Object.entries(TEXTS).map(([key, text]) => [key, text[locale]])));
  setTranslator(i18n);
  setOfflineText(i18n.t('ui.offline'));
  const { currency = 'USD', tokenValue = 1, timeZone = 'UTC' } = boot.settings;
  const router = createMemoryRouter([{ path: '*', element: hasLandmarks ? children : <main>{children}</main> }], {
    initialEntries: [path],
  });
  const screen = await render(
    <StrictMode>
      <LiveBoot boot={boot}>
        <I18nextProvider i18n={i18n}>
          <SessionProvider value={session}>
            <QueryClientProvider client={createQueryClient()}>
              <SiteMoneyProvider value={{ currency, tokenValue, timeZone }}>
                <RealtimeContext value={{ state: 'connected', socket: socket.socket, retry: () => undefined }}>
                  <RouterProvider router={router} />
                  <Toasts />
                </RealtimeContext>
              </SiteMoneyProvider>
            </QueryClientProvider>
          </SessionProvider>
        </I18nextProvider>
      </LiveBoot>
    </StrictMode>,
  );
  onTestFinished(async () => {
    await screen.unmount();
    uninstall();
    unwatch();
    expect([...api.problems, ...problems]).toEqual([]);
  });
  return { api, socket, session, address: () => router.state.location.pathname + router.state.location.search };
};
