import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Call } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { callOf } from '../../app/context.server.ts';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { orErrorPage } from '../../app/route-data.ts';
import { useSession } from '../../app/session.tsx';
import { PageTop } from '../../app/shell/PhoneBars.tsx';
import { Comments } from '../../features/comments/Comments.tsx';
import styles from '../../features/galleries/galleries.module.css';
import { GalleryPhotos } from '../../features/galleries/GalleryPhotos.tsx';
import { ItemGrid } from '../../features/item-lists/ItemList.tsx';
import { AccessCard, AccessFact, AccessTicket, ReceiptCard } from '../../features/items/AccessCard.tsx';
import { AccessSheets } from '../../features/items/AccessSheets.tsx';
import { ItemActs } from '../../features/items/ItemActs.tsx';
import { useItemAccess } from '../../features/items/use-item-access.ts';
import { useUnlock } from '../../features/items/use-unlock.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Card, CardHead } from '../../ui/Card.tsx';
import { Chip, Verified } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { sourceFor } from '../../ui/Picture.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import type { Route } from './+types/gallery.ts';

const KEY = 'GET /performer-assets/galleries/{id}/view';
const RELATED = 6;

const load = async (by: Call, id: string) => {
  const gallery = await orErrorPage(by(KEY, { params: { id } }));
  // One more, because this one is among them.
  const query = { performerId: gallery.performer._id, limit: RELATED + 1 };
  const more = await by('GET /performer-assets/galleries/search', { query }).catch(() => null);
  return { gallery, related: (more?.data ?? []).filter(({ _id }) => _id !== id).slice(0, RELATED) };
};

export const loader = ({ context, params }: Route.LoaderArgs) => load(callOf(context), params.id);
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(call, params.id);

/** One gallery on its own page. */
const Gallery = ({ loaderData, params }: Route.ComponentProps) => {
  const t = useText();
  const client = useQueryClient();
  const { data: gallery = loaderData.gallery } = useData(KEY, { params: { id: params.id } }, { initialData: loaderData.gallery });
  const { title, performer } = gallery;
  const picture = gallery.cover ?? gallery.photos[0] ?? gallery.preview;
  return (
    <>
      <PageTop title={t('galleries.page')} back={`/${performer.username}?tab=galleries`} />
      <PageTitle
        title={title}
        description={gallery.description || t('galleries.by', { name: performer.name })}
        image={picture ? sourceFor(picture, 1080) : undefined}
        imageAlt={title}
        path={`/galleries/${gallery._id}`}
        kind="article"
      />
      <Shown
        key={`${gallery._id} ${gallery.access.allowed}`}
        gallery={gallery}
        related={loaderData.related}
        onChange={() => void client.invalidateQueries({ queryKey: [KEY] })}
      />
    </>
  );
};

type LoadedGallery = Awaited<ReturnType<typeof load>>;

const Shown = ({ gallery: given, related, onChange }: LoadedGallery & { onChange: () => void }) => {
  const t = useText();
  const format = useFormat();
  const user = useSession();
  const unlock = useUnlock(given);
  const { item: gallery, receipt } = unlock;
  const access = useItemAccess(unlock, onChange);
  const { performer, counts, tags } = gallery;
  const facts = [t('ui.photos', { count: counts.photos }), format.date(gallery.publishedAt, 'dayYear'), performer.craft];
  const label = t('galleries.unlock');
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1 className={classes(type.display, type.s46, styles.title)}>{gallery.title}</h1>
          <div className={styles.by}>
            <Link to={`/${performer.username}`} tabIndex={-1} aria-hidden="true">
              <Avatar src={performer.avatar} size={36} online={performer.isOnline} live={performer.isLive} edge="house" />
            </Link>
            <span className={styles.byWords}>
              <span className={styles.byName}>
                <Link to={`/${performer.username}`}>{performer.name}</Link> {user?._id === performer._id ? null : <Verified />}{' '}
              </span>
              {facts.filter(Boolean).join(' · ')}
            </span>
          </div>
        </div>
        <ItemActs item={gallery} pills />
      </header>
      <div className={styles.centre}>
        <div className={styles.bleed}>
          <GalleryPhotos unlock={unlock} />
        </div>
      </div>
      <aside className={styles.aside}>
        {receipt ? <ReceiptCard tokens={receipt.amount} /> : null}
        <AccessCard hasBar unlock={unlock} access={access} label={label} title={t('galleries.locked', { count: counts.photos })}>
          {counts.unlocks > 0 ? <AccessFact label={t('galleries.unlocks')}>{format.count(counts.unlocks)}</AccessFact> : null}
        </AccessCard>
        {gallery.description || tags.length > 0 ? (
          <Card pad="lg">
            <CardHead title={t('galleries.about')} />
            {gallery.description ? <p className={classes(type.small, type.quiet, styles.about)}>{gallery.description}</p> : null}
            {tags.length > 0 ? (
              <div className={styles.tags}>
                {tags.map((tag) => (
                  <Link key={tag} to={`/galleries?${new URLSearchParams({ tag }).toString()}`}>
                    <Chip size="lg">{tag}</Chip>
                  </Link>
                ))}
              </div>
            ) : null}
          </Card>
        ) : null}
      </aside>
      <div className={classes(styles.centre, styles.comments)}>
        <Comments object={{ objectType: 'gallery', objectId: gallery._id }} isLocked={!gallery.access.allowed} count={counts.comments} />
      </div>
      {related.length > 0 ? (
        <section className={styles.more}>
          <div className={type.flexBetween}>
            <h2 className={type.heading}>{t('galleries.more', { name: performer.name })}</h2>
            <Link className={type.link} to={`/${performer.username}?tab=galleries`}>
              {t('galleries.seeAll')}
            </Link>
          </div>
          <ItemGrid items={related} label={t('galleries.more', { name: performer.name })} even />
        </section>
      ) : null}
      {access.way ? (
        <div className={styles.sticky}>
          <AccessTicket unlock={unlock} access={access} label={t('galleries.unlockPhotos', { count: counts.photos })} size="md" />
        </div>
      ) : null}
      <AccessSheets item={gallery} access={access} onChange={onChange} />
    </div>
  );
};

export default Gallery;
