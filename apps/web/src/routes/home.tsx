import { lazy, Suspense } from 'react';
import type { ShouldRevalidateFunctionArgs } from 'react-router';
import type { Call } from '../app/api.ts';
import { call } from '../app/browser-call.ts';
import { apiContext, callOf } from '../app/context.server.ts';
import { session } from '../app/session.tsx';
import { loadHome } from './home/load-home.ts';
import { Feeds } from './home/Feeds.tsx';
// The styles of what is loaded late, but rendered by the server.
import '../features/front/front.module.css';
import '../features/home/on-stage.module.css';
import '../features/performers/performers.module.css';
import '../features/promos/promos.module.css';
import '../features/schedule/schedule.module.css';
import '../features/streams/LiveRow.module.css';
import type { Route } from './+types/home.ts';

const loadFront = async (by: Call) => (await import('../features/front/load-front.ts')).loadFront(by);
const load = async (by: Call, isVisitor: boolean, url: string | null) =>
  isVisitor ? { front: await loadFront(by) } : { home: await loadHome(by, url) };

export const loader = ({ context, request }: Route.LoaderArgs) =>
  load(callOf(context), context.get(apiContext).session === null, request.url);
export const clientLoader = () => load(call, session.get() === null, null);
/** Tabs and filters of the feed don't change what is above it. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search ? defaultShouldRevalidate : false;

const importFront = async () => ({ default: (await import('../features/front/Front.tsx')).Front });
/** Code of its own, which accounts don't load; the server renders it at once, and its links work before the code arrives. */
const Front = import.meta.env.SSR ? (await importFront()).default : lazy(importFront);

/** The front page for visitors, the feeds for accounts. */
const Index = ({ loaderData }: Route.ComponentProps) =>
  loaderData.front ? (
    <Suspense>
      <Front {...loaderData.front} />
    </Suspense>
  ) : loaderData.home ? (
    <Feeds {...loaderData.home} />
  ) : null;

export default Index;
