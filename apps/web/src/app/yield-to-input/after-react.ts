// See after-router.ts.
await new Promise((resolve) => setTimeout(resolve));

export {};
