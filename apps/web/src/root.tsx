import bricolage from '../.react-router/fonts/bricolage-grotesque-latin.woff2?url';
import hanken from '../.react-router/fonts/hanken-grotesk-latin.woff2?url';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { data, Links, Outlet, redirect, redirectDocument, Scripts, ScrollRestoration } from 'react-router';
import type { Route } from './+types/root.ts';
import { BOOT_ID, bootText, readBoot, useBoot, useNonce, useSettings } from './app/boot.tsx';
import { apiContext } from './app/context.server.ts';
import { createQueryClient } from './app/data.ts';
import { ErrorPage } from './app/ErrorPage.tsx';
import { guard, isOfAdmin, isShownBehindGate } from './app/guard.ts';
import { addAdminTexts, textsAddress } from './app/i18n.ts';
import { directionOf } from './app/language.ts';
import { RealtimeProvider } from './app/realtime.tsx';
import { session, useSession } from './app/session.tsx';
import { loadAdminRail } from './app/shell/loaded-admin-rail.ts';
import { useFreshAddresses } from './app/signed-addresses.ts';
import { Shell } from './app/shell/Shell.tsx';
import { getTranslator } from './app/translator.ts';
import { BROWSER_BAR_COLOURS } from './app/ui-preferences.ts';
import './ui/fonts.css';
import './ui/tokens.css';
import './ui/base.css';
import { Overlays } from './routes/layouts/Overlays.tsx';
import { SCHEME_SCRIPT } from './ui/colour-scheme.ts';
import { SiteMoneyProvider } from './ui/format.tsx';
import { Toasts } from './ui/toast.tsx';

const BRAND_ID = 'brand';
/** Only the server computes the colours; the browser goes on with those of its document. */
const brandCss = import.meta.env.SSR ? (await import('@stagedoor/contract/brand-colours')).brandCss : null;
const brandStyleOf = (colour: string | undefined): string =>
  brandCss ? brandCss(colour) : (document.getElementById(BRAND_ID)?.textContent ?? '');

/** The style sheet of the brand's colours; when the owner changes them, pages that are open follow. */
const useBrandStyle = (colour: string | undefined): string => {
  const [shown, setShown] = useState(() => ({ colour, style: brandStyleOf(colour) }));
  useEffect(() => {
    if (colour === shown.colour) return;
    void import('@stagedoor/contract/brand-colours').then(({ brandCss: styleOf }) => setShown({ colour, style: styleOf(colour) }));
  }, [colour, shown.colour]);
  return shown.style;
};

/** Maintenance first, then country, then age, then page permissions (specification sections 2 and 4). */
export const middleware: Route.MiddlewareFunction[] = [
  ({ request, context }, next) => {
    const { gate, session: user } = context.get(apiContext);
    const address = new URL(request.url);
    if (gate && !isShownBehindGate(gate, address.pathname)) throw data(null, { status: gate === 'maintenance' ? 503 : 403 });
    const elsewhere = guard(address, user);
    if (elsewhere) throw redirect(elsewhere);
    return next();
  },
];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request }, next) => {
    const address = new URL(request.url);
    // From a page open before the age gate to one that isn't: the server checks the age there.
    const { gate, textsVersion } = readBoot();
    if (gate && !isShownBehindGate(gate, address.pathname)) throw redirectDocument(address.pathname + address.search);
    const elsewhere = guard(address, session.get());
    if (elsewhere) throw redirect(elsewhere);
    if (isOfAdmin(address.pathname)) await Promise.all([addAdminTexts(getTranslator(), textsVersion), loadAdminRail()]);
    return next();
  },
];

const Document = ({ children }: { children: ReactNode }) => {
  const boot = useBoot();
  const nonce = useNonce();
  const { i18n } = useTranslation();
  const brand = useBrandStyle(boot.settings.brandColor);
  return (
    <html lang={i18n.language} dir={directionOf(boot.languages, i18n.language)} data-theme="light" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        {/* A keyboard on the screen makes the page smaller instead of covering the field that it writes into. */}
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content" />
        <link rel="icon" href={boot.settings.favicon || '/favicon.svg'} />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <meta name="theme-color" content={BROWSER_BAR_COLOURS.light} suppressHydrationWarning />
        {boot.settings.metaKeywords ? <meta name="keywords" content={boot.settings.metaKeywords} /> : null}
        <Links nonce={nonce} />
        <link rel="preload" href={bricolage} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="preload" href={hanken} as="font" type="font/woff2" crossOrigin="anonymous" />
        {/* Needed by what brings the page to life, not by what is seen first. */}
        <link
          rel="preload"
          href={textsAddress(boot.locale, boot.textsVersion, 'site')}
          as="fetch"
          crossOrigin="anonymous"
          fetchPriority="low"
        />
        {brand ? <style id={BRAND_ID} nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: brand }} /> : null}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SCHEME_SCRIPT }} />
        <script
          id={BOOT_ID}
          type="application/json"
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: bootText(boot) }}
        />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
};

const Providers = ({ children }: { children: ReactNode }) => {
  const { currency = 'USD', tokenValue = 1, timeZone: siteZone = 'UTC' } = useSettings();
  const timeZone = useSession()?.timeZone ?? siteZone;
  const [queries] = useState(createQueryClient);
  const money = useMemo(() => ({ currency, tokenValue, timeZone }), [currency, tokenValue, timeZone]);
  return (
    <QueryClientProvider client={queries}>
      <SiteMoneyProvider value={money}>
        <RealtimeProvider>
          {children}
          <Toasts />
        </RealtimeProvider>
      </SiteMoneyProvider>
    </QueryClientProvider>
  );
};

export const Layout = ({ children }: { children: ReactNode }) => (
  <Document>
    <Providers>{children}</Providers>
  </Document>
);

const App = () => {
  useFreshAddresses();
  return (
    <Shell overlays={<Overlays />}>
      <Outlet />
    </Shell>
  );
};

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <ErrorPage error={error} overlays={<Overlays />} />;

export default App;
