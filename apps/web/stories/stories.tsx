import {
  IconBell,
  IconBookmark,
  IconDots,
  IconDownload,
  IconGift,
  IconHeartFilled,
  IconLock,
  IconMessageCircle,
  IconTrendingUp,
  IconUserPlus,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { Amount, Coin, Money, PriceTag } from '../src/ui/Amount.tsx';
import { Avatar } from '../src/ui/Avatar.tsx';
import { BarChart } from '../src/ui/BarChart.tsx';
import { Button, IconButton } from '../src/ui/Button.tsx';
import { Card, CardHead, CardLine } from '../src/ui/Card.tsx';
import { Chip, CountBadge, FilterChip, Keys, LiveBadge, Verified } from '../src/ui/Chip.tsx';
import { ConnectionBanner } from '../src/ui/ConnectionBanner.tsx';
import { DataTable } from '../src/ui/DataTable.tsx';
import { Empty } from '../src/ui/Empty.tsx';
import { Checkbox, OptionCards, PasswordField, Segments, SelectField, Switch, TextArea, TextField } from '../src/ui/Field.tsx';
import { FileField } from '../src/ui/FileField.tsx';
import { Footlights, LightRing } from '../src/ui/Footlights.tsx';
import { Lightbox } from '../src/ui/Lightbox.tsx';
import { LockedMedia } from '../src/ui/LockedMedia.tsx';
import { Logo } from '../src/ui/Logo.tsx';
import { Menu } from '../src/ui/Menu.tsx';
import { NewPosts, Post, PostAction, PostActions, PostHead, PostMedia, PostText } from '../src/ui/Post.tsx';
import { Sheet } from '../src/ui/Sheet.tsx';
import { GridSkeleton, PostSkeleton, RowsSkeleton } from '../src/ui/Skeleton.tsx';
import { Tabs } from '../src/ui/Tabs.tsx';
import { Ticket } from '../src/ui/Ticket.tsx';
import { TipBurst } from '../src/ui/TipBurst.tsx';
import { toast } from '../src/ui/toast.tsx';
import { VideoPlayer } from '../src/ui/VideoPlayer.tsx';
import { picture } from './pictures.ts';

const icon = { size: 20, stroke: 1.75 } as const;
const Row = ({ children }: { children: ReactNode }) => (
  <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12, alignItems: 'center', marginBottom: 12 }}>{children}</div>
);
const Grid = ({ children, min = 260 }: { children: ReactNode; min?: number }) => (
  <div style={{ display: 'grid', gap: 22, gridTemplateColumns: `repeat(auto-fill, minmax(min(${min}px, 100%), 1fr))` }}>{children}</div>
);
const open = <img src={picture('plate-1')} alt="Citrus on a plate" style={{ width: '100%', height: '100%', objectFit: 'cover' }} />;

const Locked = () => {
  const [parted, setParted] = useState(0);
  return (
    <Grid>
      <LockedMedia
        state="locked"
        ratio="1"
        preview={picture('plate-1')}
        title="The full cook"
        seconds={848}
        photos={6}
        offer={{ label: 'Unlock', tokens: 6.5 }}
      />
      <LockedMedia
        state="locked"
        ratio="1"
        preview={picture('ribbon-1')}
        title="Open rehearsal"
        line="With 38 other posts this month"
        offer={{ label: 'Subscribe', tokens: 9 }}
      />
      <LockedMedia
        state="paying"
        ratio="1"
        preview={picture('paint-1')}
        title="Cobalt, four layers"
        photos={9}
        offer={{ label: 'Unlock', tokens: 3 }}
      />
      <LockedMedia key={parted} state="parting" ratio="1" onParted={() => undefined}>
        {open}
        <button type="button" style={{ position: 'absolute', inset: 0 }} aria-label="Again" onClick={() => setParted(parted + 1)} />
      </LockedMedia>
      <LockedMedia state="unlocked" ratio="1" receipt={{ tokens: 6.5, to: '/orders/1' }}>
        {open}
      </LockedMedia>
      <LockedMedia
        state="short"
        ratio="1"
        preview={picture('pots-2')}
        title="Kiln log, night two"
        balance={2}
        offer={{ label: 'Unlock', tokens: 5 }}
      />
      <LockedMedia
        state="failed"
        ratio="1"
        preview={picture('peaks-2')}
        reason="Your bank said no. Nothing was charged."
        offer={{ label: 'Unlock', tokens: 4 }}
      />
      <LockedMedia state="loading" ratio="1" />
    </Grid>
  );
};

const Tickets = () => (
  <>
    <Row>
      <Ticket label="Unlock" tokens={6.5} />
      <Ticket label="Paying" tokens={6.5} busy />
      <Ticket label="Unlock" tokens={6.5} disabled />
      <Ticket label="Buy 25 tokens" money={24.5} below="Visa 4417" size="lg" />
    </Row>
    <div style={{ maxWidth: 420, display: 'grid', gap: 12 }}>
      <Ticket label="Subscribe monthly" tokens={9} size="lg" wide />
      <Ticket label="Pay and unlock" tokens={1205.2} size="lg" wide icon={<IconWallet {...icon} />} />
      <Ticket label="Subscribe monthly to a very long name indeed" tokens={9} wide />
    </div>
  </>
);

const Buttons = () => (
  <>
    {(['md', 'sm', 'lg'] as const).map((size) => (
      <Row key={size}>
        <Button kind="gold" size={size}>
          Request payout
        </Button>
        <Button kind="lift" size={size} icon={<IconUserPlus {...icon} />}>
          Follow free
        </Button>
        <Button kind="outline" size={size} icon={<IconDownload {...icon} />}>
          CSV
        </Button>
        <Button kind="text" size={size}>
          Not now
        </Button>
        <Button kind="live" size={size}>
          Start the show
        </Button>
        <Button kind="bad" size={size}>
          Refuse <Keys>R</Keys>
        </Button>
        <Button kind="gold" size={size} busy>
          Log in
        </Button>
        <Button kind="lift" size={size} busy icon={<IconUserPlus {...icon} />}>
          Follow
        </Button>
        <Button kind="outline" size={size} disabled>
          Off
        </Button>
      </Row>
    ))}
    <Row>
      <IconButton label="More" icon={<IconDots {...icon} />} />
      <IconButton kind="soft" label="Bell" icon={<IconBell {...icon} />} />
      <IconButton kind="soft" size="sm" on label="Saved" icon={<IconBookmark {...icon} />} />
      <IconButton kind="gold" label="Send" icon={<IconMessageCircle {...icon} />} />
    </Row>
  </>
);

const Facts = () => {
  const [kind, setKind] = useState('All');
  return (
    <>
      <Row>
        <Chip>1,906 subscribers</Chip>
        <Chip icon={<IconUsers {...icon} />}>Subscribers</Chip>
        <Chip tone="spot" icon={<IconLock {...icon} />}>
          Extra
        </Chip>
        <Chip tone="ok" icon={<IconTrendingUp {...icon} />}>
          12% on the month before
        </Chip>
        <Chip tone="warn">by Mon</Chip>
        <Chip tone="bad">Document expired</Chip>
        <Chip tone="info">In review</Chip>
        <Chip tone="ok" size="sm">
          2% off
        </Chip>
        <LiveBadge />
        <LiveBadge size="sm" />
        <CountBadge value={7} label="7 new" />
        <span style={{ fontWeight: 650 }}>
          Ines Valdemar <Verified />
        </span>
      </Row>
      <Row>
        {['All', 'Photos', 'Videos', 'Store'].map((name) => (
          <FilterChip key={name} on={kind === name} onClick={() => setKind(name)}>
            {name}
          </FilterChip>
        ))}
        <Keys>/</Keys>
        <PriceTag tokens={4} />
        <Amount tokens={48.5} style={{ fontSize: 28 }} />
        <Amount tokens={-4} bare />
        <Amount tokens={50} signed />
        <Money value={1842.6} style={{ fontSize: 40 }} />
        <b>
          <Coin />5
        </b>
      </Row>
      <Row>
        <Avatar src={picture('av-ines')} live badge size={70} edge="house" />
        <Avatar src={picture('av-mara')} online size={62} edge="house" />
        <Avatar src={picture('av-jun')} live />
        <Avatar src={picture('av-theo')} online edge="house" />
        <Avatar src={picture('av-luca')} size={36} />
        <Logo name="Stagedoor" />
      </Row>
    </>
  );
};

const Lights = () => (
  <Grid>
    <Card>
      <CardHead title="Encore: Piazzolla's Libertango">
        <Amount tokens={310} trim />
      </CardHead>
      <Footlights value={310} goal={400} />
    </Card>
    <div style={{ background: '#0a0609', borderRadius: 16, padding: 24 }}>
      <div style={{ width: 180, height: 180, margin: 'auto' }}>
        <LightRing value={84} goal={120} />
      </div>
    </div>
    <div style={{ background: '#0a0609', borderRadius: 16, position: 'relative', minHeight: 240 }}>
      <TipBurst name="Camille" tokens={25} x={50} y={50} onDone={() => undefined} />
    </div>
  </Grid>
);

const Forms = () => {
  const [period, setPeriod] = useState<'7' | '30' | '365'>('30');
  const [way, setWay] = useState('wallet');
  const [file, setFile] = useState<File | null>(null);
  return (
    <Grid min={320}>
      <Card pad="lg">
        <div style={{ display: 'grid', gap: 16 }}>
          <TextField label="Username or email" defaultValue="alexm" />
          <PasswordField
            label="Password"
            defaultValue="correct horse"
            error="Incorrect credentials!"
            aside={<a href="#forgot">Forgot it?</a>}
          />
          <TextField label="Private, a minute" start={<Coin />} defaultValue="3.00" hint="At least 0.10" optional />
          <SelectField label="Category" choices={[{ value: 'm', text: 'Music' }]} placeholder="Choose" />
          <Checkbox label="Keep me logged in on this device" defaultChecked />
          <Checkbox label="I am at least 18 years old." error="This is needed." />
        </div>
      </Card>
      <Card pad="lg">
        <div style={{ display: 'grid', gap: 16 }}>
          <TextArea label="About" defaultValue="Builds classical guitars in Braga." />
          <Switch label="Record the show" hint="Viewers see a notice" defaultChecked />
          <Switch label="Goal" />
          <FileField label="Identity card" hint="JPG, PNG or PDF up to 20 MB." accept="image/*" file={file} onFile={setFile} />
          <FileField
            label="Sending"
            accept="image/*"
            file={new File(['x'], 'passport-front-page-scan-final-2.jpg')}
            onFile={() => undefined}
            progress={0.42}
          />
          <Segments
            label="Period"
            name="period"
            value={period}
            onChange={setPeriod}
            options={[
              { value: '7', text: '7 days' },
              { value: '30', text: '30 days' },
              { value: '365', text: 'Year' },
            ]}
          />
        </div>
      </Card>
      <Card pad="lg">
        <OptionCards
          label="Pay with"
          name="way"
          value={way}
          onChange={setWay}
          options={[
            {
              value: 'wallet',
              icon: <IconWallet {...icon} />,
              body: (
                <>
                  <b>Wallet</b>
                  <div>48.50 now, 43.30 after</div>
                </>
              ),
            },
            {
              value: 'card',
              icon: <IconWallet {...icon} />,
              body: (
                <>
                  <b>Card</b>
                  <div>$5.20</div>
                </>
              ),
            },
          ]}
        />
      </Card>
    </Grid>
  );
};

const PostCard = () => (
  <div style={{ maxWidth: 632 }}>
    <Tabs
      label="Home"
      tabs={[
        { to: '/a', text: 'Following', on: true },
        { to: '/b', text: 'Discover', on: false },
        { to: '/c', text: 'Posts', count: 12_400, on: false },
      ]}
    />
    <div style={{ position: 'relative' }}>
      <NewPosts count={4} onShow={() => undefined} />
      <Post label="Mara Lindqvist">
        <PostHead
          avatar={picture('av-mara')}
          name="Mara Lindqvist"
          to="/mara"
          online
          meta="38 min ago · Cook, Malmö"
          audience={
            <Chip tone="spot" icon={<IconLock {...icon} />}>
              Extra
            </Chip>
          }
          menu={<IconButton label="More" icon={<IconDots {...icon} />} />}
        />
        <PostText>Winter citrus, start to plate. The full 14 minutes, with the candied peel I never wrote down.</PostText>
        <PostMedia>
          <LockedMedia
            state="locked"
            layout="beside"
            preview={picture('plate-1')}
            title="The full cook, with peel"
            seconds={848}
            photos={6}
            unlocks={212}
            offer={{ label: 'Unlock', tokens: 6.5 }}
          />
        </PostMedia>
        <PostActions>
          <PostAction label="Like" on count={318} icon={<IconHeartFilled {...icon} />} />
          <PostAction label="Comments" count={42} icon={<IconMessageCircle {...icon} />} />
          <PostAction label="Tip" showLabel icon={<IconGift {...icon} />} />
          <PostAction label="Save" end icon={<IconBookmark {...icon} />} />
        </PostActions>
      </Post>
    </div>
  </div>
);

const DAYS = [
  [18, 22, 9],
  [64, 24, 12],
  [12, 21, 4],
  [9, 23, 18],
  [14, 22, 6],
  [26, 24, 8],
  [20, 22, 5],
  [24, 25, 14],
  [92, 26, 16],
  [16, 23, 8],
  [11, 24, 5],
  [13, 22, 22],
  [18, 25, 9],
  [28, 24, 6],
  [22, 26, 10],
  [88, 27, 18],
  [14, 24, 7],
  [12, 23, 5],
  [21, 26, 12],
  [17, 24, 30],
  [30, 27, 9],
  [26, 25, 7],
  [104, 28, 20],
  [19, 26, 8],
  [14, 25, 6],
  [16, 27, 11],
  [23, 26, 9],
  [34, 28, 14],
  [22, 25, 9],
  [118, 30, 22],
];

const Chart = () => (
  <Card>
    <BarChart
      label="Earnings by day and source"
      series={['Live and tips', 'Subscriptions', 'Posts and store']}
      bars={DAYS.map((values, index) => ({
        day: new Date(Date.UTC(2026, 9, 23 + index)).toISOString().slice(0, 10),
        values,
        live: index === 29,
      }))}
      head={<CardHead title="23 Oct to 21 Nov">{null}</CardHead>}
    />
  </Card>
);

const PEOPLE = [
  { id: 'a', name: 'Tomás Brandão', craft: 'Guitar maker', waits: '21 h' },
  { id: 'b', name: 'Anneke Visser', craft: 'Painter', waits: '16 h' },
  { id: 'c', name: 'Kofi Mensah', craft: 'Dancer', waits: '12 h' },
];

const Table = () => {
  const [chosen, setChosen] = useState('a');
  return (
    <DataTable
      caption="Applications"
      rows={PEOPLE}
      rowKey={(row) => row.id}
      selected={chosen}
      onSelect={(row) => setChosen(row.id)}
      columns={[
        { key: 'name', title: 'Applicant', cell: (row) => <b>{row.name}</b> },
        { key: 'craft', title: 'Craft', cell: (row) => row.craft },
        { key: 'checks', title: 'Checks', cell: () => <Chip tone="ok">All passed</Chip> },
        { key: 'waits', title: 'Waiting', number: true, cell: (row) => row.waits },
      ]}
    />
  );
};

const Overlays = () => {
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

const Waiting = () => (
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

const Video = () => (
  <div style={{ maxWidth: 632 }}>
    <VideoPlayer title="One bow, one minute" hls={null} mp4="/none.mp4" poster={picture('bow-1')} durationSeconds={60} />
  </div>
);

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
];
