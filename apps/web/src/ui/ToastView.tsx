import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ToastOptions } from './toast.tsx';
import styles from './toast.module.css';

const TONES = {
  ok: { Icon: IconCircleCheck, colour: 'var(--ok)' },
  bad: { Icon: IconAlertCircle, colour: 'var(--bad)' },
  info: { Icon: IconInfoCircle, colour: 'var(--text-2)' },
} as const;

/** Shown at the same time; others wait. */
const MOST = 3;
/** As the animation in toast.module.css. */
const LEAVING_MS = 220;

interface Shown extends ToastOptions {
  id: string;
  text: string;
}

let toasts: readonly Shown[] = [];
const listeners = new Set<() => void>();

const change = (next: readonly Shown[]): void => {
  toasts = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Shows a toast, now or once the container is mounted. */
export const showToast = (text: string, options: ToastOptions = {}): void =>
  change([...toasts, { ...options, id: crypto.randomUUID(), text }]);

/** One toast. Its time stands still while the pointer or the focus is on any of them. */
const Toast = ({ toast, isHeld }: { toast: Shown; isHeld: boolean }) => {
  const { id, text, tone = 'info', stays = 1500, action } = toast;
  const { Icon, colour } = TONES[tone];
  const [isLeaving, setIsLeaving] = useState(false);
  const time = action ? Math.max(stays, 5000) : stays;
  useEffect(() => {
    if (isHeld || isLeaving) return undefined;
    const timer = setTimeout(() => setIsLeaving(true), time);
    return () => clearTimeout(timer);
  }, [isHeld, isLeaving, time]);
  useEffect(() => {
    if (!isLeaving) return undefined;
    const timer = setTimeout(() => change(toasts.filter((other) => other.id !== id)), LEAVING_MS);
    return () => clearTimeout(timer);
  }, [isLeaving, id]);
  return (
    <div
      className={styles.toast}
      role={tone === 'bad' ? 'alert' : 'status'}
      data-leaving={isLeaving || undefined}
      style={{ '--tone': colour }}
    >
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      <span>{text}</span>
      {action ? (
        <button
          type="button"
          className={styles.act}
          onClick={() => {
            setIsLeaving(true);
            action.run();
          }}
        >
          {action.label}
        </button>
      ) : null}
    </div>
  );
};

/** The toast container: 65 px from the top, centred; at most three at a time. Open sheets neither hide it nor close when it is pressed. */
const ToastView = () => {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => toasts,
  );
  const [isHeld, setIsHeld] = useState(false);
  const hold = () => setIsHeld(true);
  const release = () => setIsHeld(false);
  useEffect(() => {
    // A toast that is removed under the pointer sends no event.
    if (shown.length === 0) setIsHeld(false);
  }, [shown.length]);
  return (
    <div
      className={styles.toasts}
      data-react-aria-top-layer="true"
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      {shown.slice(0, MOST).map((toast) => (
        <Toast key={toast.id} toast={toast} isHeld={isHeld} />
      ))}
    </div>
  );
};

export default ToastView;
