import { Menu as Base } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { cloneElement, Fragment, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { classes } from './classes.ts';
import { type MenuProps, openOnArrowDown } from './Menu.tsx';
import styles from './Menu.module.css';

/** The menu itself, mounted on its button's first press and open at once. */
const MenuView = ({ target, groups, position = 'bottom-end' }: MenuProps) => {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    // The pressed button was replaced by this one, which must regain the focus when the menu closes.
    button.current?.focus({ preventScroll: true });
    setOpened(true);
  }, []);
  return (
    <Base
      opened={opened}
      onChange={setOpened}
      position={position}
      // The library's placeholder would be an invalid child of the menu.
      withInitialFocusPlaceholder={false}
      classNames={{
        dropdown: styles.dropdown,
        item: styles.item,
        label: styles.label,
        divider: styles.divider,
        itemSection: styles.section,
      }}
    >
      <Base.Target>{cloneElement(target, { ref: button, onKeyDown: openOnArrowDown(() => setOpened(true)) })}</Base.Target>
      <Base.Dropdown>
        {groups.map((group, index) => (
          <Fragment key={group.label ?? index}>
            {index > 0 ? <Base.Divider /> : null}
            {group.label ? <Base.Label>{group.label}</Base.Label> : null}
            {group.items.map((item) => {
              const shared = {
                leftSection: item.icon,
                rightSection: item.chosen ? <IconCheck size={18} stroke={1.75} /> : undefined,
                className: classes(item.bad && styles.bad),
                closeMenuOnClick: !item.keepOpen,
                ...(item.onSelect ? { onClick: item.onSelect } : {}),
              };
              return item.to ? (
                <Base.Item key={item.key} component={Link} to={item.to} {...shared}>
                  {item.text}
                </Base.Item>
              ) : (
                <Base.Item key={item.key} {...shared}>
                  {item.text}
                </Base.Item>
              );
            })}
          </Fragment>
        ))}
      </Base.Dropdown>
    </Base>
  );
};

export default MenuView;
