import styles from './wallet.module.css';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const OTHERS = ['decline', 'cancel', 'repeat', 'delay'] as const;

export type SandboxAnswer = 'approve' | (typeof OTHERS)[number];

/** The bank's answers to choose from. */
export const SandboxAnswers = ({ busy, onAnswer }: { busy: boolean; onAnswer: (answer: SandboxAnswer) => void }) => {
  const t = useText();
  return (
    <>
      <p className={classes(type.small, type.quiet)}>{t('sandbox.text')}</p>
      <div className={styles.gateActs}>
        <Button kind="gold" size="lg" wide busy={busy} onClick={() => onAnswer('approve')}>
          {t('sandbox.approve')}
        </Button>
      </div>
      <div className={styles.gateOthers}>
        <h2 className={type.label}>{t('sandbox.others')}</h2>
        <div className={styles.gateGrid}>
          {OTHERS.map((action) => (
            <Button key={action} kind="outline" disabled={busy} onClick={() => onAnswer(action)}>
              {t(`sandbox.${action}`)}
            </Button>
          ))}
        </div>
      </div>
    </>
  );
};
