import { hideNotification, Notifications, showNotification } from '@mantine/notifications';
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import type { ToastOptions } from './toast.tsx';
import styles from './toast.module.css';

const TONES = {
  ok: { Icon: IconCircleCheck, colour: 'var(--ok)' },
  bad: { Icon: IconAlertCircle, colour: 'var(--bad)' },
  info: { Icon: IconInfoCircle, colour: 'var(--text-2)' },
} as const;

/** Shows a toast, now or once the container is mounted. */
export const showToast = (text: string, { tone = 'info', stays = 1500, action }: ToastOptions = {}): void => {
  const { Icon, colour } = TONES[tone];
  const id = crypto.randomUUID();
  showNotification({
    id,
    autoClose: action ? Math.max(stays, 5000) : stays,
    withCloseButton: false,
    role: tone === 'bad' ? 'alert' : 'status',
    classNames: { root: styles.toast },
    message: (
      <span className={styles.inside} style={{ '--tone': colour } as CSSProperties}>
        <Icon size={20} stroke={1.75} aria-hidden="true" />
        <span>{text}</span>
        {action ? (
          <button
            type="button"
            className={styles.act}
            onClick={() => {
              hideNotification(id);
              action.run();
            }}
          >
            {action.label}
          </button>
        ) : null}
      </span>
    ),
  });
};

/** The toast container: 65 px from the top, centred; at most three at a time. */
const ToastView = () => (
  <Notifications
    position="top-center"
    limit={3}
    zIndex={400}
    transitionDuration={220}
    notificationMaxHeight={240}
    className={styles.toasts}
  />
);

export default ToastView;
