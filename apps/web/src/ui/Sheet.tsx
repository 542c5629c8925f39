import { Modal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { IconButton } from './Button.tsx';
import { useBackCloses } from './sheet-history.ts';
import styles from './Sheet.module.css';
import { useText } from './text.ts';

interface SheetProps {
  opened: boolean;
  onClose: () => void;
  /** Its heading; a node for sheets that draw their own, then with `label`. */
  title?: ReactNode;
  /** Spoken name when there is no title. */
  label?: string;
  /** Widest on desktop, in pixels. */
  width?: number;
  /** Stays at the lower edge while the rest scrolls: the ticket. */
  foot?: ReactNode;
  /** While money moves: neither press beside it, Escape nor back closes it. */
  locked?: boolean;
  children: ReactNode;
}

const transition = {
  in: { opacity: 1, transform: 'translateY(0)' },
  out: { opacity: 0, transform: 'translateY(var(--sheet-rise))' },
  transitionProperty: 'opacity, transform',
};

/** Gives the focus back to what opened the sheet, also when the sheet is taken away at once. */
const useFocusReturn = (opened: boolean) => {
  useEffect(() => {
    if (!opened) return undefined;
    const before = document.activeElement;
    return () => {
      requestAnimationFrame(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (isLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
      });
    };
  }, [opened]);
};

/** Rises from below on a phone, stands in the middle on a desktop; Escape and back close it first. */
export const Sheet = ({ opened, onClose, title, label, width = 480, foot, locked = false, children }: SheetProps) => {
  const say = useText();
  useBackCloses(opened && !locked, onClose);
  useFocusReturn(opened);
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={width}
      centered
      closeOnClickOutside={!locked}
      closeOnEscape={!locked}
      transitionProps={{ transition, duration: 220, exitDuration: 160, timingFunction: 'cubic-bezier(.2,.8,.2,1)' }}
      classNames={{ inner: styles.inner, content: styles.content }}
    >
      <Modal.Overlay className={styles.overlay} />
      <Modal.Content {...(label ? { 'aria-label': label } : {})}>
        <Modal.Body className={styles.body}>
          <div className={styles.grab} aria-hidden="true" />
          <div className={styles.head}>
            {/* The focus begins at what the sheet is, not at the button that closes it. */}
            {typeof title === 'string' ? (
              <Modal.Title className={styles.title} tabIndex={-1} data-autofocus>
                {title}
              </Modal.Title>
            ) : (
              <div className={styles.title} tabIndex={-1} data-autofocus>
                {title}
              </div>
            )}
            <IconButton
              className={styles.close}
              label={say('ui.close')}
              icon={<IconX size={20} stroke={1.75} />}
              disabled={locked}
              onClick={onClose}
            />
          </div>
          {children}
          {foot ? <div className={styles.foot}>{foot}</div> : null}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
};
