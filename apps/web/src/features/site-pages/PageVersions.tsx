import type { ResponseOf } from '@stagedoor/contract/endpoint';
import type { site } from '@stagedoor/contract/site';
import { IconHistory } from '@tabler/icons-react';
import { Link } from 'react-router';
import editor from '../../ui/admin/editor.module.css';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import { DateText } from '../../ui/TimeAgo.tsx';
import type from '../../ui/type.module.css';
import styles from './PageVersions.module.css';

type SitePage = ResponseOf<(typeof site)['GET /posts/{id}']>;

const newestOf = ({ versions }: SitePage): number => versions[0]?.version ?? 1;

/** Says of an earlier version that it is one. */
export const EarlierNote = ({ page }: { page: SitePage }) => {
  const t = useText();
  if (page.version >= newestOf(page)) return null;
  return (
    <p className={classes(editor.note, editor.noteWarn)} role="status">
      <IconHistory size={18} stroke={1.75} aria-hidden="true" />
      <span>
        {t('page.earlier')}{' '}
        <Link className={type.link} to={`/page/${page.slug}`}>
          {t('page.current')}
        </Link>
      </span>
    </p>
  );
};

/** The versions of a policy or of terms, under its text; nothing while there is one alone. */
export const PageVersions = ({ page }: { page: SitePage }) => {
  const t = useText();
  if (page.versions.length < 2) return null;
  return (
    <section className={styles.versions} aria-labelledby="versions">
      <h2 id="versions" className={type.heading}>
        {t('page.versions')}
      </h2>
      <ol className={styles.list}>
        {page.versions.map(({ version, change, createdAt }) => (
          <li key={version} className={styles.row} aria-current={version === page.version ? 'page' : undefined}>
            <span className={styles.name}>
              <Link className={type.link} to={version === newestOf(page) ? `/page/${page.slug}` : `/page/${page.slug}?version=${version}`}>
                {t('page.version', { version })}
              </Link>
              <span className={classes(type.small, type.faint)}>
                <DateText instant={createdAt} />
                {version === newestOf(page) ? ` · ${t('page.versionNow')}` : null}
              </span>
            </span>
            {change === '' ? null : (
              <span className={classes(type.quiet, styles.change)}>
                <bdi>{change}</bdi>
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
};
