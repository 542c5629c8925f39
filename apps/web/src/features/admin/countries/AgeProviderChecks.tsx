import type { AgeProviderCheck } from '@stagedoor/contract/age';
import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import { classes } from '../../../ui/classes.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './age.module.css';

const ICONS = { ok: IconCircleCheck, failed: IconCircleX, untested: IconCircleDashed } as const;

/** The result of a test, line by line, with what to do where something failed. @param checks null before the first test */
export const AgeProviderChecks = ({ checks, isBusy }: { checks: readonly AgeProviderCheck[] | null; isBusy: boolean }) => {
  const t = useText();
  const isPassed = checks?.every(({ state }) => state === 'ok');
  return (
    <div>
      <p className={classes(type.small, type.quiet)} role="status">
        {isBusy ? t('ageProvider.testing') : checks ? t(isPassed ? 'ageProvider.passes' : 'ageProvider.fails') : null}
      </p>
      {checks && !isBusy ? (
        <ul className={styles.checks}>
          {checks.map(({ subject, state, problem, found }) => {
            const Icon = ICONS[state];
            return (
              <li key={subject} className={classes(styles.check, styles[state])}>
                <Icon size={18} stroke={1.75} aria-hidden="true" />
                <span>
                  {t(`ageProvider.check.${subject}`)}: {t(`ageProvider.checkState.${state}`)}
                  {problem ? (
                    <span className={classes(type.small, type.quiet, styles.detail)}>{t(`ageProvider.problem.${problem}`, { found })}</span>
                  ) : null}
                </span>
              </li>
            );
          })}
        </ul>
      ) : null}
    </div>
  );
};
