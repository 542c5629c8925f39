/** Prints one line of the project's own commands. Standard error, so that a command's output stays clean for pipes. */
export const say = (line) => process.stderr.write(`${line}\n`);
