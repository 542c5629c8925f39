import type { Contract, ResponseOf } from '@stagedoor/contract';
import { type ReactNode, useEffect } from 'react';
import type { ApiError, CallInput } from '../../../app/api.ts';
import { useAction } from '../../../app/data.ts';
import { Ask, AskButton, type AskingButton, type Question } from '../../../ui/admin/AskButton.tsx';
import type { AskedWrite } from './acts.ts';

interface Act<K extends AskedWrite> extends Omit<Question, 'children'> {
  /** The call, with what is sent. */
  write: K;
  input: CallInput<K>;
  /** Runs when the act was done; the sheet closes. */
  onDone: (answer: ResponseOf<Contract[K]>) => void;
  /** Runs when the act was refused. The sheet stays open and says why. */
  onRefused?: (error: ApiError) => void;
  /** Fields to fill in before confirming, with the error of the last attempt. */
  children?: (error: ApiError | null) => ReactNode;
}

const useAct = <K extends AskedWrite>({ write, input, onRefused }: Act<K>) => {
  const action = useAction(write);
  const confirm = async () => {
    const answer = await action.run(input);
    const refusal = action.refusal();
    if (answer === undefined && refusal) onRefused?.(refusal);
    return answer;
  };
  return { action, confirm };
};

type ActButtonProps<K extends AskedWrite> = Omit<Act<K>, 'act'> & AskingButton & { act?: string };

/** A button for an act of the administration that asks first. It sends the call itself, so that nothing is sent without the question. */
export const ActButton = <K extends AskedWrite>(props: ActButtonProps<K>) => {
  const { write: _write, input: _input, onDone, onRefused: _onRefused, children, act = props.label, ...shown } = props;
  const { action, confirm } = useAct({ ...props, act });
  return (
    <AskButton
      {...shown}
      act={act}
      busy={action.busy}
      error={action.error}
      onAsk={action.reset}
      onConfirm={async () => {
        const answer = await confirm();
        if (answer === undefined) return false;
        onDone(answer);
        return true;
      }}
    >
      {children?.(action.error)}
    </AskButton>
  );
};

interface AskedActProps<K extends AskedWrite> extends Act<K> {
  opened: boolean;
  onClose: () => void;
}

/** The question of an act that something else than its own button opens: a key, a choice in a list. */
export const AskedAct = <K extends AskedWrite>(props: AskedActProps<K>) => {
  const { write: _write, input: _input, onDone, onRefused: _onRefused, children, opened, onClose, ...question } = props;
  const { action, confirm } = useAct(props);
  const { reset } = action;
  useEffect(() => {
    if (opened) reset();
  }, [opened, reset]);
  const onConfirm = async () => {
    const answer = await confirm();
    if (answer === undefined) return;
    onClose();
    onDone(answer);
  };
  return (
    <Ask {...question} opened={opened} busy={action.busy} error={action.error} onConfirm={() => void onConfirm()} onClose={onClose}>
      {children?.(action.error)}
    </Ask>
  );
};
