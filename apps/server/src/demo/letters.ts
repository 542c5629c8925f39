/** A private message of the cast. */
export interface ScriptedMessage {
  by: 'fan' | 'performer';
  /** Minutes before the reference instant. */
  ago: number;
  text: string;
}

/** A private conversation of a fan and a performer, oldest message first. */
export interface ScriptedConversation {
  fan: string;
  performer: string;
  /** The side that hasn't read the last message. */
  unread?: 'fan' | 'performer';
  /** Pinned by this side. */
  pinned?: 'fan' | 'performer';
  /** The performer's own note on the fan. */
  note?: string;
  said: readonly ScriptedMessage[];
}

const HOUR = 60;
const DAY = 24 * HOUR;

export const LETTERS: readonly ScriptedConversation[] = [
  {
    fan: 'alexm',
    performer: 'luna',
    unread: 'fan',
    pinned: 'fan',
    note: 'Asks about the catch. Comes to the open rehearsals.',
    said: [
      { by: 'fan', ago: 3 * DAY + 40, text: 'That drop at the end of Thursday’s rehearsal: how many times did you fall before it held?' },
      { by: 'performer', ago: 3 * DAY + 12, text: 'Nineteen. Twenty if you count the one into the mat cart.' },
      { by: 'fan', ago: 3 * DAY + 9, text: 'The mat cart deserves its own video.' },
      { by: 'performer', ago: 3 * DAY + 5, text: 'It signed nothing. It will get one anyway.' },
      { by: 'fan', ago: 5 * HOUR, text: 'Will tomorrow’s open rehearsal have the blue silk or the cream one?' },
      { by: 'performer', ago: 47, text: 'Blue for the climb, cream for the turn. Be there at seven, the first ten minutes are the best.' },
    ],
  },
  {
    fan: 'alexm',
    performer: 'mara',
    said: [
      { by: 'fan', ago: 6 * DAY, text: 'The rye turned out! Dark crust, and it didn’t collapse this time.' },
      { by: 'performer', ago: 6 * DAY - 90, text: 'You waited for the oven. I am proud of us both.' },
      { by: 'fan', ago: 2 * DAY, text: 'Can the starter survive a week on its own?' },
      {
        by: 'performer',
        ago: 2 * DAY - 35,
        text: 'In the fridge, yes. Feed it before and after, and don’t look sad when it smells of apples.',
      },
    ],
  },
  {
    fan: 'alexm',
    performer: 'ines.valdemar',
    unread: 'fan',
    said: [
      { by: 'performer', ago: 7 * DAY, text: 'Welcome, and thank you for subscribing. Tell me what you would like to hear on Saturdays.' },
      { by: 'fan', ago: 7 * DAY - 80, text: 'The sarabande of the fifth, if you take requests for slow things.' },
      { by: 'performer', ago: 9 * HOUR, text: 'It’s on the list for tomorrow. Bring headphones.' },
    ],
  },
  {
    fan: 'ninahart',
    performer: 'luna',
    unread: 'performer',
    said: [
      { by: 'performer', ago: 4 * DAY, text: 'Your question about cold silk made it into my notebook. Thank you for watching so closely.' },
      { by: 'fan', ago: 4 * DAY - 25, text: 'It’s the only art I know where the cloth is half of the cast.' },
      { by: 'fan', ago: 2 * HOUR + 20, text: 'Would you ever show how you check the rigging before a run?' },
    ],
  },
  {
    fan: 'kwame',
    performer: 'luna',
    said: [
      { by: 'fan', ago: 9 * DAY, text: 'I teach gymnastics to nine-year-olds. May I show them the warm-up?' },
      { by: 'performer', ago: 9 * DAY - 60, text: 'Please do. Tell them that the boring part is the part that holds.' },
      { by: 'fan', ago: 8 * DAY, text: 'They did it twice. One of them calls you “the lady who lives in the curtain”.' },
      { by: 'performer', ago: 8 * DAY - 10, text: 'I’m putting that on the poster.' },
    ],
  },
  {
    fan: 'greta.k',
    performer: 'luna',
    unread: 'performer',
    said: [
      { by: 'fan', ago: 26, text: 'Dzień dobry from Poznań! Is there a recording of the spring act for those of us who work evenings?' },
    ],
  },
  {
    fan: 'samuelb',
    performer: 'mara',
    unread: 'performer',
    said: [
      { by: 'performer', ago: 5 * DAY, text: 'How was the soup for twelve?' },
      { by: 'fan', ago: 4 * HOUR, text: 'It fed fourteen. I have been asked for the recipe by people who don’t cook.' },
    ],
  },
];
