import { EncoderCard } from './EncoderCard.tsx';
import { SignalProblems } from './SignalProblems.tsx';
import { useEncoderAccess } from './use-encoder-access.ts';
import { useSignal } from './use-encoder.ts';
import { useProtocol } from './use-protocol.ts';

/** Below the picture of a show from OBS: what is wrong with its signal, and while none comes, the address and the key. */
export const EncoderHelp = ({ isWaiting }: { isWaiting: boolean }) => {
  const signal = useSignal(true);
  const { access, refetch } = useEncoderAccess(true);
  const { protocol, choose } = useProtocol(access);
  return (
    <>
      <SignalProblems signal={signal} />
      {isWaiting && signal === null && access ? (
        <EncoderCard access={access} onChanged={refetch} protocol={protocol} onChoose={choose} />
      ) : null}
    </>
  );
};
