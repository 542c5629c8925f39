import { useEffect, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';
import { useSettings } from '../boot.tsx';
import { useData } from '../data.ts';
import styles from './Shell.module.css';

/** Key and value of the consent in local storage (specification section 9). */
const KEY = 'cookiePolicy';
const YES = 'yes';

const read = (): boolean => {
  try {
    return localStorage.getItem(KEY) === YES;
  } catch {
    return false;
  }
};

/** Whether cookies beyond the needed ones may be set; null until the browser has been asked. */
export const useConsent = (): { given: boolean | null; give: () => void } => {
  const [given, setGiven] = useState<boolean | null>(null);
  useEffect(() => setGiven(read()), []);
  return {
    given,
    give: () => {
      try {
        localStorage.setItem(KEY, YES);
      } catch {
        // Asked again next time, then.
      }
      setGiven(true);
    },
  };
};

/** The cookie policy, with its one button, until it is accepted. */
export const CookieBanner = ({ onAccept }: { onAccept: () => void }) => {
  const say = useText();
  const { cookiePolicyContentId = '' } = useSettings();
  const { data } = useData('GET /posts/{id}', { params: { id: cookiePolicyContentId } }, { enabled: cookiePolicyContentId !== '' });
  return (
    <section className={styles.cookies} aria-label={say('shell.cookiePolicy')}>
      {data ? (
        <div
          className={styles.cookieText}
          tabIndex={0}
          role="region"
          aria-label={say('shell.cookiePolicy')}
          dangerouslySetInnerHTML={{ __html: data.content }}
        />
      ) : (
        <p>{say('shell.cookieShort')}</p>
      )}
      <Button kind="gold" onClick={onAccept}>
        {say('shell.acceptCookies')}
      </Button>
    </section>
  );
};
