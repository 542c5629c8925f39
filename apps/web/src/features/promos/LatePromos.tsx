import type { Promo } from '@stagedoor/contract/site';
import { lazy, Suspense } from 'react';

const importPromos = async () => ({ default: (await import('./Promos.tsx')).Promos });
/** Code of its own, which is loaded where there are promos; the server renders them at once. */
const Promos = import.meta.env.SSR ? (await importPromos()).default : lazy(importPromos);

/** The promos, if there are any. */
export const LatePromos = ({ promos, besideStage = false }: { promos: readonly Promo[]; besideStage?: boolean }) =>
  promos.length > 0 ? (
    <Suspense>
      <Promos promos={promos} besideStage={besideStage} />
    </Suspense>
  ) : null;
