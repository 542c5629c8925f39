import { useEffect, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';
import { useSettings } from '../boot.tsx';
import { choose } from '../consent.ts';
import { useData } from '../data.ts';
import styles from './overlays.module.css';

/** The cookie policy with two equally prominent answers, until one is given. `again`: reopened by the user, takes the focus. */
export const CookieBanner = ({ again }: { again: boolean }) => {
  const t = useText();
  const { cookiePolicyContentId = '' } = useSettings();
  const { data } = useData('GET /posts/{id}', { params: { id: cookiePolicyContentId } }, { enabled: cookiePolicyContentId !== '' });
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (again) place.current?.focus();
  }, [again]);
  return (
    <section ref={place} tabIndex={-1} className={styles.cookies} aria-label={t('shell.cookiePolicy')}>
      {data ? (
        <div
          className={styles.cookieText}
          tabIndex={0}
          role="region"
          aria-label={t('shell.cookiePolicy')}
          dangerouslySetInnerHTML={{ __html: data.content }}
        />
      ) : (
        <p>{t('shell.cookieShort')}</p>
      )}
      <div className={styles.cookieActs}>
        <Button kind="outline" wide onClick={() => choose('no')}>
          {t('consent.onlyNeeded')}
        </Button>
        <Button kind="outline" wide onClick={() => choose('yes')}>
          {t('shell.acceptCookies')}
        </Button>
      </div>
    </section>
  );
};
