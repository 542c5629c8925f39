// Programs that don't come from npm: ffmpeg, Chromium, clients and servers of long tests. Debian's packages where we may install them.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDirectory, findProgram, readIfExists } from './paths.mjs';
import { Failure, run, printLine } from './terminal.mjs';

export const findFfmpeg = () => process.env.FFMPEG_PATH || findProgram('ffmpeg');

/** The same browser without windows: journeys take a quarter less processor time in it. */
const HEADLESS_SHELL = 'chromium-headless-shell';

export const findChromium = () =>
  process.env.CHROMIUM_PATH || findProgram(HEADLESS_SHELL, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome');

const APT_ENVIRONMENT = { DEBIAN_FRONTEND: 'noninteractive' };

const canInstall = () => process.platform === 'linux' && process.getuid?.() === 0 && findProgram('apt-get') !== undefined;

const installCommand = (packages) =>
  `apt-get update -qq && apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=120 ${packages.join(' ')}`;

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Videos need ffmpeg, a start does not: where it is missing it is installed in the background, or one line says what to do. */
export const installFfmpegInBackground = () => {
  if (findFfmpeg()) return;
  if (!canInstall()) {
    printLine(
      'ffmpeg is not installed: videos and sounds are refused, because they can’t be encoded or cleaned. Install it (Debian: apt install ffmpeg) or set FFMPEG_PATH.',
    );
    return;
  }
  mkdirSync(cacheDirectory, { recursive: true });
  const pidFile = join(cacheDirectory, 'ffmpeg-install.pid');
  const logFile = join(cacheDirectory, 'ffmpeg-install.log');
  const before = Number(readIfExists(pidFile));
  if (!(before > 0 && isAlive(before))) {
    const log = openSync(logFile, 'w');
    // A process group of its own: stopping the site must not leave a half-configured package.
    const child = spawn('/bin/sh', ['-c', installCommand(['ffmpeg'])], {
      detached: true,
      stdio: ['ignore', log, log],
      env: { ...process.env, ...APT_ENVIRONMENT },
    });
    child.on('error', () => {});
    child.unref();
    writeFileSync(pidFile, String(child.pid));
  }
  printLine(`ffmpeg is being installed in the background; until then videos wait for it (${logFile}).`);
};

/** Installs packages now. @returns whether apt could */
const installNow = async (packages) => {
  printLine(`Installing ${packages.join(' and ')} (a minute or two, once)…`);
  const { code } = await run('/bin/sh', ['-c', installCommand(packages)], { env: APT_ENVIRONMENT, quiet: true });
  return code === 0;
};

/** Clients and servers that long tests and the soak of the live engine speak with. Debian's Python modules have no program of their own, so their file counts. */
const OUTSIDE_PROGRAMS = [
  { packages: ['curl'], isThere: () => findProgram('curl') !== undefined },
  { packages: ['pgbouncer'], isThere: () => findProgram('pgbouncer', '/usr/sbin/pgbouncer') !== undefined },
  { packages: ['coturn'], isThere: () => findProgram('turnserver') !== undefined },
  { packages: ['nginx', 'libnginx-mod-rtmp'], isThere: () => existsSync('/usr/lib/nginx/modules/ngx_rtmp_module.so') },
  { packages: ['simple-whip-client'], isThere: () => findProgram('whip-client') !== undefined },
  // Debian's whip-client needs a library that its test compiles.
  { packages: ['gcc', 'libc6-dev'], isThere: () => findProgram('cc') !== undefined },
  { packages: ['python3-aiortc'], isThere: () => existsSync('/usr/lib/python3/dist-packages/aiortc') },
  {
    packages: [
      'gstreamer1.0-tools',
      'gstreamer1.0-plugins-base',
      'gstreamer1.0-plugins-good',
      'gstreamer1.0-plugins-bad',
      'gstreamer1.0-plugins-ugly',
      'gstreamer1.0-libav',
      'gstreamer1.0-nice',
      'gir1.2-gst-plugins-bad-1.0',
      'python3-gi',
    ],
    isThere: () => findProgram('gst-launch-1.0') !== undefined && existsSync('/usr/lib/python3/dist-packages/gi'),
  },
];

/**
 * What tests need, installed now where we may. Any Chromium will do where apt doesn't know the headless shell.
 *
 * @param {{ withOutside?: boolean }} options long tests speak with programs of others: see OUTSIDE_PROGRAMS
 * @throws Failure naming what is missing.
 */
export const ensureTestPrograms = async ({ withOutside = false } = {}) => {
  const outside = () => (withOutside ? OUTSIDE_PROGRAMS.filter(({ isThere }) => !isThere()).flatMap(({ packages }) => packages) : []);
  const others = () => [...(findFfmpeg() ? [] : ['ffmpeg']), ...outside()];
  const missing = () => [...(findChromium() ? [] : ['chromium']), ...others()];
  if (canInstall()) {
    const needsShell = !process.env.CHROMIUM_PATH && !findProgram(HEADLESS_SHELL);
    const wanted = [...(needsShell ? [HEADLESS_SHELL] : []), ...others()];
    if (wanted.length > 0 && !(await installNow(wanted)) && missing().length > 0) await installNow(missing());
  }
  const left = missing();
  if (left.length === 0) return;
  throw new Failure(
    `The tests need ${left.join(' and ')}: install ${left.length > 1 ? 'them' : 'it'} (Debian: apt install ${left.join(' ')}). CHROMIUM_PATH and FFMPEG_PATH name others.`,
  );
};

/** Programs can be there and not run: a wrapper without its library, a path that is wrong. @throws Failure naming the program and the remedy. */
export const assertProgramsRun = async () => {
  for (const { name, path, option, variable } of [
    { name: 'Chromium', path: findChromium(), option: '--version', variable: 'CHROMIUM_PATH' },
    { name: 'ffmpeg', path: findFfmpeg(), option: '-version', variable: 'FFMPEG_PATH' },
  ]) {
    const { code } = await run(path, [option], { quiet: true }).catch(() => ({ code: 127 }));
    if (code !== 0) throw new Failure(`${name} does not start (${path}): install it again, or set ${variable} to one that does.`);
  }
};
