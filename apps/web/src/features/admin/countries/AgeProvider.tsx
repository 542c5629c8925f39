import { useQueryClient } from '@tanstack/react-query';
import { useData } from '../../../app/data.ts';
import { Pending } from '../../../app/Pending.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { AgeProviderCard } from './AgeProviderCard.tsx';

/** The provider of age checks, once it is known. */
export const AgeProvider = () => {
  const client = useQueryClient();
  const state = useData('GET /admin/age-provider', {});
  if (!state.data)
    return (
      <Pending of={state}>
        <RowsSkeleton rows={4} size={48} />
      </Pending>
    );
  return (
    <AgeProviderCard
      // Removing the provider empties the form.
      key={state.data.provider ? 'set' : 'none'}
      state={state.data}
      onChanged={() => void client.invalidateQueries({ queryKey: ['GET /admin/age-provider'] })}
    />
  );
};
