import { type ComponentProps, lazy, Suspense } from 'react';

const importButtons = () => import('./PaidButtons.tsx');
type Buttons = Awaited<ReturnType<typeof importButtons>>['default'];
/** Loaded after the page: only the browser knows the offers, so the server renders nothing. */
const Late: Buttons = import.meta.env.SSR ? () => null : (lazy(importButtons) as unknown as Buttons);

/** The ways into a performer's paid shows, on a page that is rendered without them. */
export const LatePaidButtons = (props: ComponentProps<Buttons>) => (
  <Suspense>
    <Late {...props} />
  </Suspense>
);
