import { type ConsumerName, consumers } from '@jaanch/contracts/consumers'
import type { Recorded } from '@jaanch/contracts/events/registry'
import type { Handlers } from '../work/handler.ts'

type Handle = (event: Recorded) => Promise<void>

/** Handlers for tests and benchmarks: the same function for all consumers. */
export function handleAll(handle: Handle): Handlers {
  const handlers = Object.keys(consumers).map((name) => [name, handle])
  return Object.fromEntries(handlers) as Record<ConsumerName, Handle>
}
