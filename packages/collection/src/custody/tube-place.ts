import type { TubePlace } from '@jaanch/contracts/vocabulary'
import type { CustodyTube } from '../custody-facts.ts'

/** Where a tube is, by the last that is known of it. */
export function placeOfTube({ drawn, received, accepted, rejected }: CustodyTube): TubePlace {
  if (rejected) return 'rejected'
  if (accepted) return 'accepted'
  if (received) return 'received'
  return drawn ? 'on-the-way' : 'expected'
}

/** @returns the end of its stability window, as an instant; null before the draw, and without one */
export function dueAtOf({ drawn, stability: { windowMs } }: CustodyTube): string | null {
  if (!drawn || windowMs === null) return null
  return new Date(Date.parse(drawn.at) + windowMs).toISOString()
}
