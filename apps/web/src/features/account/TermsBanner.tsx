import { askToAgree } from '../../app/questions-of-calls.ts';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './account.module.css';

/** Shown on every page until changed terms are agreed to. */
const TermsBanner = () => {
  const t = useText();
  return (
    <div className={styles.banner} role="status">
      <span className={type.strong}>{t('terms.banner')}</span>
      <Button kind="lift" size="sm" onClick={() => void askToAgree()}>
        {t('terms.readAndAgree')}
      </Button>
    </div>
  );
};

export default TermsBanner;
