import { bareCode } from '@jaanch/contracts/barcode'
import type { PhoneRound } from '@jaanch/contracts/http/collection'
import { parseLabelCode } from '@jaanch/contracts/label-code'
import type { Person } from './local-round'

export type ReadTube = { tube: number } | { problem: 'wrong-tube' | 'tube-of-another-visit' }

/**
 * Which tube of a person a code means: its own label, or a pre-printed barcode, which is bound to the tube that is next. The server
 * knows more: this finds what the round itself shows.
 * @param next number of the tube in hand
 */
export function readTube(
  round: Pick<PhoneRound, 'visits'>,
  { bookingId, orderNumber, custody }: Person,
  code: string,
  next: number,
): ReadTube {
  const label = parseLabelCode(code)
  if (label) {
    if (label.orderNumber !== orderNumber) return { problem: 'tube-of-another-visit' }
    const isOne = custody.tubes.some(({ number }) => number === label.tube)
    return isOne ? { tube: label.tube } : { problem: 'wrong-tube' }
  }
  const bare = bareCode(code)
  const others = round.visits.flatMap(({ people }) => people).filter((each) => each.bookingId !== bookingId)
  if (others.some((each) => each.custody.tubes.some((tube) => tube.code === bare)))
    return { problem: 'tube-of-another-visit' }
  const bound = custody.tubes.find((tube) => tube.code === bare)
  if (bound && bound.number !== next) return { problem: 'wrong-tube' }
  return { tube: next }
}
