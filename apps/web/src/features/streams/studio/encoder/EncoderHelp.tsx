import { EncoderCard } from './EncoderCard.tsx';
import { SignalProblems } from './SignalProblems.tsx';
import { useEncoderAccess } from './use-encoder-access.ts';
import { useSignal } from './use-encoder.ts';

/** Below the picture of a show from OBS: what is wrong with its signal, and while none comes, the address and the key. */
export const EncoderHelp = ({ isWaiting }: { isWaiting: boolean }) => {
  const signal = useSignal(true);
  const { access, refetch } = useEncoderAccess(true);
  return (
    <>
      <SignalProblems signal={signal} />
      {isWaiting && signal === null && access ? <EncoderCard access={access} onChanged={refetch} /> : null}
    </>
  );
};
