import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useSettings } from '../boot.tsx';

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/** Page-view tracking with the site's analytics code, if configured; loaded by a trusted script. Rendered only where consent allows it. */
export const Analytics = () => {
  const { gaCode } = useSettings();
  const { pathname } = useLocation();
  useEffect(() => {
    if (!gaCode) return;
    const layer = (window.dataLayer ??= []);
    // gtag reads `arguments` objects, not arrays.
    const tell = function tell(..._values: unknown[]) {
      // oxlint-disable-next-line prefer-rest-params
      layer.push(arguments);
    };
    if (layer.length === 0) {
      const script = document.createElement('script');
      script.async = true;
      script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(gaCode)}`;
      document.head.append(script);
      tell('js', new Date());
      tell('config', gaCode, { send_page_view: false, page_location: location.origin + pathname });
    }
    // The query stays here: searches, orders, tokens. Left to itself, the script would read the whole address.
    tell('event', 'page_view', { page_path: pathname, page_location: location.origin + pathname });
  }, [gaCode, pathname]);
  return null;
};
