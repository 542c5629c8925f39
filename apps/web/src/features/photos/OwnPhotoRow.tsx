import { IconExternalLink, IconPhoto } from '@tabler/icons-react';
import type { OwnPhoto } from '@stagedoor/contract/photos';
import { useAction } from '../../app/data.ts';
import { OwnItemRow } from '../items/OwnItemRow.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';

interface OwnPhotoRowProps {
  photo: OwnPhoto;
  name: string;
  onEdit: () => void;
  onChange: () => void;
}

/** An own photo in the list. */
export const OwnPhotoRow = ({ photo, name, onEdit, onChange }: OwnPhotoRowProps) => {
  const t = useText();
  const remove = useAction('DELETE /performer/performer-assets/photos/{id}');
  const onRemove = async () => {
    if (!(await remove.run({ params: { id: photo._id } }))) return false;
    onChange();
    return true;
  };
  return (
    <OwnItemRow
      item={photo}
      name={name}
      edit={onEdit}
      icon={<IconPhoto size={22} stroke={1.75} />}
      acts={
        photo.state === 'active' ? (
          <IconButton
            label={`${t('videos.open')}: ${name}`}
            icon={<IconExternalLink size={20} stroke={1.75} />}
            to={`/photos/${photo._id}`}
          />
        ) : null
      }
      deleteAsk={t('photos.deleteAsk')}
      remove={{ busy: remove.busy, error: remove.error, run: onRemove }}
    />
  );
};
