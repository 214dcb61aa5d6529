import type { LimitName } from '@jaanch/contracts/limits'
import type { Redis } from 'ioredis'
import { widerBy, widerNetworkOf } from '../auth/network.ts'
import { type Counter, createCounter } from './counter.ts'
import type { Limits } from './limits.ts'

type Options = {
  limits: Limits
  keyOf(text: string): string
  /** Without it, the process counts alone */
  redis?: Redis | undefined
}

/** Counts by network, and for IPv6 by its /48 too: whoever has one can't multiply a limit by using its networks in turn. */
export function createNetworkCounter(
  name: LimitName,
  { limits, keyOf, redis }: Options,
): Pick<Counter, 'count' | 'undo'> {
  const limit = limits[name]
  const narrow = createCounter(name, limit, redis)
  const wide = createCounter(`${name}Wide`, { ...limit, max: widerBy * limit.max }, redis)

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
