import { IconExternalLink, IconVideo } from '@tabler/icons-react';
import type { OwnReel } from '@stagedoor/contract/reels';
import { useAction } from '../../app/data.ts';
import { OwnItemRow } from '../items/OwnItemRow.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';

/** An own reel in the list. */
export const OwnReelRow = ({ reel, onEdit, onChange }: { reel: OwnReel; onEdit: () => void; onChange: () => void }) => {
  const t = useText();
  const format = useFormat();
  const remove = useAction('DELETE /performer/performer-assets/reels/{id}');
  const onRemove = async () => {
    if (!(await remove.run({ params: { id: reel._id } }))) return false;
    onChange();
    return true;
  };
  const seconds = reel.film?.durationSeconds ?? null;
  const name = reel.title || t('reels.untitled');
  const facts = [
    ...(seconds === null ? [] : [format.clock(seconds)]),
    ...(reel.publishedAt ? [t('videos.views', { count: reel.views })] : []),
  ];
  return (
    <OwnItemRow
      item={reel}
      name={name}
      edit={onEdit}
      icon={<IconVideo size={22} stroke={1.75} />}
      {...(reel.film?.poster ? { picture: reel.film.poster } : {})}
      fact={facts.join(' · ')}
      acts={
        reel.state === 'active' ? (
          <IconButton
            label={`${t('videos.open')}: ${name}`}
            icon={<IconExternalLink size={20} stroke={1.75} />}
            to={`/reels/${reel._id}`}
          />
        ) : null
      }
      deleteAsk={t('reels.deleteAsk')}
      remove={{ busy: remove.busy, error: remove.error, run: onRemove }}
    />
  );
};
