import { useQueryClient } from '@tanstack/react-query';
import { useData } from '../../app/data.ts';
import { Pending } from '../../app/Pending.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { Captions } from './Captions.tsx';

const FILE = 'GET /performer/media-libraries/{id}';

/** The captions of one film that an item is being made of. They belong to the film, and change at once. */
export const FilmCaptions = ({ fileId }: { fileId: string }) => {
  const client = useQueryClient();
  const found = useData(FILE, { params: { id: fileId } });
  if (!found.data)
    return (
      <Pending of={found}>
        <RowsSkeleton rows={2} />
      </Pending>
    );
  return <Captions item={found.data} onChange={() => void client.invalidateQueries({ queryKey: [FILE] })} />;
};
