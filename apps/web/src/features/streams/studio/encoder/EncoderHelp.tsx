import { useText } from '../../../../ui/text.ts';
import styles from './encoder.module.css';
import { EncoderCard } from './EncoderCard.tsx';
import { SignalProblems } from './SignalProblems.tsx';
import { useEncoderAccess } from './use-encoder-access.ts';
import { useSignal } from './use-encoder.ts';
import { useProtocol } from './use-protocol.ts';

/** Below the picture of a show from OBS: what is wrong with its signal, the address and the key. On air they are folded up: whose key leaked replaces it there. */
export const EncoderHelp = ({ isWaiting }: { isWaiting: boolean }) => {
  const t = useText();
  const signal = useSignal(true);
  const { access, refetch } = useEncoderAccess(true);
  const { protocol, choose } = useProtocol(access);
  const card = access ? <EncoderCard access={access} onChanged={refetch} protocol={protocol} onChoose={choose} /> : null;
  return (
    <>
      <SignalProblems signal={signal} />
      {isWaiting && signal === null ? card : null}
      {card && !(isWaiting && signal === null) ? (
        <details className={styles.more}>
          <summary>{t('encoder.keyOnAir')}</summary>
          {card}
        </details>
      ) : null}
    </>
  );
};
