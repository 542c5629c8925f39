import type { ComponentType } from 'react';
import { Buttons, Forms, Tickets } from './controls.stories.tsx';
import { Chart, Facts, Lights, Table } from './facts.stories.tsx';
import { Live } from './live.stories.tsx';
import { Locked, PostCard, Video } from './media.stories.tsx';
import { Overlays, Waiting } from './overlays.stories.tsx';

export const STORIES: readonly { name: string; Show: ComponentType }[] = [
  { name: 'Locked', Show: Locked },
  { name: 'Tickets', Show: Tickets },
  { name: 'Buttons', Show: Buttons },
  { name: 'Facts', Show: Facts },
  { name: 'Lights', Show: Lights },
  { name: 'Forms', Show: Forms },
  { name: 'Post', Show: PostCard },
  { name: 'Chart', Show: Chart },
  { name: 'Table', Show: Table },
  { name: 'Waiting', Show: Waiting },
  { name: 'Video', Show: Video },
  { name: 'Overlays', Show: Overlays },
  { name: 'Live', Show: Live },
];
