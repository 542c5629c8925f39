import { useState, useSyncExternalStore } from 'react';
import { saveCountry, savedCountry } from './saved-address.ts';

const subscribeToNothing = () => () => undefined;

/**
 * The country that things are sent to, as it was last chosen in the shop, and how to choose another. Empty until then, and until the page is
 * hydrated: what the server rendered knows nothing of this browser.
 */
export const useSavedCountry = (): readonly [string, (country: string) => void] => {
  const [chosen, setChosen] = useState<string | null>(null);
  const saved = useSyncExternalStore(subscribeToNothing, savedCountry, () => '');
  const choose = (country: string): void => {
    setChosen(country);
    saveCountry(country);
  };
  return [chosen ?? saved, choose];
};
