import { consumers } from '@jaanch/contracts/consumers'
import type { Recorded } from '@jaanch/contracts/events/registry'
import type { Handlers } from '../work/handler.ts'

/** Handlers for tests and benchmarks: the same function for all consumers. */
export function handleAll(handle: (event: Recorded) => Promise<void>): Handlers {
  return Object.fromEntries(Object.keys(consumers).map((name) => [name, handle])) as Handlers
}
