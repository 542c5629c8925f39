// Vitest's reporter for the test commands: writes a compact report, and ends a run in which a test doesn't end.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { root } from '../paths.mjs';

/** A test is ended by its own time limit; one that blocks its process can't be, and gets this much more. */
const GRACE_MS = Number(process.env.TEST_GRACE_MS ?? 60_000);
/** For a file that is loading or running hooks. */
const FILE_MS = 600_000;
const LOOK_EVERY_MS = Math.min(5000, GRACE_MS / 2);

const messageOf = (error) => error?.message ?? String(error);

const resultOf = (testCase) => {
  const { state, errors = [] } = testCase.result();
  return {
    name: testCase.fullName,
    state: state === 'pending' ? 'skipped' : state,
    milliseconds: Math.round(testCase.diagnostic()?.duration ?? 0),
    assertions: testCase.meta().assertions ?? 0,
    ...(errors.length > 0 ? { error: messageOf(errors[0]) } : {}),
  };
};

export default class StagedoorReporter {
  #reportPath = process.env.TEST_REPORT_PATH;
  /** Running files by id: their names, running tests and deadlines. */
  #running = new Map();
  #timer;

  onTestRunStart() {
    this.#timer = setInterval(() => this.#endWhatHangs(), LOOK_EVERY_MS);
    this.#timer.unref();
  }

  onTestModuleStart({ id, moduleId }) {
    this.#running.set(id, { name: relative(root, moduleId), tests: new Map(), until: Date.now() + FILE_MS });
  }

  onTestModuleEnd({ id }) {
    this.#running.delete(id);
  }

  onTestCaseReady(testCase) {
    const file = this.#running.get(testCase.module.id);
    if (!file) return;
    file.tests.set(testCase.id, {
      name: `${file.name} > ${testCase.fullName}`,
      milliseconds: (testCase.options.timeout ?? testCase.project.config.testTimeout) + GRACE_MS,
    });
    this.#seeAlive(file);
  }

  onTestCaseResult(testCase) {
    const file = this.#running.get(testCase.module.id);
    if (!file) return;
    file.tests.delete(testCase.id);
    this.#seeAlive(file);
  }

  /** A file whose tests still report isn't blocked: those that wait for others, as concurrent ones do, have all their time again. */
  #seeAlive(file) {
    const longest = Math.max(...[...file.tests.values()].map(({ milliseconds }) => milliseconds));
    file.until = Date.now() + (file.tests.size > 0 ? longest : FILE_MS);
  }

  onTestRunEnd(modules, unhandledErrors) {
    clearInterval(this.#timer);
    if (!this.#reportPath) return;
    const files = modules.map((module) => {
      const failedSuites = [...module.children.allSuites()].flatMap((suite) => suite.errors());
      return {
        project: module.project.name.replace(/ \(.*\)$/, ''),
        file: relative(root, module.moduleId),
        milliseconds: Math.round(module.diagnostic().duration),
        errors: [...module.errors(), ...failedSuites].map(messageOf),
        tests: [...module.children.allTests()].map(resultOf),
      };
    });
    mkdirSync(dirname(this.#reportPath), { recursive: true });
    writeFileSync(this.#reportPath, JSON.stringify({ files, errors: unhandledErrors.map(messageOf) }));
  }

  #endWhatHangs() {
    const now = Date.now();
    const hanging = [...this.#running.values()]
      .filter(({ until }) => now > until)
      .flatMap((file) => (file.tests.size > 0 ? [...file.tests.values()] : [file]));
    if (hanging.length === 0) return;
    process.stderr.write(`test failed: still running long after its time limit: ${hanging.map(({ name }) => name).join(' | ')}\n`);
    process.exit(1);
  }
}
