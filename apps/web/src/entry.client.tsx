import { isAgeGate } from '@stagedoor/contract/web';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import './app/yield-to-input/after-react.ts';
import { I18nextProvider } from 'react-i18next';
import { HydratedRouter } from 'react-router/dom';
import './app/yield-to-input/after-router.ts';
import { LiveBoot, NonceContext, readBoot } from './app/boot.tsx';
import { disableAgeReload, setOfflineText } from './app/browser-call.ts';
import { readCookie, writeCookie } from './app/cookies.ts';
import { isOfAdmin } from './app/guard.ts';
import { addAdminTexts, fetchTexts, makeI18n, textsAddress } from './app/i18n.ts';
import { setTranslator } from './app/translator.ts';
import { session } from './app/session.tsx';
import { loadAdminRail } from './app/shell/loaded-admin-rail.ts';
import { listenForSheets } from './ui/sheet-pops.ts';

const start = async (): Promise<void> => {
  listenForSheets();
  const boot = readBoot();
  session.set(boot.session);
  if (isAgeGate(boot.gate)) disableAgeReload();
  if (readCookie('locale') !== boot.locale) writeCookie('locale', boot.locale);
  // Preloaded by the document; without the texts the hydrated page would show keys.
  const i18n = makeI18n(boot.locale, await fetchTexts(textsAddress(boot.locale, boot.textsVersion, 'site')));
  setTranslator(i18n);
  if (isOfAdmin(location.pathname)) await Promise.all([addAdminTexts(i18n, boot.textsVersion), loadAdminRail()]);
  setOfflineText(i18n.t('ui.offline'));
  i18n.on('languageChanged', () => setOfflineText(i18n.t('ui.offline')));
  // Two short tasks instead of a long one, so input in between is handled.
  await new Promise((resolve) => setTimeout(resolve));
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <NonceContext value={nonce}>
          <LiveBoot boot={boot}>
            <I18nextProvider i18n={i18n}>
              <HydratedRouter />
            </I18nextProvider>
          </LiveBoot>
        </NonceContext>
      </StrictMode>,
    );
  });
};

void start();
