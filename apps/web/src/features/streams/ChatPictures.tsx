import { useState } from 'react';
import { Lightbox } from '../../ui/Lightbox.tsx';
import { Picture, sourceFor } from '../../ui/Picture.tsx';
import { useText } from '../../ui/text.ts';
import type { SaidPicture } from './chat-messages.ts';
import styles from './ChatPictures.module.css';

/**
 * The pictures of a chat line, in boxes whose size is known before they are loaded, so that the chat stays where it is read; a press shows them
 * at full size.
 * @param name whose they are
 */
export const ChatPictures = ({ pictures, name }: { pictures: readonly SaidPicture[]; name: string }) => {
  const t = useText();
  const [opened, setOpened] = useState<number | null>(null);
  const shown = pictures.flatMap(({ _id, picture }) => (picture ? [{ _id, picture }] : []));
  if (shown.length === 0) return null;
  const altOf = (index: number) => t('messages.pictureOf', { name, index: index + 1 });
  return (
    <span className={styles.pictures}>
      {shown.map(({ _id, picture }, index) => (
        <button key={_id} type="button" className={styles.picture} aria-label={altOf(index)} onClick={() => setOpened(index)}>
          <Picture picture={picture} alt="" sizes="160px" />
        </button>
      ))}
      <Lightbox
        index={opened}
        onClose={() => setOpened(null)}
        slides={shown.map(({ picture }, index) => ({
          src: sourceFor(picture, 1920) ?? '',
          alt: altOf(index),
          width: picture.width,
          height: picture.height,
        }))}
      />
    </span>
  );
};
