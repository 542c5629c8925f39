import type { AdminPost } from '@stagedoor/contract/admin-site';
import { IconArrowLeft, IconExternalLink } from '@tabler/icons-react';
import styles from '../../../ui/admin/editor.module.css';
import { Button } from '../../../ui/Button.tsx';
import { useText } from '../../../ui/text.ts';

/** The list of pages, and the page as visitors see it. */
export const PageLinks = ({ post }: { post: AdminPost | null }) => {
  const t = useText();
  return (
    <div className={styles.headActs}>
      <Button kind="text" to="/admin/pages" icon={<IconArrowLeft size={20} stroke={1.75} />}>
        {t('sitePages.back')}
      </Button>
      {post ? (
        <Button kind="outline" to={`/page/${post.slug}`} icon={<IconExternalLink size={20} stroke={1.75} />}>
          {t('sitePages.view')}
        </Button>
      ) : null}
    </div>
  );
};
