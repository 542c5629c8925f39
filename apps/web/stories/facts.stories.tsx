import { IconLock, IconTrendingUp, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { Amount, Coin, Money, PriceTag } from '../src/ui/Amount.tsx';
import { Avatar } from '../src/ui/Avatar.tsx';
import { BarChart } from '../src/ui/BarChart.tsx';
import { Card, CardHead } from '../src/ui/Card.tsx';
import { Chip, CountBadge, FilterChip, Keys, LiveBadge, Verified } from '../src/ui/Chip.tsx';
import { Footlights, LightRing } from '../src/ui/Footlights.tsx';
import { Logo } from '../src/ui/Logo.tsx';
import { Table as TableOfRows } from '../src/ui/table/Table.tsx';
import { TipBurst } from '../src/ui/TipBurst.tsx';
import { picture } from './pictures.ts';
import { Grid, icon, Row } from './layout.tsx';

export const Facts = () => {
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

export const Lights = () => (
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

export const Chart = () => (
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

export const Table = () => {
  const [chosen, setChosen] = useState('a');
  return (
    <TableOfRows
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
