import { useCallback, useEffect, useRef, useState } from 'react';
import { type LeaveQuestion, useLeaveGuard } from '../leave-guard.ts';
import { useDraftOwner } from './draft-owner.ts';
import { readDraft, removeDraft, writeDraft } from './draft-store.ts';
import { changedFields, type FieldValues, fillFields, readFields, stillApplying } from './form-fields.ts';

/** Asked before unsaved changes are left that aren't kept. */
export const LOSES: LeaveQuestion = {
  title: 'unsaved.title',
  text: 'unsaved.text',
  stay: 'unsaved.stay',
  leave: 'unsaved.leave',
  isLoss: true,
};
/** Asked before unsaved changes are left that are kept on this device. */
export const KEEPS: LeaveQuestion = { ...LOSES, text: 'unsaved.keptText', isLoss: false };

interface KeptFormOptions {
  /** Name of the draft among the account's; null keeps none: for secrets. */
  draft: string | null;
  /** Whether leaving with unsaved changes asks first: changes to what is saved, not a search or a new comment. */
  asks: boolean;
}

export interface KeptForm {
  /** Called with the form's element once it is there. */
  attach: (form: HTMLFormElement | null) => void;
  /** What was typed before is in the fields again. */
  isRestored: boolean;
  /** Returns the fields to the saved values. */
  discard: () => void;
  /** The form was saved: its values are the saved ones now. */
  done: () => void;
}

/** Keeps what is typed into a form's named fields on this device until it is saved, and asks before it is left unsaved. */
export const useKeptForm = ({ draft, asks }: KeptFormOptions): KeptForm => {
  const owner = useDraftOwner();
  const [form, setForm] = useState<HTMLFormElement | null>(null);
  /** The saved values of the form shown. */
  const saved = useRef<{ form: HTMLFormElement; values: FieldValues } | null>(null);
  const isSaved = useRef(false);
  const [isRestored, setRestored] = useState(false);
  const [isDirty, setDirty] = useState(false);
  const [isKept, setKept] = useState(true);

  useEffect(() => {
    if (!form) return undefined;
    if (saved.current?.form !== form) saved.current = { form, values: readFields(form) };
    const before = saved.current;
    const onInput = ({ target }: Event) => {
      if (!(target instanceof Node && form.contains(target))) return;
      isSaved.current = false;
      const typed = readFields(form);
      const isChanged = Object.keys(changedFields(before.values, typed)).length > 0;
      setDirty(isChanged);
      if (draft === null) return setKept(false);
      if (isChanged) setKept(writeDraft(owner, draft, { saved: before.values, typed }));
      else removeDraft(owner, draft);
    };
    // Heard behind React's own listeners, which are the document's: a state that is set before them renders controlled fields with the
    // value from before the input.
    window.addEventListener('input', onInput);
    window.addEventListener('change', onInput);
    const stored = draft === null ? null : readDraft<FieldValues>(owner, draft);
    const restored = stored ? stillApplying(stored, before.values) : {};
    let second = 0;
    if (Object.keys(restored).length > 0) {
      fillFields(form, restored);
      // Fields that only appear with the value of another one.
      second = requestAnimationFrame(() => fillFields(form, restored));
      setRestored(true);
    } else if (stored && draft !== null) removeDraft(owner, draft);
    return () => {
      cancelAnimationFrame(second);
      window.removeEventListener('input', onInput);
      window.removeEventListener('change', onInput);
      setDirty(false);
      setRestored(false);
    };
  }, [form, owner, draft]);

  useLeaveGuard({ isOn: asks && isDirty, question: isKept ? KEEPS : LOSES, mayLeave: () => isSaved.current, asksBrowser: !isKept });

  const forget = useCallback(() => {
    if (draft !== null) removeDraft(owner, draft);
    setDirty(false);
    setRestored(false);
  }, [owner, draft]);
  const discard = useCallback(() => {
    if (saved.current) fillFields(saved.current.form, saved.current.values);
    forget();
  }, [forget]);
  const done = useCallback(() => {
    isSaved.current = true;
    if (saved.current) saved.current.values = readFields(saved.current.form);
    forget();
  }, [forget]);
  return { attach: setForm, isRestored, discard, done };
};
