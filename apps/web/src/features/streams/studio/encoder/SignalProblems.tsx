import type { EncoderSignal } from '@stagedoor/contract/stream-keys';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useFormat } from '../../../../ui/format.tsx';
import { useText } from '../../../../ui/text.ts';
import styles from './encoder.module.css';
import { type SignalProblem, problemsOf } from './signal-problems.ts';

/** Says what is wrong with the signal, and what to set in OBS. */
export const SignalProblems = ({ signal }: { signal: EncoderSignal | null }) => {
  const t = useText();
  const format = useFormat();
  const problems = signal ? problemsOf(signal) : [];
  const words = (problem: SignalProblem): string => {
    if (problem.kind === 'codecs') return t('encoder.problem.codecs', { codecs: problem.codecs.join(', ') });
    if (problem.kind === 'keys') return t('encoder.problem.keys', { seconds: format.count(Math.round(problem.seconds)) });
    return t(`encoder.problem.${problem.kind}`);
  };
  return (
    <ul className={styles.problems} role="status" hidden={problems.length === 0}>
      {problems.map((problem) => (
        <li key={problem.kind} className={problem.kind === 'codecs' ? styles.grave : undefined}>
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
          {words(problem)}
        </li>
      ))}
    </ul>
  );
};
