import type { LimitName } from '@jaanch/contracts/limits'
import { widerBy, widerNetworkOf } from '../auth/network.ts'
import { type Counter, createCounter, type SharedCounts } from './counter.ts'
import type { Limits } from './limits.ts'

type Options = {
  limits: Limits
  keyOf(text: string): string
  /** Without it, the process counts alone */
  shared?: SharedCounts | undefined
}

/** Counts by network, and for IPv6 by its /48 too: whoever has one can't multiply a limit by using its networks in turn. */
export function createNetworkCounter(
  name: LimitName,
  { limits, keyOf, shared }: Options,
): Pick<Counter, 'count' | 'undo'> {
  const limit = limits[name]
  const narrow = createCounter(name, limit, shared)
  const wide = createCounter(`${name}Wide`, { ...limit, max: widerBy * limit.max }, shared)

  return {
    async count(network) {
      // the narrow one first: a network that is refused takes nothing more from the others of its /48
      await narrow.count(keyOf(network))
      const wider = widerNetworkOf(network)
      if (wider) await wide.count(keyOf(wider))
    },
    async undo(network) {
      await narrow.undo(keyOf(network))
      const wider = widerNetworkOf(network)
      if (wider) await wide.undo(keyOf(wider))
    },
  }
}
