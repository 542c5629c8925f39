import { IconArrowUp } from '@tabler/icons-react';
import type { MouseEventHandler, ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from './Avatar.tsx';
import { Verified } from './Chip.tsx';
import { classes } from './classes.ts';
import { useFormat } from './format.tsx';
import styles from './Post.module.css';
import { useText } from './text.ts';
import type from './type.module.css';

/** The frame of a post; consecutive posts are separated by a line. */
export const Post = ({ id, label, children }: { id?: string; label: string; children: ReactNode }) => (
  <article id={id} tabIndex={-1} className={styles.post} aria-label={label}>
    {children}
  </article>
);

interface PostHeadProps {
  avatar: string | null;
  name: string;
  /** Target of the name's link. */
  to: string;
  online?: boolean;
  live?: boolean;
  /** Verified: the badge follows the name. */
  verified?: boolean;
  /** "38 min ago · Cook, Malmö". */
  meta: ReactNode;
  /** The audience, as a Chip. */
  audience?: ReactNode;
  /** The menu, as an IconButton. */
  menu?: ReactNode;
}

/** Author, time and audience. */
export const PostHead = ({ avatar, name, to, online, live, verified, meta, audience, menu }: PostHeadProps) => (
  <div className={styles.head}>
    <Link to={to} tabIndex={-1} aria-hidden="true">
      <Avatar src={avatar} online={online} live={live} edge="house" />
    </Link>
    <div className={styles.who}>
      <div className={styles.name}>
        <Link to={to}>
          <bdi>{name}</bdi>
        </Link>
        {verified ? <Verified /> : null}
      </div>
      <div className={styles.meta}>{meta}</div>
    </div>
    {audience}
    {menu ? <span className={styles.more}>{menu}</span> : null}
  </div>
);

/** The text of a post; line breaks are kept. */
export const PostText = ({ children }: { children: ReactNode }) => (
  <p dir="auto" className={styles.text}>
    {children}
  </p>
);

/** The media: edge to edge on a phone. */
export const PostMedia = ({ children }: { children: ReactNode }) => <div className={styles.media}>{children}</div>;

/** The row of actions; as pills beside the heading of a page. */
export const PostActions = ({ pills, children }: { pills?: boolean | undefined; children: ReactNode }) => (
  <div className={classes(styles.acts, pills && styles.pills)}>{children}</div>
);

interface PostActionProps {
  /** Label: "Like". For screen readers; visible only with `showLabel`. */
  label: string;
  icon?: ReactNode;
  /** The count, beside the icon. */
  count?: number | undefined;
  showLabel?: boolean;
  /** Active: gold, with the filled icon. */
  on?: boolean;
  /** Its name for keyboard shortcuts. */
  action?: 'like' | 'save';
  /** At the end of the row. */
  end?: boolean;
  to?: string;
  onClick?: MouseEventHandler<HTMLElement>;
}

/** An action on a post or a comment. */
export const PostAction = ({ label, icon, count, showLabel, on, action, end, to, onClick }: PostActionProps) => {
  const format = useFormat();
  const names = classes(styles.act, on && styles.on, end && styles.end);
  const inside = (
    <>
      {icon}
      <span className={showLabel ? styles.label : type.hidden}>{label} </span>
      {count === undefined ? null : format.short(count)}
    </>
  );
  if (to) {
    return (
      <Link to={to} className={names} onClick={onClick}>
        {inside}
      </Link>
    );
  }
  return (
    <button type="button" data-action={action} className={names} aria-pressed={on} onClick={onClick}>
      {inside}
    </button>
  );
};

/** "4 new posts": inserts them when pressed. Positioned at the top of its parent. */
export const NewPosts = ({ count, onShow }: { count: number; onShow: () => void }) => {
  const t = useText();
  if (count <= 0) return null;
  return (
    <button type="button" className={styles.new} onClick={onShow}>
      <IconArrowUp size={16} stroke={1.75} aria-hidden="true" />
      {t('ui.newPosts', { count })}
    </button>
  );
};
