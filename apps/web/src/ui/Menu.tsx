import { cloneElement, type KeyboardEvent, lazy, type ReactElement, type ReactNode, type RefAttributes, Suspense, useState } from 'react';

export interface MenuItem {
  key: string;
  text: ReactNode;
  icon?: ReactNode;
  /** Link target; else `onSelect`. */
  to?: string;
  onSelect?: () => void;
  /** A destructive action. */
  bad?: boolean;
  /** The selected one of a group: a check mark at its end. */
  chosen?: boolean;
  /** Keeps the menu open: theme choices. */
  keepOpen?: boolean;
}

interface TargetProps extends RefAttributes<HTMLButtonElement> {
  id?: string;
  onClick?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
}

export interface MenuProps {
  /** The trigger: a button that takes a ref. */
  target: ReactElement<TargetProps>;
  /** Groups, separated by a line; with or without a heading. */
  groups: readonly { label?: string; items: readonly MenuItem[] }[];
  position?: 'bottom-end' | 'bottom-start' | 'top-start' | 'top-end';
}

const load = () => import('./MenuView.tsx');
const MenuView = lazy(load);

const OPENING_KEYS = ['ArrowDown', 'Enter', ' '];

/** Keys open a menu when they go down: of the click that follows, a menu couldn't tell that it came from the keyboard, and focus its first item. */
export const openByKey = (open: () => void) => (event: KeyboardEvent) => {
  if (!OPENING_KEYS.includes(event.key)) return;
  event.preventDefault();
  open();
};

/** Preloads the code of menus, so that the first one opens at once. */
export const prepareMenus = (): void => void load().catch(() => undefined);

/** A dropdown menu beside its button; arrow keys, Escape, type ahead. Its code is loaded on first use. */
export const Menu = (props: MenuProps) => {
  const [isLoaded, setIsLoaded] = useState(false);
  const ask = () => setIsLoaded(true);
  const closed = cloneElement(props.target, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: ask,
    onKeyDown: openByKey(ask),
  });
  return isLoaded ? (
    <Suspense fallback={closed}>
      <MenuView {...props} />
    </Suspense>
  ) : (
    closed
  );
};
