import type { Message } from '@stagedoor/contract/conversations';
import { ChatLine } from '../src/features/streams/ChatLine.tsx';
import { Countdown } from '../src/features/streams/Countdown.tsx';
import { Goal, TopTippers } from '../src/features/streams/Goal.tsx';
import { Card } from '../src/ui/Card.tsx';
import { picture } from './pictures.ts';
import { Grid } from './layout.tsx';

const said = (id: string, name: string, face: string, change: Partial<Message>): Message => ({
  _id: id,
  conversationId: 'conversation',
  kind: 'text',
  text: '',
  fileId: [],
  files: [],
  sender: { _id: name, username: name, name, avatar: picture(face), isHost: false, isModerator: false },
  tip: null,
  gift: null,
  isDeleted: false,
  createdAt: '2026-11-21T19:00:00.000Z',
  updatedAt: '2026-11-21T19:00:00.000Z',
  ...change,
});
const ines = { _id: 'ines', username: 'ines', name: 'Ines Valdemar', avatar: picture('av-ines'), isHost: true, isModerator: false };

const image = (id: string, name: string): Message['files'][number] => ({
  kind: 'image',
  _id: id,
  picture: { width: 640, height: 480, thumbhash: null, sources: [{ width: 640, url: picture(name) }] },
});

const LINES: readonly Message[] = [
  said('1', 'Lien', 'av-noor', { text: 'Just got home. What did I miss?' }),
  said('2', 'Ines', 'av-ines', { text: 'Gut on the bottom two. You have good ears.', sender: ines }),
  said('8', 'Ines', 'av-ines', { text: 'The set list', sender: ines, fileId: ['list'], files: [image('list', 'plate-1')] }),
  said('3', 'Camille', 'av-theo', { kind: 'tip', tip: 25, text: 'For the encore!' }),
  said('4', 'Otto', 'av-sol', { kind: 'tip', tip: 5 }),
  said('6', 'Nadia', 'av-sol', {
    kind: 'gift',
    tip: 15,
    text: 'Once more',
    gift: { kind: 'gift', _id: 'encore', name: 'Encore', image: '/gifts/encore.svg', symbol: null, animation: 'burst', quantity: 3 },
  }),
  said('7', 'Otto', 'av-sol', {
    kind: 'emoji',
    tip: 0.25,
    gift: { kind: 'emoji', _id: 'fire', name: 'Fire', image: null, symbol: '🔥', animation: 'float', quantity: 1 },
  }),
  said('5', 'Wen', 'av-luca', { text: 'Message deleted', isDeleted: true }),
];

/** One minute after the stories are opened. */
const RETURN_BY = new Date(Date.now() + 60_000).toISOString();

const nothing = () => undefined;
const ACTS = {
  timeOut: nothing,
  lift: nothing,
  appoint: nothing,
  dismiss: nothing,
  follow: nothing,
  remove: nothing,
  report: nothing,
};

/** Components on and beside a show's video. */
export const Live = () => (
  <Grid>
    <Card>
      <div style={{ display: 'grid', gap: 11 }}>
        {LINES.map((message) => (
          <ChatLine
            key={message._id}
            message={message}
            isModerator={message._id === '1'}
            rights={message._id === '1' ? 'delete timeOut report' : ''}
            acts={ACTS}
          />
        ))}
      </div>
    </Card>
    <Card>
      <div style={{ display: 'grid', gap: 20 }}>
        <Goal goal={{ title: 'Encore: Piazzolla’s Libertango', amount: 400, raised: 310 }} />
        <TopTippers
          tippers={[
            { fan: { _id: '1', username: 'camille', name: 'Camille', avatar: '' }, amount: 86 },
            { fan: { _id: '2', username: 'otto', name: 'Otto', avatar: '' }, amount: 54 },
          ]}
        />
        <Countdown plain until={RETURN_BY} />
      </div>
    </Card>
  </Grid>
);
