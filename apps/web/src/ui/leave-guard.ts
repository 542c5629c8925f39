import { useEffect, useRef } from 'react';
import type { TextKey } from './text.ts';

/** What is asked before a page is left. */
export interface LeaveQuestion {
  title: TextKey;
  text: TextKey;
  stay: TextKey;
  leave: TextKey;
  /** Something is lost or ends. */
  isLoss: boolean;
}

interface Guard {
  question: LeaveQuestion;
  mayLeave: () => boolean;
  /** Path of the page it guards: for a moment it is still there when that was left. */
  path: string;
  /** Whether the browser asks too, before the tab is closed or loads another document. */
  asksBrowser: boolean;
}

/** The guards of the open page, the newest last. The router takes a single blocker: `app/NavigationGuard` asks them all. */
const guards: Guard[] = [];

const onBeforeUnload = (event: BeforeUnloadEvent): void => {
  if (guards.some((guard) => guard.asksBrowser && !guard.mayLeave())) event.preventDefault();
};

/** Stops asking: the page is closed to its reader whatever they answer. */
export const dropGuards = (): void => {
  guards.length = 0;
  window.removeEventListener('beforeunload', onBeforeUnload);
};

/** The question to be asked before the page of this path is left; undefined if nothing would be lost. */
export const questionBeforeLeaving = (path: string): LeaveQuestion | undefined =>
  guards.findLast((guard) => guard.path === path && !guard.mayLeave())?.question;

interface LeaveGuardProps {
  /** Whether anything would be lost. */
  isOn: boolean;
  question: LeaveQuestion;
  /** Asked at the navigation: whether it follows a save. */
  mayLeave?: () => boolean;
  asksBrowser?: boolean;
}

const never = (): boolean => false;

/** Asks before the page is left while `isOn`. Tabs, languages and pages of a list are the same page: their path is. */
export const useLeaveGuard = ({ isOn, question, mayLeave = never, asksBrowser = true }: LeaveGuardProps): void => {
  const latest = useRef(mayLeave);
  useEffect(() => {
    latest.current = mayLeave;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const guard: Guard = { question, mayLeave: () => latest.current(), path: window.location.pathname, asksBrowser };
    if (guards.length === 0) window.addEventListener('beforeunload', onBeforeUnload);
    guards.push(guard);
    return () => {
      const at = guards.indexOf(guard);
      if (at >= 0) guards.splice(at, 1);
      if (guards.length === 0) window.removeEventListener('beforeunload', onBeforeUnload);
    };
  }, [isOn, question, asksBrowser]);
};
