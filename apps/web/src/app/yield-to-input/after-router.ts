// Splits the evaluation of the page's modules so that the browser can handle input in between: on a phone, evaluating all at once blocks
// it for a quarter of a second.
await new Promise((resolve) => setTimeout(resolve));

export {};
