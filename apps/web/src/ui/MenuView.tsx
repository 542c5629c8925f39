import { IconCheck } from '@tabler/icons-react';
import { cloneElement, isValidElement, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Header } from 'react-aria-components/Header';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Menu as Base, MenuItem as Item, MenuSection } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Separator } from 'react-aria-components/Separator';
import { RouterProvider } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useHref, useNavigate } from 'react-router';
import { classes } from './classes.ts';
import { type MenuItem, type MenuProps, openByKey } from './Menu.tsx';
import styles from './Menu.module.css';

const PLACEMENTS = {
  'bottom-end': 'bottom end',
  'bottom-start': 'bottom start',
  'top-end': 'top end',
  'top-start': 'top start',
} as const;

/** What typing ahead compares; the words of an element are its own matter. */
const wordsOf = (node: ReactNode): string =>
  typeof node === 'string' ? node : isValidElement<{ children?: ReactNode }>(node) ? wordsOf(node.props.children) : '';

const itemOf = (item: MenuItem) => (
  <Item
    key={item.key}
    id={item.key}
    textValue={wordsOf(item.text)}
    className={classes(styles.item, item.bad && styles.bad)}
    shouldCloseOnSelect={!item.keepOpen}
    {...(item.to ? { href: item.to } : {})}
    {...(item.onSelect ? { onAction: item.onSelect } : {})}
  >
    {item.icon ? <span className={styles.start}>{item.icon}</span> : null}
    <span className={styles.text}>{item.text}</span>
    {item.chosen ? (
      <span className={styles.end}>
        <IconCheck size={18} stroke={1.75} />
      </span>
    ) : null}
  </Item>
);

/** The menu itself, mounted on its button's first press and open at once. */
const MenuView = ({ target, groups, position = 'bottom-end' }: MenuProps) => {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  const navigate = useNavigate();
  const { i18n } = useTranslation();
  const id = useId();
  useEffect(() => {
    // The pressed button was replaced by this one, which must regain the focus when the menu closes.
    button.current?.focus({ preventScroll: true });
    setOpened(true);
  }, []);
  return (
    <>
      {cloneElement(target, {
        ref: button,
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': opened,
        onClick: () => setOpened(!opened),
        onKeyDown: openByKey(() => setOpened(true)),
      })}
      <I18nProvider locale={i18n.language}>
        <RouterProvider navigate={(to) => void navigate(to)} useHref={useHref}>
          <Popover
            className={styles.dropdown!}
            triggerRef={button}
            isOpen={opened}
            onOpenChange={setOpened}
            placement={PLACEMENTS[position]}
            offset={8}
          >
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- where the focus goes in a menu that was opened */}
            <Base className={styles.menu!} aria-labelledby={id} autoFocus="first" onClose={() => setOpened(false)}>
              {groups.flatMap((group, index) => [
                ...(index > 0 ? [<Separator key={`before ${index}`} className={styles.divider!} />] : []),
                <MenuSection key={group.label ?? index} {...(group.label ? {} : { 'aria-labelledby': id })}>
                  {group.label ? <Header className={styles.label!}>{group.label}</Header> : null}
                  {group.items.map(itemOf)}
                </MenuSection>,
              ])}
            </Base>
          </Popover>
        </RouterProvider>
      </I18nProvider>
    </>
  );
};

export default MenuView;
