// Evaluated among the page's modules, it lets the browser answer a press or a scroll before the rest of them: on a phone, all of them at once
// are a quarter of a second in which nothing moves.
await new Promise((resolve) => setTimeout(resolve));

export {};
