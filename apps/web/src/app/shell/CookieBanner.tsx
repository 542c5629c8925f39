import { useEffect, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';
import { useSettings } from '../boot.tsx';
import { choose } from '../consent.ts';
import { useData } from '../data.ts';
import styles from './overlays.module.css';

/** The cookie policy with two answers of the same weight, until one is given. `again` when it was asked for: then it takes the focus. */
export const CookieBanner = ({ again }: { again: boolean }) => {
  const say = useText();
  const { cookiePolicyContentId = '' } = useSettings();
  const { data } = useData('GET /posts/{id}', { params: { id: cookiePolicyContentId } }, { enabled: cookiePolicyContentId !== '' });
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (again) place.current?.focus();
  }, [again]);
  return (
    <section ref={place} tabIndex={-1} className={styles.cookies} aria-label={say('shell.cookiePolicy')}>
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
      <div className={styles.cookieActs}>
        <Button kind="outline" wide onClick={() => choose('no')}>
          {say('consent.onlyNeeded')}
        </Button>
        <Button kind="outline" wide onClick={() => choose('yes')}>
          {say('shell.acceptCookies')}
        </Button>
      </div>
    </section>
  );
};
