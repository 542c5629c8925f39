import type { ShownContents as Contents } from '@stagedoor/contract/catalog';
import type { ComponentProps } from 'react';
import { Pending } from '../../app/Pending.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { ItemContents } from './ItemContents.tsx';

interface ShownContentsProps {
  query: ComponentProps<typeof Pending>['of'];
  /** Undefined while they are read; null where there is nothing to show. */
  contents: Contents | null | undefined;
  /** Title of what shows them, or its kind. */
  name: string;
}

/** What an item, comment or message shows, to the admin who decides: also what nobody else sees any more. */
export const ShownContents = ({ query, contents, name }: ShownContentsProps) => {
  if (contents === null) return null;
  if (!contents)
    return (
      <Pending of={query}>
        <RowsSkeleton rows={3} />
      </Pending>
    );
  return <ItemContents item={contents} name={name} />;
};
