import type { CastPerformer } from './types.ts';
import { days, forAll, forFollowers, forSale, forSubscribers, hours, minutes, said } from './write.ts';

export const luna: CastPerformer = {
  username: 'luna',
  name: 'Luna Reyes',
  firstName: 'Luna',
  lastName: 'Reyes',
  gender: 'female',
  country: 'ES',
  city: 'Valencia',
  dateOfBirth: '1993-06-18',
  craft: 'Aerialist',
  bio: 'Silks and steel ring, nine metres up. Training on weekdays, a new act every spring, live from the hall on Fridays at 20:00.',
  monthlyPrice: 900n,
  yearlyPrice: 8400n,
  posts: [
    forAll(minutes(24), 'Third run of the new drop tonight. The silk was cold, the catch was not.', {
      pictures: ['silks-portrait-4'],
      comments: [
        said('alexm', 6, 'The pause before you let go is the best part.'),
        said('greta.k', 11, 'I stopped breathing at the turn.'),
        said('samuelb', 15, 'Which song is that for?'),
      ],
    }),
    forSubscribers(
      hours(3),
      'Friday’s running order: warm-up in view, two silks pieces, ten minutes of questions, then the ring. Bring tea.',
      { title: 'Friday, 20:00' },
    ),
    forSale(450n, hours(9), 'Four stills from the dress rehearsal, before the house opened. Printed size, no marks on them.', {
      title: 'Dress rehearsal, four stills',
      pictures: ['hoop-portrait-3', 'silks-square-23', 'wings-portrait-6', 'seats-landscape-4'],
      comments: [said('alexm', 30, 'The one from the wings is on my wall now.')],
    }),
    forAll(hours(20), 'Six seconds of the slow turn. It takes four months to make six seconds look like nothing.', {
      title: 'The slow turn',
      film: 'silks',
      pinned: true,
      comments: [said('ninahart', 42, 'Played it eleven times.'), said('pavel', 95, 'Nothing has never looked so good.')],
    }),
    forFollowers(days(1.4), 'The ring is back from the welder. Two centimetres wider, and it finally stops humming in B flat.', {
      pictures: ['hoop-square-10'],
    }),
    forSubscribers(
      days(2),
      'How I wrap the left hip so the second drop does not bite: over, under, over, and breathe out before the knee.',
      { title: 'The hip wrap', pictures: ['silks-landscape-13', 'silks-portrait-20'] },
    ),
    forAll(days(3), 'The hall at eleven in the morning. Nobody believes how quiet it is.', {
      pictures: ['seats-wide-11'],
      comments: [said('theadora', 20, 'Seat 4C, every time.')],
    }),
    forAll(days(4.2), 'Bruise report: left shin, proud of it. The move is called the waterwheel and it is worth the shin.'),
    forSubscribers(days(5), 'Cloth test for the spring act. This blue under the cold lamp, or the cream? Tell me below.', {
      pictures: ['ribbons-portrait-4', 'ribbons-portrait-9'],
    }),
    forSale(
      300n,
      days(7),
      'The conditioning sheet I have used since circus school: eleven exercises, forty minutes, no equipment but a door frame.',
      { title: 'Forty minutes, one door frame', pictures: ['wings-landscape-2'] },
    ),
    forAll(days(9), 'Lights by Tomaso, silence by the front row. Thank you, Saturday.', {
      pictures: ['onstage-landscape-5', 'stage-landscape-7'],
    }),
    forFollowers(days(12), 'New rope, new chalk, same knees.', { pictures: ['silks-square-27'] }),
    forSubscribers(
      days(16),
      'A letter about falling. I wrote it for the students, but it is for anybody who starts late: you do not get brave first. You get bored of being afraid, on a Tuesday, and you climb.',
      { title: 'On falling' },
    ),
    forAll(
      days(23),
      'Hello. I hang upside down for a living and answer messages the right way up. Start with the slow turn, pinned above.',
      { pictures: ['hoop-landscape-15'] },
    ),
  ],
};

const theo: CastPerformer = {
  username: 'theo.okafor',
  name: 'Theo Okafor',
  firstName: 'Theodore',
  lastName: 'Okafor',
  gender: 'male',
  country: 'GB',
  city: 'Bristol',
  dateOfBirth: '1990-02-03',
  craft: 'Dancer',
  bio: 'Contemporary dance in warehouses and one very patient garage. New solo every month, class on Mondays.',
  monthlyPrice: 900n,
  yearlyPrice: 9000n,
  posts: [
    forAll(hours(1.5), 'Floor is swept, speaker is borrowed, knees are taped. Solo no. 9 goes up tonight.', {
      pictures: ['dancer-landscape-13'],
      comments: [said('pavel', 12, 'Which warehouse?'), said('alexm', 25, 'In the front, on the crate, as ever.')],
    }),
    forSale(350n, hours(11), 'A study for the arms only. I sat on my legs so they would not interfere.', {
      title: 'Arms',
      film: 'ribbons',
    }),
    forSubscribers(days(1.2), 'Solo no. 8 in five pictures, in the order my hips disagreed with it.', {
      title: 'Solo no. 8',
      pictures: ['dancer-portrait-2', 'dancer-square-3', 'ribbons-square-31', 'dancer-portrait-22'],
    }),
    forFollowers(days(2.3), 'Monday class is about weight: where it is, where you pretend it is.'),
    forAll(days(4), 'Light leak at the back of the unit at 16:10 sharp. I have built a whole section around it.', {
      pictures: ['ribbons-landscape-3'],
    }),
    forSale(500n, days(6), 'The score of solo no. 7: counts, drawings, the playlist and what I cut.', {
      title: 'The score of no. 7',
      pictures: ['dancer-landscape-41', 'ribbons-portrait-52'],
    }),
    forSubscribers(days(8), 'Two hours of improvising, kept: eleven seconds. This is the still of second nine.', {
      pictures: ['wings-square-8'],
    }),
    forAll(days(13), 'My mother saw the show and said the lighting was very good.', {
      comments: [said('ninahart', 60, 'Mothers are the hardest house.')],
    }),
    forAll(days(19), 'Bristol, full house, one power cut. We finished by phone torches.', { pictures: ['stage-landscape-3'] }),
  ],
};

const dario: CastPerformer = {
  username: 'dario.silva',
  name: 'Dario Silva',
  firstName: 'Dario',
  lastName: 'Silva',
  gender: 'male',
  country: 'ES',
  city: 'Jerez',
  dateOfBirth: '1988-09-27',
  craft: 'Flamenco dancer',
  bio: 'Flamenco from Jerez, third generation, first with a webcam. Open floor on Saturdays: you clap, I answer.',
  monthlyPrice: 750n,
  yearlyPrice: 7200n,
  posts: [
    forAll(hours(2), 'Open floor at 20:00. Requests in bulerías or do not speak to me.', {
      pictures: ['flamenco-landscape-3'],
      staysMinutes: days(1),
      comments: [said('ruben_v', 9, 'Seguiriya, then. I am leaving.')],
    }),
    forSubscribers(hours(16), 'The heel, slowly: weight back, ankle loose, and the sound comes before you decide.', {
      title: 'The heel, slowly',
      pictures: ['flamenco-portrait-5', 'flamenco-square-11'],
    }),
    forAll(days(1.7), 'My cousin’s dress for the April fair. Eleven metres of red and she still out-turns me.', {
      pictures: ['flamenco-portrait-8'],
    }),
    forFollowers(days(3), 'New boards. The old ones gave up in the middle of a soleá, with dignity.', {
      pictures: ['stage-landscape-4'],
    }),
    forSale(650n, days(5), 'The whole alegrías from Thursday in six stills, with my notes on the letra.', {
      title: 'Alegrías, Thursday',
      pictures: ['flamenco-square-14', 'ribbons-square-23', 'flamenco-portrait-17'],
    }),
    forAll(days(8), 'People ask how long it takes to learn. My grandfather said he would tell me when he had.'),
    forSubscribers(days(11), 'Compás exercise for the kitchen: twelve beats, accent on 3, 6, 8, 10, 12. Stir on the 12.', {
      title: 'Twelve beats for a risotto',
    }),
    forAll(days(17), 'The shawl does half the work. I take the credit.', { pictures: ['ribbons-landscape-5'] }),
    forAll(days(26), 'First night here. The neighbours clapped too, on the wall.', { pictures: ['onstage-landscape-8'] }),
  ],
};

const luca: CastPerformer = {
  username: 'luca.ferro',
  name: 'Luca Ferro',
  firstName: 'Luca',
  lastName: 'Ferro',
  gender: 'male',
  country: 'IT',
  city: 'Arco',
  dateOfBirth: '1991-11-12',
  craft: 'Climber',
  bio: 'Sport routes and long ridges around Arco. Night sessions from the wall, weather permitting and sometimes not.',
  monthlyPrice: 600n,
  yearlyPrice: 6000n,
  posts: [
    forAll(minutes(52), 'Top of the third ridge, 06:12. Coffee went cold while I watched.', {
      pictures: ['ridges-landscape-1'],
      comments: [said('ninahart', 7, 'Worth the cold coffee.'), said('kwame', 18, 'How long up?')],
    }),
    forAll(hours(14), 'The whole sunrise, squeezed. I was there for two hours and so can you be.', {
      title: 'Sunrise, squeezed',
      film: 'ridges',
    }),
    forSubscribers(days(1.5), 'Beta for the yellow route at the hall: right hand before you trust the left foot, then do not think.', {
      title: 'The yellow route',
      pictures: ['wall-portrait-5', 'wall-landscape-2'],
    }),
    forFollowers(days(2.6), 'Rope number eleven retires today. It caught me 214 times. I kept count so that it would know.', {
      pictures: ['rope-square-3'],
    }),
    forSale(400n, days(4.5), 'The ridge in three days: map, water, where to sleep, the one place where you must not be late.', {
      title: 'Three days on the ridge',
      pictures: ['bivouac-landscape-4', 'ridges-portrait-3', 'ridges-landscape-12'],
    }),
    forAll(days(6), 'Wind all night. The tent is a good conversation partner.', { pictures: ['bivouac-portrait-7'] }),
    forSubscribers(days(10), 'Finger strength without a board: a door, a towel, eight minutes, every second day.', {
      title: 'A door and a towel',
    }),
    forAll(days(15), 'Fell on the last move. Good.', { pictures: ['wall-square-9'] }),
    forAll(days(21), 'The lake side, from the wrong path, which was the better path.', { pictures: ['ridges-square-17'] }),
  ],
};

export const movers: readonly CastPerformer[] = [theo, dario, luca];
