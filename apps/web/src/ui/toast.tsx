import { lazy, Suspense, useSyncExternalStore } from 'react';

export interface ToastOptions {
  tone?: 'ok' | 'bad' | 'info';
  /** Milliseconds it stays: 1500 unless the specification says 5000 or 10000. */
  stays?: number;
  /** Undo, where it is allowed. It then stays at least 5 s. */
  action?: { label: string; run: () => void };
}

const load = () => import('./ToastView.tsx');
const ToastView = lazy(load);

let isAsked = false;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Shows a short sentence at the top. Only in the browser; the code of toasts comes with the first one. */
export const toast = (text: string, options: ToastOptions = {}): void => {
  void load().then(({ showToast }) => {
    showToast(text, options);
    isAsked = true;
    for (const listener of listeners) listener();
  });
};

/** Fetches the code of toasts, so that the first one shows at once. */
export const prepareToasts = (): void => void load().catch(() => undefined);

/** Where toasts appear. */
export const Toasts = () => {
  const asked = useSyncExternalStore(
    subscribe,
    () => isAsked,
    () => false,
  );
  return asked ? (
    <Suspense>
      <ToastView />
    </Suspense>
  ) : null;
};
