import { KEYED_CALLS, isMediaCall, prepareKeyedCalls, testKeyedCalls } from '../../testing/keyed-calls.ts';

// Calls that take an Idempotency-Key and make pictures or films; the others: idempotency.integration.test.ts.

prepareKeyedCalls();
testKeyedCalls(KEYED_CALLS.filter(isMediaCall));
