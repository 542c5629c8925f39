import { useEffect } from 'react';
import { useBoot, useNonce } from '../boot.tsx';
import { call } from '../browser-call.ts';

let isLoaded = false;

/** Inserts HTML; its scripts are recreated, because scripts inserted as text don't run. */
const insert = (html: string, place: HTMLElement, nonce: string | undefined): void => {
  const template = document.createElement('template');
  template.innerHTML = html;
  for (const dead of template.content.querySelectorAll('script')) {
    const script = document.createElement('script');
    for (const { name, value } of dead.attributes) script.setAttribute(name, value);
    script.text = dead.text;
    // In document order.
    if (!dead.hasAttribute('async')) script.async = false;
    if (nonce) script.nonce = nonce;
    dead.replaceWith(script);
  }
  place.append(template.content);
};

/** The site's own scripts on a page rendered without them: consent was given while it is open. Rendered only where they may run. */
export const SiteScripts = () => {
  const { hasScripts } = useBoot();
  const nonce = useNonce();
  useEffect(() => {
    if (hasScripts || isLoaded) return;
    isLoaded = true;
    call('POST /settings/keys', { body: { keys: ['headerScript', 'afterBodyScript'] } }).then(
      (settings) => {
        insert(String(settings['headerScript'] ?? ''), document.head, nonce);
        insert(String(settings['afterBodyScript'] ?? ''), document.body, nonce);
      },
      () => {
        isLoaded = false;
      },
    );
  }, [hasScripts, nonce]);
  return null;
};
