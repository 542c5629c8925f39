import { Menu as Base } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import { Link } from 'react-router';
import { classes } from './classes.ts';
import styles from './Menu.module.css';

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

interface MenuProps {
  /** What opens it: a button that takes a ref. */
  target: ReactElement;
  /** Groups, divided by a rule; with a heading or without. */
  groups: readonly { label?: string; items: readonly MenuItem[] }[];
  position?: 'bottom-end' | 'bottom-start' | 'top-start' | 'top-end';
}

/** A list of actions that opens beside its button; arrow keys, Escape, type ahead. */
export const Menu = ({ target, groups, position = 'bottom-end' }: MenuProps) => (
  <Base
    position={position}
    // Its placeholder would be a child of the menu that is no item.
    withInitialFocusPlaceholder={false}
    classNames={{ dropdown: styles.dropdown, item: styles.item, label: styles.label, divider: styles.divider, itemSection: styles.section }}
  >
    <Base.Target>{target}</Base.Target>
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
