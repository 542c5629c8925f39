import { Modal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useId } from 'react';
import { IconButton } from './Button.tsx';
import type { SheetProps } from './Sheet.tsx';
import { useCloseOnBack } from './sheet-history.ts';
import styles from './SheetView.module.css';
import { useText } from './text.ts';

const transition = {
  in: { opacity: 1, transform: 'translateY(0)' },
  out: { opacity: 0, transform: 'translateY(var(--sheet-rise))' },
  transitionProperty: 'opacity, transform',
};

/** Returns the focus to the element that opened the sheet, also when the sheet unmounts at once. */
const useFocusReturn = (opened: boolean, sheet: string) => {
  useEffect(() => {
    if (!opened) return undefined;
    const before = document.activeElement;
    return () => {
      requestAnimationFrame(() => {
        const now = document.activeElement;
        // The focus may still be in the sheet during its closing animation.
        const isLost = now === null || now === document.body || now.closest(`[data-sheet="${sheet}"]`) !== null;
        if (isLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
      });
    };
  }, [opened, sheet]);
};

/** When the focused element disappears, as after a step of a form, the focus moves to the sheet's heading. */
const useFocusKept = (opened: boolean, sheet: string) => {
  useEffect(() => {
    if (!opened || (document.activeElement !== null && document.activeElement !== document.body)) return;
    document.querySelector<HTMLElement>(`[data-sheet="${sheet}"] [data-autofocus]`)?.focus({ preventScroll: true });
  });
};

/** The sheet itself; see Sheet. */
const SheetView = ({ opened, onClose, title, label, width = 480, foot, locked = false, children }: SheetProps) => {
  const t = useText();
  useCloseOnBack(opened && !locked, onClose);
  const id = useId();
  useFocusReturn(opened, id);
  useFocusKept(opened, id);
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
      <Modal.Content data-sheet={id} {...(label ? { 'aria-label': label } : {})}>
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
              label={t('ui.close')}
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

export default SheetView;
