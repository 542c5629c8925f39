import { isolated } from '@stagedoor/contract/visible-text.values';
import { useBoot, useSettings, useSiteName } from './boot.tsx';

interface PageTitleProps {
  /** The page's name; the site's name is appended. Omitted on the front page. */
  title?: string;
  /** One or two sentences for search engines and links. */
  description?: string | undefined;
  /** Address of a picture for links, from the root: one that lasts (link-pictures.values.ts), since other sites keep it. */
  image?: string | null | undefined;
  /** Alternative text of the picture. */
  imageAlt?: string | undefined;
  /** The page's canonical path, when it has several addresses. */
  path?: string;
  /** Open Graph type of the page. */
  kind?: 'website' | 'profile' | 'article';
}

/** Title, description and picture of a page; React puts them into the head. */
export const PageTitle = ({ title, description, image, imageAlt, path, kind = 'website' }: PageTitleProps) => {
  const site = useSiteName();
  const { metaDescription } = useSettings();
  const { origin } = useBoot();
  const whole = title ? `${isolated(title)} · ${site}` : site;
  const text = description || metaDescription || '';
  return (
    <>
      <title>{whole}</title>
      {text ? <meta name="description" content={text} /> : null}
      <meta property="og:title" content={whole} />
      {text ? <meta property="og:description" content={text} /> : null}
      <meta property="og:site_name" content={site} />
      <meta property="og:type" content={kind} />
      {path ? <meta property="og:url" content={origin + path} /> : null}
      {image ? <meta property="og:image" content={new URL(image, origin).href} /> : null}
      {image && imageAlt ? <meta property="og:image:alt" content={imageAlt} /> : null}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
      {path ? <link rel="canonical" href={origin + path} /> : null}
    </>
  );
};
