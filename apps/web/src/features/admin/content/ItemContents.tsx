import type { ShownContents } from '@stagedoor/contract/catalog';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { Lightbox } from '../../../ui/Lightbox.tsx';
import { sourceFor } from '../../../ui/Picture.tsx';
import { VideoPlayer } from '../../../ui/VideoPlayer.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import own from './items.module.css';

interface ItemProps {
  item: ShownContents;
  /** Its title, or what kind of item it is. */
  name: string;
  /** The name of whose it is. */
  by: string;
}

/** All that an item, comment or message shows, to the admin who decides about it: files, words, tags. */
const ItemContents = ({ item, name, by }: ItemProps) => (
  <>
    <Files item={item} name={name} by={by} />
    {item.text ? (
      <p dir="auto" className={own.words}>
        {item.text}
      </p>
    ) : null}
    {item.furtherWords.length > 0 ? (
      <ul className={classes(own.further, type.small)}>
        {item.furtherWords.map((words, index) => (
          <li key={`${index} ${words}`}>{words}</li>
        ))}
      </ul>
    ) : null}
    {item.tags.length > 0 ? (
      <div className={own.tags}>
        {item.tags.map((tag) => (
          <Chip key={tag}>{`#${tag}`}</Chip>
        ))}
      </div>
    ) : null}
  </>
);

/** Its pictures, its films, and what buyers download. */
const Files = ({ item, name: title, by }: ItemProps) => {
  const t = useText();
  const [opened, setOpened] = useState<number | null>(null);
  const films = item.files.flatMap(({ _id, video }) => (video ? [{ _id, video }] : []));
  const pictures = item.files.flatMap(({ _id, role, kind, picture }) => (picture && kind === 'image' ? [{ _id, role, picture }] : []));
  const downloads = item.files.flatMap(({ _id, name, download }) => (download ? [{ _id, name, download }] : []));
  const alt = (index: number) => t('feed.picture', { index: index + 1, name: by });
  if (item.files.length === 0) return null;
  return (
    <div className={own.stack}>
      {films.map(({ _id, video }) => (
        <VideoPlayer
          key={_id}
          title={title}
          hls={video.hls}
          mp4={video.mp4}
          previews={video.previews}
          captions={video.captions}
          poster={video.poster ? sourceFor(video.poster, 640) : undefined}
          ratio={video.width && video.height && video.height <= video.width ? `${video.width} / ${video.height}` : '1'}
          durationSeconds={video.durationSeconds}
        />
      ))}
      {pictures.length > 0 ? (
        <div className={own.pictures}>
          {pictures.map(({ _id, role, picture }, index) => (
            <button key={`${role} ${_id}`} type="button" className={own.picture} aria-label={alt(index)} onClick={() => setOpened(index)}>
              <img src={sourceFor(picture, pictures.length === 1 ? 640 : 320)} alt="" loading="lazy" />
              {role === 'thumbnail' ? (
                <Chip tone="glass" size="sm" className={own.role}>
                  {t('reviews.thumbnail')}
                </Chip>
              ) : null}
            </button>
          ))}
        </div>
      ) : null}
      {downloads.map(({ _id, name, download }) => (
        <Button key={_id} kind="lift" size="sm" href={download} download icon={<IconDownload size={20} stroke={1.75} />}>
          {name || t('reviews.download')}
        </Button>
      ))}
      <Lightbox
        index={opened}
        onClose={() => setOpened(null)}
        slides={pictures.map(({ picture }, index) => ({
          src: sourceFor(picture, 1600) ?? '',
          alt: alt(index),
          width: picture.width,
          height: picture.height,
        }))}
      />
    </div>
  );
};

export default ItemContents;
