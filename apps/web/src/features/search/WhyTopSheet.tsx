import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './search.module.css';

/** Says how the tab of the best results is ordered. */
const WhyTopSheet = ({ onClose }: { onClose: () => void }) => {
  const t = useText();
  return (
    <Sheet opened onClose={onClose} title={t('search.whyTitle')} width={480}>
      <div className={styles.reasons}>
        <section>
          <h3 className={type.strong}>{t('search.performers')}</h3>
          <p className={type.quiet}>{t('search.whyPerformers')}</p>
        </section>
        <section>
          <h3 className={type.strong}>{t('search.whyItemsTitle')}</h3>
          <p className={type.quiet}>{t('search.whyItems')}</p>
        </section>
        <section>
          <h3 className={type.strong}>{t('search.whyOtherTitle')}</h3>
          <p className={type.quiet}>{t('search.whyOther')}</p>
        </section>
        <p className={type.quiet}>{t('search.whyNotYou')}</p>
      </div>
    </Sheet>
  );
};

export default WhyTopSheet;
