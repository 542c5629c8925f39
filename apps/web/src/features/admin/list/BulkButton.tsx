import type { BulkAct } from '@stagedoor/contract/bulk-acts';
import { BULK_ACT_RULES, type BulkActName } from '@stagedoor/contract/bulk-acts.values';
import { type ReactNode, useState } from 'react';
import type { ApiError } from '../../../app/api.ts';
import { useCurrentUser } from '../../../app/session.tsx';
import { Button, type ButtonKind } from '../../../ui/Button.tsx';
import { SheetForm } from '../../../ui/forms/SheetForm.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type { RowsOf } from './use-chosen-rows.ts';
import { useStartQuestion } from './use-start-question.tsx';

/** Props of each act on the selected rows of a list. */
export interface BulkProps<Filter> {
  rows: RowsOf<Filter>;
  onStarted: () => void;
}

interface BulkButtonProps {
  act: BulkActName;
  kind?: ButtonKind;
  action: { busy: boolean; error: ApiError | null; refusal: () => ApiError | null; reset: () => void };
  /** Prepares the act, which fixes its rows; undefined when it was refused. */
  prepare: () => Promise<BulkAct | undefined>;
  onStarted: () => void;
  /** Fields to fill in before it is prepared. */
  children?: ReactNode;
}

/** An act on the selected rows, for admins who may do it: its fields, then the question with the exact number of rows. */
export const BulkButton = ({ act, kind = 'outline', action, prepare, onStarted, children }: BulkButtonProps) => {
  const t = useText();
  const me = useCurrentUser();
  const [isFilling, setIsFilling] = useState(false);
  const { ask, question } = useStartQuestion(onStarted);
  if (!me.permissions.includes(BULK_ACT_RULES[act].permission)) return null;
  const label = t(`bulk.${act}.act`);
  const prepareNow = async () => {
    const prepared = await prepare();
    const refusal = action.refusal();
    if (prepared) ask(prepared);
    else if (refusal) toast(refusal.message, { tone: 'bad', stays: 5000 });
  };
  return (
    <>
      <Button kind={kind} size="sm" busy={action.busy && !children} onClick={() => (children ? setIsFilling(true) : void prepareNow())}>
        {label}
      </Button>
      {children ? (
        <Sheet opened={isFilling} onClose={() => setIsFilling(false)} title={label} width={480}>
          <SheetForm
            action={action}
            lead={t(`bulk.${act}.text`)}
            submit={t('bulk.continue')}
            send={prepare}
            onDone={(prepared) => {
              setIsFilling(false);
              ask(prepared);
            }}
          >
            {children}
          </SheetForm>
        </Sheet>
      ) : null}
      {question}
    </>
  );
};
