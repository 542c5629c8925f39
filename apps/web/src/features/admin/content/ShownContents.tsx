import type { ShownContents as Contents } from '@stagedoor/contract/catalog';
import { type ComponentProps, lazy, Suspense } from 'react';
import { Pending } from '../../../app/Pending.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';

/** With its players of films and pictures loaded when an item is looked at. */
const ItemContents = lazy(() => import('./ItemContents.tsx'));

interface ShownContentsProps {
  query: ComponentProps<typeof Pending>['of'];
  /** Undefined while they are read; null where there is nothing to show. */
  contents: Contents | null | undefined;
  /** Title of what shows them, or its kind. */
  name: string;
  /** The name of whose it is. */
  by: string;
}

/** What an item, comment or message shows, to the admin who decides: also what nobody else sees any more. */
export const ShownContents = ({ query, contents, name, by }: ShownContentsProps) => {
  if (contents === null) return null;
  if (!contents)
    return (
      <Pending of={query}>
        <RowsSkeleton rows={3} />
      </Pending>
    );
  return (
    <Suspense fallback={<RowsSkeleton rows={3} />}>
      <ItemContents item={contents} name={name} by={by} />
    </Suspense>
  );
};
