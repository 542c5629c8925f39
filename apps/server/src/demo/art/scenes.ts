import { paintLoaf } from './bread.ts';
import { paintDahlia, paintFronds, paintMeadow, paintPosy } from './botany.ts';
import { paintSeats, paintStage } from './curtains.ts';
import { paintDancer, paintFlamenco, paintHoop, paintSilks, paintWings } from './dance.ts';
import type { Easel } from './easel.ts';
import type { Figure } from './figures.ts';
import type { Finish } from './finish.ts';
import { paintFurnace, paintLanterns, paintOrbs } from './glass.ts';
import { paintClub, paintKeys, paintLid } from './keys.ts';
import { paintOnStage, type Prop } from './onstage.ts';
import { paintCitrus, paintSoup, paintTart } from './plates.ts';
import { paintKiln, paintWheel } from './pottery.ts';
import { paintRibbons } from './ribbons.ts';
import { paintBivouac, paintRidges } from './ridges.ts';
import { paintSheet, paintStrings } from './strings.ts';
import { paintPigments, paintStrokes, paintStudio } from './strokes.ts';
import { paintVessels } from './vessels.ts';
import { paintSynth, paintVinyl, paintWaves } from './vinyl.ts';
import { paintRope, paintWall } from './wall.ts';

/** The performer in a picture; only `onstage` shows one, the other scenes pass it by. */
export interface Sitter {
  figure: Figure;
  prop: Prop;
}

interface Scene extends Finish {
  paint: (easel: Easel, sitter: Sitter) => void;
}

const scene = (paint: Scene['paint'], vignette: number, grain: number): Scene => ({ paint, vignette, grain });

/** Every scene there is, with its own last coat. */
export const SCENES = {
  onstage: scene((easel, { figure, prop }) => paintOnStage(easel, figure, prop), 0.55, 0.13),
  stage: scene(paintStage, 0.45, 0.13),
  seats: scene(paintSeats, 0.5, 0.14),
  wings: scene(paintWings, 0.4, 0.14),
  ribbons: scene(paintRibbons, 0.5, 0.12),
  dancer: scene(paintDancer, 0.5, 0.13),
  flamenco: scene(paintFlamenco, 0.5, 0.13),
  silks: scene(paintSilks, 0.5, 0.13),
  hoop: scene(paintHoop, 0.5, 0.13),
  strings: scene(paintStrings, 0.5, 0.14),
  sheet: scene(paintSheet, 0.45, 0.15),
  keys: scene(paintKeys, 0.5, 0.14),
  lid: scene(paintLid, 0.5, 0.14),
  club: scene(paintClub, 0.5, 0.14),
  vinyl: scene(paintVinyl, 0.42, 0.13),
  synth: scene(paintSynth, 0.48, 0.13),
  waves: scene(paintWaves, 0.45, 0.12),
  vessels: scene(paintVessels, 0.38, 0.17),
  wheel: scene(paintWheel, 0.45, 0.16),
  kiln: scene(paintKiln, 0.5, 0.14),
  citrus: scene(paintCitrus, 0.48, 0.14),
  soup: scene(paintSoup, 0.48, 0.14),
  tart: scene(paintTart, 0.48, 0.14),
  loaf: scene(paintLoaf, 0.48, 0.15),
  strokes: scene(paintStrokes, 0.22, 0.15),
  studio: scene(paintStudio, 0.48, 0.14),
  pigments: scene(paintPigments, 0.45, 0.15),
  ridges: scene(paintRidges, 0.32, 0.14),
  bivouac: scene(paintBivouac, 0.4, 0.12),
  wall: scene(paintWall, 0.45, 0.15),
  rope: scene(paintRope, 0.5, 0.15),
  orbs: scene(paintOrbs, 0.45, 0.12),
  furnace: scene(paintFurnace, 0.5, 0.14),
  lanterns: scene(paintLanterns, 0.45, 0.13),
  fronds: scene(paintFronds, 0.45, 0.13),
  dahlia: scene(paintDahlia, 0.45, 0.13),
  posy: scene(paintPosy, 0.4, 0.15),
  meadow: scene(paintMeadow, 0.48, 0.13),
} as const satisfies Record<string, Scene>;

export type SceneKind = keyof typeof SCENES;
export const SCENE_KINDS = Object.keys(SCENES) as SceneKind[];

/** The scenes that move: their picture at time 1 is the one at time 0. */
export const MOVING_SCENES = [
  'ribbons',
  'silks',
  'hoop',
  'waves',
  'vinyl',
  'synth',
  'wheel',
  'orbs',
  'ridges',
  'lanterns',
  'stage',
] as const satisfies readonly SceneKind[];
export type MovingScene = (typeof MOVING_SCENES)[number];
