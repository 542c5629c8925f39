import { cloneElement, type KeyboardEvent, lazy, type ReactElement, type ReactNode, type RefAttributes, Suspense, useState } from 'react';

export interface MenuItem {
  key: string;
  text: ReactNode;
  icon?: ReactNode;
  /** Where it leads; else `onSelect`. */
  to?: string;
  onSelect?: () => void;
  /** Takes something away. */
  bad?: boolean;
  /** One of a group is chosen: a check at its end. */
  chosen?: boolean;
  /** Stays open after the press: switches of the theme. */
  keepOpen?: boolean;
}

interface TargetProps extends RefAttributes<HTMLButtonElement> {
  onClick?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
}

export interface MenuProps {
  /** What opens it: a button that takes a ref. */
  target: ReactElement<TargetProps>;
  /** Groups, divided by a rule; with a heading or without. */
  groups: readonly { label?: string; items: readonly MenuItem[] }[];
  position?: 'bottom-end' | 'bottom-start' | 'top-start' | 'top-end';
}

const load = () => import('./MenuView.tsx');
const MenuView = lazy(load);

/** Down opens a menu as Enter and Space do, which come as a press. */
export const onDown = (open: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'ArrowDown') return;
  event.preventDefault();
  open();
};

/** Fetches the code of menus, so that the first one opens at once. */
export const prepareMenus = (): void => void load().catch(() => undefined);

/** A list of actions that opens beside its button; arrow keys, Escape, type ahead. Its code comes with the first one. */
export const Menu = (props: MenuProps) => {
  const [asked, setAsked] = useState(false);
  const ask = () => setAsked(true);
  const closed = cloneElement(props.target, { 'aria-haspopup': 'menu', 'aria-expanded': false, onClick: ask, onKeyDown: onDown(ask) });
  return asked ? (
    <Suspense fallback={closed}>
      <MenuView {...props} />
    </Suspense>
  ) : (
    closed
  );
};
