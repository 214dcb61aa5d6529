import type { Recorded } from '../../events/registry.ts'
import { type ConsumerName, consumers } from '../consumers.ts'
import type { Handlers } from '../handler.ts'

type Handle = (event: Recorded) => Promise<void>

/** Handlers for tests and benchmarks: the same function for all consumers. */
export function handleAll(handle: Handle): Handlers {
  const handlers = Object.keys(consumers).map((name) => [name, handle])
  return Object.fromEntries(handlers) as Record<ConsumerName, Handle>
}
