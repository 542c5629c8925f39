import type { CastPerformer } from './types.ts';
import { days, forAll, forFollowers, forSale, forSubscribers, hours, minutes, said } from './write.ts';

const jun: CastPerformer = {
  username: 'jun.sato',
  name: 'Jun Sato',
  firstName: 'Jun',
  lastName: 'Sato',
  gender: 'male',
  country: 'JP',
  city: 'Kyoto',
  dateOfBirth: '1986-03-21',
  craft: 'Potter',
  bio: 'Stoneware and tall jars, wood fired twice a year. I throw live most mornings and keep one in three.',
  monthlyPrice: 700n,
  yearlyPrice: 7000n,
  posts: [
    forAll(hours(4), 'Three that survived. The fourth is now a very good ashtray.', {
      pictures: ['vessels-landscape-3'],
      comments: [said('theadora', 10, 'The one on the left, please.'), said('alexm', 33, 'How tall is the jar?')],
    }),
    forAll(hours(26), 'Centred. It looks like nothing moves, which is the point.', { title: 'Centred', film: 'wheel' }),
    forSubscribers(days(2), 'The blue: ash from the plum tree, cobalt the size of a rice grain, and patience at 1240 degrees.', {
      title: 'The blue, at last',
      pictures: ['vessels-square-5', 'vessels-portrait-17'],
    }),
    forFollowers(days(3.4), 'Kiln is lit. Forty hours, two people, a lot of rice balls.', { pictures: ['kiln-landscape-3'] }),
    forSale(350n, days(5), 'Throwing a tall jar in nine steps, drawn and photographed. Step four is where it falls over.', {
      title: 'Nine steps to a tall jar',
      pictures: ['wheel-square-7', 'vessels-portrait-9', 'vessels-landscape-14'],
    }),
    forAll(days(7), 'A crack is the clay telling you what you did on Monday.'),
    forSubscribers(days(9), 'Opening the kiln, door brick by door brick. I did not breathe much.', {
      title: 'Opening the kiln',
      pictures: ['kiln-portrait-4'],
    }),
    forAll(days(15), 'Five cups for five sisters. They will all want the same one.', { pictures: ['vessels-portrait-4'] }),
    forAll(days(22), 'Morning light, before I spoil it with work.', { pictures: ['onstage-landscape-2'] }),
  ],
};

const mara: CastPerformer = {
  username: 'mara',
  name: 'Mara Lindqvist',
  firstName: 'Mara',
  lastName: 'Lindqvist',
  gender: 'female',
  country: 'SE',
  city: 'Malmö',
  dateOfBirth: '1987-08-14',
  craft: 'Cook',
  bio: 'Seasonal cooking from a small kitchen in Malmö. Soup on Sundays, bread when the oven says so.',
  monthlyPrice: 500n,
  yearlyPrice: 4800n,
  posts: [
    forSale(650n, minutes(38), 'Winter citrus, start to plate, with the candied peel I never wrote down.', {
      title: 'The full cook, with peel',
      pictures: ['citrus-landscape-1', 'citrus-square-8', 'tart-portrait-5'],
      comments: [said('greta.k', 20, 'The peel alone is worth it.'), said('alexm', 31, 'Made it. Kitchen smells like a good decision.')],
    }),
    forAll(hours(5), 'Squash, ginger, one lime too many. Keep the lime.', { pictures: ['soup-landscape-3'] }),
    forFollowers(days(1.1), 'The starter is called Bengt and he is in a mood.', { pictures: ['loaf-square-3'] }),
    forSubscribers(days(2.2), 'A week of lunches from one chicken and a bag of leeks. Shopping list first, opinions after.', {
      title: 'One chicken, five lunches',
      pictures: ['soup-square-1'],
    }),
    forAll(days(3.6), 'Salt the water until it tastes like a holiday.'),
    forSubscribers(days(5), 'Blueberry tart, the way my aunt denies teaching me.', {
      title: 'My aunt’s tart',
      pictures: ['tart-square-1', 'tart-landscape-2'],
    }),
    forAll(days(7.5), 'Three in the afternoon, first loaf of the year with a proper ear.', { pictures: ['loaf-landscape-4'] }),
    forSale(300n, days(11), 'Eleven preserves by month, on one page you can hang inside a cupboard.', {
      title: 'The cupboard page',
      pictures: ['citrus-portrait-15'],
    }),
    forAll(days(18), 'Steam, panic, dessert. Saturday’s supper club in one picture.', { pictures: ['onstage-landscape-6'] }),
    forAll(days(25), 'Orange soup for a grey day.', { pictures: ['soup-landscape-14'] }),
  ],
};

const priya: CastPerformer = {
  username: 'priya.paints',
  name: 'Priya Nair',
  firstName: 'Priya',
  lastName: 'Nair',
  gender: 'female',
  country: 'IN',
  city: 'Kochi',
  dateOfBirth: '1994-10-02',
  craft: 'Painter',
  bio: 'Oil, wide brushes, the sea twice a day. Paint-along on Tuesdays: you bring a cereal box and a brush.',
  monthlyPrice: 700n,
  yearlyPrice: 6600n,
  posts: [
    forAll(hours(2.5), 'Low sun, second attempt. The first one is under this one and knows what it did.', {
      pictures: ['strokes-landscape-4'],
      comments: [said('ruben_v', 11, 'The path of light on the water.'), said('ninahart', 26, 'Is it dry? Can I?')],
    }),
    forSubscribers(hours(19), 'Today’s palette and why there is no black on it.', {
      title: 'No black',
      pictures: ['pigments-landscape-3', 'strokes-square-6'],
    }),
    forAll(days(1.8), 'On the easel since March. It is winning.', { pictures: ['studio-portrait-2'] }),
    forFollowers(days(2.9), 'Paint-along on Tuesday: hills. Everybody can paint a hill, a hill does not complain.', {
      pictures: ['strokes-landscape-7'],
    }),
    forSale(900n, days(4.6), 'Harbour no. 5 as a print file, 60 by 45 cm at 300 dpi, with the colour notes.', {
      title: 'Harbour no. 5, print file',
      pictures: ['strokes-landscape-16'],
    }),
    forAll(days(6.5), 'If you are bored with your sky, turn the picture upside down and paint a sea.'),
    forSubscribers(days(9), 'Brush by brush: what each one is for and which two I would save from a fire.', {
      title: 'Two brushes from a fire',
      pictures: ['pigments-square-9', 'strokes-portrait-5'],
    }),
    forAll(days(14), 'The mango garden, from memory, so the mangoes are bigger.', { pictures: ['strokes-square-13'] }),
    forAll(days(20), 'New studio, same mess, better window.', { pictures: ['studio-landscape-5'] }),
  ],
};

const freya: CastPerformer = {
  username: 'freya.glas',
  name: 'Freya Holm',
  firstName: 'Freya',
  lastName: 'Holm',
  gender: 'nonbinary',
  country: 'DK',
  city: 'Ebeltoft',
  dateOfBirth: '1992-05-25',
  craft: 'Glassblower',
  bio: 'Hot glass by the harbour in Ebeltoft. The furnace never goes out, so somebody may as well watch.',
  monthlyPrice: 750n,
  yearlyPrice: 7500n,
  posts: [
    forAll(hours(3.5), 'Out of the annealer this morning. Eighteen hours of not peeking.', {
      pictures: ['orbs-landscape-2'],
      comments: [said('kwame', 8, 'The green one has weather inside.')],
    }),
    forAll(days(1), 'The light through the big one, when the sun comes round the crane.', {
      title: 'When the sun comes round',
      film: 'orbs',
    }),
    forSubscribers(days(1.6), 'A gather from start to finish. If it drips you are slow, if it cracks you are proud.', {
      title: 'The gather',
      pictures: ['furnace-landscape-4', 'orbs-square-16'],
    }),
    forFollowers(days(3.2), 'The shop at closing time. I leave these on for the fishermen.', {
      pictures: ['lanterns-portrait-5'],
    }),
    forAll(days(4.8), 'Everything here is liquid. Some of it is just very patient.'),
    forSale(500n, days(6.4), 'Colour recipes, one per evening of last winter, fourteen in all, with what they did to the light.', {
      title: 'Fourteen pinks',
      pictures: ['orbs-square-7', 'lanterns-landscape-2'],
    }),
    forSubscribers(days(9.5), 'Failures of the month, arranged by beauty.', {
      title: 'Failures, by beauty',
      pictures: ['orbs-portrait-5'],
    }),
    forAll(days(15), 'Blowing the birthday lamp. My assistant says it looks like a very rich onion.', {
      pictures: ['onstage-landscape-4'],
    }),
    forAll(days(22), 'Harbour lights, made this week, hung today.', { pictures: ['lanterns-landscape-14'] }),
  ],
};

const maeve: CastPerformer = {
  username: 'maeve',
  name: 'Maeve Kerrigan',
  firstName: 'Maeve',
  lastName: 'Kerrigan',
  gender: 'female',
  country: 'IE',
  city: 'Galway',
  dateOfBirth: '1983-07-07',
  craft: 'Florist',
  bio: 'Grows dahlias in the wind and arranges them indoors. Market on Thursdays, arranging live on Sundays.',
  monthlyPrice: 450n,
  yearlyPrice: 4500n,
  posts: [
    forAll(hours(8), 'The one the wind forgot.', {
      pictures: ['dahlia-square-1'],
      comments: [said('theadora', 16, 'Named yet?'), said('samuelb', 40, 'Thursday, first in the queue.')],
    }),
    forSubscribers(days(1.2), 'A bunch that lasts nine days: what to cut, when, and the penny that does nothing.', {
      title: 'Nine days',
      pictures: ['posy-portrait-1', 'posy-landscape-2'],
    }),
    forAll(days(2.4), 'In the glasshouse at noon. It rains inside too, only politer.', { pictures: ['fronds-landscape-1'] }),
    forFollowers(days(3.7), 'Six rows, four hundred plants, one very full hare.', { pictures: ['meadow-landscape-1'] }),
    forSale(250n, days(5.6), 'The planting plan for a two by three metre bed, flowers from June to the first frost.', {
      title: 'A bed, June to frost',
      pictures: ['meadow-square-6', 'dahlia-square-6'],
    }),
    forAll(days(8), 'You cannot hurry a peony, but you can make it a cup of tea and wait.'),
    forSubscribers(days(10.5), 'Lifting the tubers, labelled properly for once.', {
      title: 'Tubers, labelled',
      pictures: ['fronds-portrait-3'],
    }),
    forAll(days(16), 'Sunday’s table, before the cat.', { pictures: ['posy-landscape-7'] }),
    forAll(days(23), 'Wedding on Saturday, forty of these, one of me.', {
      pictures: ['onstage-landscape-3', 'dahlia-landscape-2'],
    }),
  ],
};

export const makers: readonly CastPerformer[] = [jun, mara, priya, freya, maeve];
