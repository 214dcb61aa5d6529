import { consumers } from '@jaanch/operations/work/declared'
import type { Recorded } from '../../events.ts'
import { type Reaction, react } from '../handler.ts'

/** Reactions for tests and benchmarks: the same function for all consumers. @param own other ones, for some consumers */
export function handleAll<Services>(
  handle: (event: Recorded) => Promise<void>,
  ...own: Reaction<Services>[]
): Reaction<Services>[] {
  const others = consumers.filter((each) => !own.some(({ consumer }) => consumer === each))
  return [...own, ...others.map((consumer) => react(consumer, handle))]
}
