import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useTranslation } from 'react-i18next';
import { IconButton } from './Button.tsx';
import type { SheetProps } from './Sheet.tsx';
import { useCloseOnBack } from './sheet-history.ts';
import styles from './SheetView.module.css';
import { useText } from './text.ts';

/** Elements that may take the focus back from each open sheet, by its id: its opener, then the opener of the sheet around it, and so on. */
const openers = new Map<string, readonly Element[]>();

const findOpeners = (): readonly Element[] => {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return [];
  const outer = focused.closest('[data-sheet]')?.getAttribute('data-sheet');
  return [focused, ...(outer ? (openers.get(outer) ?? []) : [])];
};

/**
 * Returns the focus to the element that opened the sheet, also when the sheet unmounts at once. A sheet that takes the place of another, as
 * an offer does once it is loaded, returns it to the opener of the first.
 */
const useFocusReturn = (opened: boolean, sheet: string) => {
  // Read while rendering: in an effect the sheet itself has the focus already.
  const [found, setFound] = useState(() => ({ opened, before: opened ? findOpeners() : [] }));
  if (found.opened !== opened) setFound({ opened, before: opened ? findOpeners() : found.before });
  const { before } = found;
  useEffect(() => {
    if (!opened) return undefined;
    openers.set(sheet, before);
    return () => {
      openers.delete(sheet);
      requestAnimationFrame(() => {
        const now = document.activeElement;
        // The focus may still be in the sheet during its closing animation.
        const isLost = now === null || now === document.body || now.closest(`[data-sheet="${sheet}"]`) !== null;
        const target = before.find((element) => element.isConnected);
        if (isLost && target instanceof HTMLElement) target.focus({ preventScroll: true });
      });
    };
  }, [opened, sheet, before]);
};

/** When the focused element disappears, as after a step of a form, the focus moves to the sheet's heading. */
const useFocusKept = (opened: boolean, sheet: string) => {
  useEffect(() => {
    if (!opened || (document.activeElement !== null && document.activeElement !== document.body)) return;
    document.querySelector<HTMLElement>(`[data-sheet="${sheet}"] [data-autofocus]`)?.focus({ preventScroll: true });
  });
};

/** Escape closes the sheet too while nothing is focused, as after a button was disabled: then no key event passes through the sheet. */
const useEscapeWithoutFocus = (isOn: boolean, sheet: string, onClose: () => void) => {
  useEffect(() => {
    if (!isOn) return undefined;
    const closeOnEscape = (event: KeyboardEvent) => {
      const hasFocus = document.activeElement !== null && document.activeElement !== document.body;
      const isTopmost = [...document.querySelectorAll('[data-sheet]')].at(-1)?.getAttribute('data-sheet') === sheet;
      if (event.key === 'Escape' && !hasFocus && isTopmost) onClose();
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [isOn, sheet, onClose]);
};

/** The focus begins at what the sheet is, not at the button that closes it; a field that takes it by itself keeps it. */
const Title = ({ children }: { children: ReactNode }) => {
  const place = useRef<HTMLHeadingElement & HTMLDivElement>(null);
  useEffect(() => {
    const title = place.current;
    if (!title?.closest('[role=dialog]')?.contains(document.activeElement)) title?.focus({ preventScroll: true });
  }, []);
  const shared = { ref: place, className: styles.title!, tabIndex: -1, 'data-autofocus': true };
  return typeof children === 'string' ? (
    <Heading slot="title" level={2} {...shared}>
      {children}
    </Heading>
  ) : (
    <div {...shared}>{children}</div>
  );
};

/** The sheet itself; see Sheet. */
const SheetView = ({ opened, onClose, title, label, width = 480, foot, locked = false, hasHistoryEntry = true, children }: SheetProps) => {
  const t = useText();
  const { i18n } = useTranslation();
  useCloseOnBack(opened && !locked && hasHistoryEntry, onClose);
  const id = useId();
  useFocusReturn(opened, id);
  useFocusKept(opened, id);
  useEscapeWithoutFocus(opened && !locked, id, onClose);
  return (
    <I18nProvider locale={i18n.language}>
      <ModalOverlay
        className={styles.overlay!}
        isOpen={opened}
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose();
        }}
        isDismissable={!locked}
        isKeyboardDismissDisabled={locked}
      >
        <Modal className={styles.content!} style={{ '--sheet-width': `${width / 16}rem` }}>
          <Dialog className={styles.body!} data-sheet={id} {...(label ? { 'aria-label': label } : {})}>
            <div className={styles.grab} aria-hidden="true" />
            <div className={styles.head}>
              <Title>{title}</Title>
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
          </Dialog>
        </Modal>
      </ModalOverlay>
    </I18nProvider>
  );
};

export default SheetView;
