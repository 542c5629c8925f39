import { useCallback, useEffect, useRef, useState } from 'react';
import { useLeaveGuard } from '../leave-guard.ts';
import { useDraftOwner } from './draft-owner.ts';
import { readDraft, removeDraft, writeDraft } from './draft-store.ts';
import { KEEPS, LOSES } from './use-kept-form.ts';

interface KeptStateOptions<T> {
  /** Name of the draft among the account's. */
  draft: string;
  /** What is saved; JSON. A draft typed over another value than this is dropped. */
  saved: T;
  /** What is in the form now. */
  value: T;
  /** Puts what was kept into the form; may fetch what belongs to it. */
  restore: (typed: T) => void | Promise<void>;
  /** Whether leaving with unsaved changes asks first. */
  asks: boolean;
  /** Something can't be kept: a file chosen, or on its way. */
  hasMore?: boolean;
}

export interface KeptState {
  /** Whether what is in the form differs from what is saved. */
  isChanged: boolean;
  /** What is in the form, as JSON. */
  value: string;
  /** What was typed before is in the form again. */
  isRestored: boolean;
  /** The form was saved: what is in it is what is saved now, and leaving doesn't ask. */
  done: () => void;
  /** Returns the form to what is saved. */
  discard: () => void;
}

/** Reads the JSON that the form itself has written. */
const read = <T>(json: string): T => JSON.parse(json) as T;

/** As `useKeptForm`, for forms whose values are held in React's state. */
export const useKeptState = <T>({ draft, saved, value, restore, asks, hasMore = false }: KeptStateOptions<T>): KeptState => {
  const owner = useDraftOwner();
  const [savedJson, setSavedJson] = useState(() => JSON.stringify(saved));
  const valueJson = JSON.stringify(value);
  const isChanged = valueJson !== savedJson || hasMore;
  const latestRestore = useRef(restore);
  useEffect(() => {
    latestRestore.current = restore;
  });
  const firstSaved = useRef(savedJson);
  const isDone = useRef(false);
  const [isReady, setReady] = useState(false);
  const [isRestored, setRestored] = useState(false);
  const [isKept, setKept] = useState(true);

  useEffect(() => {
    const stored = readDraft<T>(owner, draft);
    if (!stored || JSON.stringify(stored.saved) !== firstSaved.current) {
      setReady(true);
      return undefined;
    }
    let isLeft = false;
    void Promise.resolve(latestRestore.current(stored.typed)).then(
      () => {
        if (isLeft) return;
        setRestored(true);
        setReady(true);
      },
      // What belongs to it couldn't be fetched: the draft stays as it is, and what is typed now isn't kept.
      () => setKept(false),
    );
    return () => {
      isLeft = true;
    };
  }, [owner, draft]);

  useEffect(() => {
    // Until the draft is read it isn't written.
    if (!isReady) return;
    if (valueJson === savedJson) return removeDraft(owner, draft);
    isDone.current = false;
    setKept(writeDraft(owner, draft, { saved: read<T>(savedJson), typed: read<T>(valueJson) }));
  }, [isReady, owner, draft, savedJson, valueJson]);

  const keepsAll = isKept && !hasMore;
  useLeaveGuard({
    isOn: asks && isChanged,
    question: keepsAll ? KEEPS : LOSES,
    mayLeave: () => isDone.current,
    asksBrowser: !keepsAll,
  });

  const done = useCallback(() => {
    isDone.current = true;
    setSavedJson(valueJson);
    removeDraft(owner, draft);
    setRestored(false);
  }, [owner, draft, valueJson]);
  const discard = useCallback(() => {
    void latestRestore.current(read<T>(savedJson));
    removeDraft(owner, draft);
    setRestored(false);
  }, [owner, draft, savedJson]);
  return { isChanged, value: valueJson, isRestored, done, discard };
};
