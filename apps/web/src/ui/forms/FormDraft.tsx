import { useEffect, useRef } from 'react';
import { RestoredNote } from './RestoredNote.tsx';
import type { KeptForm } from './use-kept-form.ts';
import type { KeptState } from './use-kept-state.ts';

interface FormDraftProps {
  kept: KeptForm;
  /** What of the form is kept besides its named fields. */
  state?: KeptState | undefined;
}

/** Connects the form around it with its draft; says when that was restored, with the way back. */
export const FormDraft = ({ kept, state }: FormDraftProps) => {
  const place = useRef<HTMLSpanElement>(null);
  const { attach } = kept;
  useEffect(() => {
    attach(place.current?.closest('form') ?? null);
    return () => attach(null);
  }, [attach]);
  return (
    <>
      <span ref={place} hidden />
      <RestoredNote
        isShown={kept.isRestored || state?.isRestored === true}
        onDiscard={() => {
          state?.discard();
          kept.discard();
        }}
      />
    </>
  );
};
