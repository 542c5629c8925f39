import { lazy, Suspense, useSyncExternalStore } from 'react';

export interface ToastOptions {
  tone?: 'ok' | 'bad' | 'info';
  /** Display time in milliseconds: 1500 unless the specification says 5000 or 10000. */
  stays?: number;
  /** Undo action, where possible. The toast then stays at least 5 s. */
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

/** Shows a short message at the top. Browser only; the code is loaded on first use. */
export const toast = (text: string, options: ToastOptions = {}): void => {
  void load().then(({ showToast }) => {
    showToast(text, options);
    isAsked = true;
    for (const listener of listeners) listener();
  });
};

/** Preloads the code of toasts, so that the first one shows at once. */
export const prepareToasts = (): void => void load().catch(() => undefined);

/** The toast container. */
export const Toasts = () => {
  const isLoaded = useSyncExternalStore(
    subscribe,
    () => isAsked,
    () => false,
  );
  return isLoaded ? (
    <Suspense>
      <ToastView />
    </Suspense>
  ) : null;
};
