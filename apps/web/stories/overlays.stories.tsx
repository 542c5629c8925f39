import { IconBookmark, IconDots, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { Amount } from '../src/ui/Amount.tsx';
import { Button, IconButton } from '../src/ui/Button.tsx';
import { Card, CardLine } from '../src/ui/Card.tsx';
import { ConnectionBanner } from '../src/ui/ConnectionBanner.tsx';
import { Empty } from '../src/ui/Empty.tsx';
import { Lightbox } from '../src/ui/Lightbox.tsx';
import { Menu } from '../src/ui/Menu.tsx';
import { Sheet } from '../src/ui/Sheet.tsx';
import { GridSkeleton, PostSkeleton, RowsSkeleton } from '../src/ui/Skeleton.tsx';
import { Ticket } from '../src/ui/Ticket.tsx';
import { toast } from '../src/ui/toast.tsx';
import { picture } from './pictures.ts';
import { Grid, icon, Row } from './layout.tsx';

export const Overlays = () => {
  const [opened, setOpened] = useState(false);
  const [slide, setSlide] = useState<number | null>(null);
  return (
    <Row>
      <Button onClick={() => setOpened(true)}>Sheet</Button>
      <Button onClick={() => toast('Removed successfully!', { tone: 'ok', action: { label: 'Undo', run: () => undefined } })}>Toast</Button>
      <Button onClick={() => setSlide(0)}>Lightbox</Button>
      <Menu
        target={<IconButton label="Menu" icon={<IconDots {...icon} />} />}
        groups={[
          {
            items: [
              { key: 'a', text: 'Copy link', icon: <IconBookmark {...icon} /> },
              { key: 'b', text: 'Delete', bad: true, icon: <IconLock {...icon} /> },
            ],
          },
        ]}
      />
      <Lightbox
        slides={[
          { src: picture('plate-1'), alt: 'Plate', width: 640, height: 640 },
          { src: picture('pots-1'), alt: 'Pots', width: 640, height: 640 },
        ]}
        index={slide}
        onClose={() => setSlide(null)}
      />
      <Sheet
        opened={opened}
        onClose={() => setOpened(false)}
        title="The full cook, with peel"
        foot={<Ticket label="Pay and unlock" tokens={5.2} size="lg" wide />}
      >
        <CardLine>
          <span style={{ flex: 1 }}>Price</span>
          <Amount tokens={6.5} />
        </CardLine>
      </Sheet>
      <ConnectionBanner state="failed" onRetry={() => undefined} />
    </Row>
  );
};

export const Waiting = () => (
  <Grid min={300}>
    <PostSkeleton />
    <RowsSkeleton />
    <GridSkeleton />
    <Card pad="none">
      <Empty
        beam
        title="Your front row is empty"
        text="Follow performers, and what they publish appears here."
        action={<Button kind="gold">Find performers</Button>}
      />
    </Card>
  </Grid>
);
