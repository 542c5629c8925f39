import type { AdminPost } from '@stagedoor/contract/admin-site';
import { isAgreedTo } from '@stagedoor/contract/pages.values';
import styles from '../../../ui/admin/editor.module.css';
import { DeletePage } from './DeletePage.tsx';
import { PageAgreement } from './PageAgreement.tsx';
import { type Page, PagePlace } from './PageFields.tsx';

/** Terms that accounts agree to now are neither hidden nor deleted. */
const isInForce = (post: AdminPost | null): boolean => post !== null && isAgreedTo(post.kind) && post.isPublished;

/** The column beside a page's words: its address, its kind, and its deletion. */
export const PageSide = ({ page, post }: { page: Page; post: AdminPost | null }) => (
  <div className={styles.side}>
    <PagePlace page={page} isCookiePolicy={post?.isCookiePolicy === true} isInForce={isInForce(post)} />
    <PageAgreement page={page} post={post} />
    {post && !post.isCookiePolicy && !isInForce(post) ? <DeletePage post={post} /> : null}
  </div>
);
