import { days } from './cast/write.ts';

/** A comment on a post of the cast: author, text, minutes after the post, likes and replies. */
export interface ScriptedComment {
  /** A fan of the cast, or the performer. */
  by: string;
  text: string;
  after: number;
  /** A picture of the performer whose post it is, by its name among theirs. */
  picture?: string;
  likes?: readonly string[];
  answers?: readonly Omit<ScriptedComment, 'answers'>[];
}

/** Comments by post: its performer and its index in the performer's list. */
export const TALK: readonly { performer: string; post: number; said: readonly ScriptedComment[] }[] = [
  {
    performer: 'luna',
    post: 0,
    said: [
      { by: 'alexm', text: 'I held my breath at the catch and forgot to start again.', after: 3, likes: ['ninahart', 'luna'] },
      {
        by: 'ninahart',
        text: 'Is the silk colder before the house opens, or do the hands only think so?',
        after: 6,
        answers: [
          {
            by: 'luna',
            text: 'Both. The hall is eleven degrees until the lamps are on, and my hands are dramatic.',
            after: 9,
            likes: ['ninahart', 'alexm'],
          },
          { by: 'ninahart', text: 'Now I can never sit in the warm row again.', after: 12 },
        ],
      },
      { by: 'kwame', text: 'Third run, first time I saw the left foot point at the exit sign.', after: 15, likes: ['luna'] },
    ],
  },
  {
    performer: 'luna',
    post: 3,
    said: [
      {
        by: 'ninahart',
        text: 'Four months for six seconds, and I have watched them for twenty minutes. Fair exchange.',
        after: 50,
        likes: ['alexm', 'kwame', 'luna'],
      },
      {
        by: 'alexm',
        text: 'Where does the turn begin, in the shoulder or in the floor?',
        after: 75,
        answers: [{ by: 'luna', text: 'In breakfast.', after: 88, likes: ['alexm', 'ninahart', 'kwame'] }],
      },
    ],
  },
  {
    performer: 'luna',
    post: 8,
    said: [
      { by: 'alexm', text: 'Blue. The cream is lovely, but the blue looks like it knows something.', after: 40, likes: ['ninahart'] },
      { by: 'kwame', text: 'Cream under the cold lamp, blue for the bow.', after: 90, likes: ['luna'] },
    ],
  },
  {
    performer: 'ines.valdemar',
    post: 0,
    said: [
      {
        by: 'alexm',
        text: 'Which ones did you go for in the end?',
        after: 8,
        answers: [
          {
            by: 'ines.valdemar',
            text: 'Gut for the two low ones. My neighbours have been informed.',
            after: 14,
            likes: ['alexm', 'ninahart'],
          },
        ],
      },
      {
        by: 'ninahart',
        text: 'They will stop complaining the day before they break. Mine always do.',
        after: 22,
        likes: ['ines.valdemar'],
      },
    ],
  },
  {
    performer: 'ines.valdemar',
    post: 5,
    said: [
      { by: 'kwame', text: 'I have a wolf on F sharp and now I feel sorry for it.', after: 60, likes: ['ines.valdemar', 'alexm'] },
      { by: 'alexm', text: 'This is the best sentence on the whole site.', after: 130 },
    ],
  },
  {
    performer: 'mara',
    post: 1,
    said: [
      {
        by: 'ninahart',
        text: 'Kept the lime. Can confirm about the lime.',
        after: 35,
        picture: 'soup-square-29',
        likes: ['mara', 'alexm'],
        answers: [{ by: 'mara', text: 'There are two kinds of people, and the other kind is hungry.', after: 41, likes: ['ninahart'] }],
      },
      {
        by: 'alexm',
        text: 'Would butternut do, or is it too polite?',
        after: 80,
        answers: [{ by: 'mara', text: 'Too polite, but roast it until it swears.', after: 95, likes: ['alexm', 'ninahart'] }],
      },
    ],
  },
  {
    performer: 'jun.sato',
    post: 0,
    said: [
      { by: 'alexm', text: 'I would like to buy the ashtray, please.', after: 20, likes: ['ninahart', 'jun.sato'] },
      { by: 'ninahart', text: 'The middle one leans like somebody listening.', after: 45, likes: ['jun.sato'] },
    ],
  },
  {
    performer: 'priya.paints',
    post: 5,
    said: [
      {
        by: 'ruben_v',
        text: 'Did it. The sea is better than the sky ever was.',
        after: 160,
        picture: 'strokes-landscape-41',
        likes: ['priya.paints', 'ninahart'],
        answers: [{ by: 'priya.paints', text: 'Sign it before somebody turns it back.', after: 185, likes: ['ruben_v'] }],
      },
    ],
  },
  {
    performer: 'ines.valdemar',
    post: 2,
    said: [
      {
        by: 'alexm',
        text: 'Nicely: the sixth, please.',
        after: 25,
        likes: ['ines.valdemar', 'ninahart'],
        answers: [{ by: 'ines.valdemar', text: 'Noted. Now the other two hundred of you.', after: 33, likes: ['alexm', 'theadora'] }],
      },
      { by: 'theadora', text: 'Nicely, in writing, with a stamp.', after: 210, likes: ['ines.valdemar'] },
    ],
  },
  {
    performer: 'noor',
    post: 1,
    said: [
      { by: 'samuelb', text: 'So that is what kept me awake. It is prettier than it sounded.', after: 70, likes: ['noor', 'kwame'] },
      { by: 'mei.lin', text: 'Row forty is where my speaker gave up.', after: 140, likes: ['samuelb'] },
    ],
  },
  {
    performer: 'jun.sato',
    post: 1,
    said: [
      { by: 'theadora', text: 'I watched for a minute before I saw the thumb move.', after: 90, likes: ['jun.sato', 'alexm', 'oskarw'] },
      { by: 'oskarw', text: 'Mine is centred too, on the wall behind me.', after: 300, likes: ['theadora', 'jun.sato'] },
    ],
  },
  {
    performer: 'luna',
    post: 4,
    said: [
      {
        by: 'alexm',
        text: 'What does it hum in now?',
        after: 50,
        answers: [{ by: 'luna', text: 'Manners.', after: 61, likes: ['alexm'] }],
      },
    ],
  },
  {
    performer: 'mara',
    post: 2,
    said: [
      { by: 'greta.k', text: 'Feed him rye and leave the room.', after: 44, likes: ['mara', 'alexm'] },
      { by: 'alexm', text: 'Give Bengt my regards.', after: 66 },
    ],
  },
  {
    performer: 'mara',
    post: 4,
    said: [{ by: 'pavel', text: 'Mine tasted like a holiday with my in-laws.', after: 120, likes: ['mara', 'greta.k', 'alexm'] }],
  },
  {
    performer: 'priya.paints',
    post: 2,
    said: [{ by: 'ruben_v', text: 'It looks finished from here. Is that the problem?', after: 85, likes: ['priya.paints'] }],
  },
  {
    performer: 'maeve',
    post: 2,
    said: [{ by: 'hannele', text: 'I can smell this picture.', after: 38, likes: ['maeve', 'theadora'] }],
  },
  {
    performer: 'amara.diallo',
    post: 2,
    said: [
      { by: 'benoit', text: 'I think I know whose glass that was.', after: 95, likes: ['amara.diallo'] },
      { by: 'jolene.w', text: 'We all do, Benoît.', after: 101, likes: ['benoit', 'amara.diallo'] },
    ],
  },
  {
    performer: 'luca.ferro',
    post: 1,
    said: [{ by: 'sven.l', text: 'Two hours in six seconds, and my coffee is still cold.', after: 75, likes: ['luca.ferro', 'ninahart'] }],
  },
  {
    performer: 'theo.okafor',
    post: 1,
    said: [{ by: 'ninahart', text: 'The legs are still dancing, they are only pretending.', after: 30, likes: ['theo.okafor', 'alexm'] }],
  },
  {
    performer: 'freya.glas',
    post: 1,
    said: [{ by: 'kwame', text: 'The crane should get a credit.', after: 55, likes: ['freya.glas'] }],
  },
];

interface CastPoll {
  performer: string;
  post: number;
  question: string;
  options: readonly string[];
  /** What each fan of the cast chose, in their order; null for who didn't vote. */
  votes: readonly (number | null)[];
  /** Minutes after the post; open for good without. */
  endsAfter?: number;
}

/** The polls of posts. The demo fan has voted in some, and can in others. */
export const POLLS: readonly CastPoll[] = [
  {
    performer: 'theo.okafor',
    post: 0,
    question: 'What should no. 9 begin with?',
    options: ['The floor', 'The arms', 'The light leak at 16:10'],
    votes: [null, 0, 2, 1, 2, 0, 2, 2],
    endsAfter: days(2),
  },
  {
    performer: 'jun.sato',
    post: 0,
    question: 'Which one goes to the shop?',
    options: ['The left one', 'The middle one, it listens', 'The tall one', 'None, keep them'],
    votes: [null, 1, 1, 3, 0, 2, 1, 1, 2],
  },
  {
    performer: 'mara',
    post: 4,
    question: 'What goes on the stove on Sunday?',
    options: ['Leek and potato', 'Black bean and lime', 'Whatever the market says'],
    votes: [1, 0, 2, 1, 2, 2, 1, 2, 2],
    endsAfter: days(2),
  },
  {
    performer: 'priya.paints',
    post: 5,
    question: 'How did your sky turn out?',
    options: ['Too blue', 'Too brave', 'Upside down, thank you'],
    votes: [null, 2, 1, 2, 0, 2],
  },
  {
    performer: 'luna',
    post: 8,
    question: 'Which cloth for the spring act?',
    options: ['The blue', 'The cream', 'Both, one after the other'],
    votes: [0, 0, 1, 2, 0, 1, 0, 2],
  },
  {
    performer: 'ines.valdemar',
    post: 2,
    question: 'What opens on Saturday?',
    options: ['The prelude of the third', 'The sarabande', 'The sixth, if asked nicely'],
    votes: [2, 2, 0, 1, 2, 0, 1],
  },
];

/** Bookmarks of fans of the cast, by post: its performer and its index in the performer's list. */
export const SAVED: readonly { fan: string; posts: readonly [performer: string, post: number][] }[] = [
  {
    fan: 'alexm',
    posts: [
      ['luna', 0],
      ['ines.valdemar', 1],
      ['jun.sato', 0],
      ['mara', 1],
      ['luca.ferro', 1],
    ],
  },
];
