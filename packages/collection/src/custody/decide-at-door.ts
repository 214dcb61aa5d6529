/** What a collector does with a person, and without one. */

import { accept, type Decision, refuse } from '@jaanch/contracts/decider'
import type { ErrorCode } from '@jaanch/contracts/errors'
import type { Custody, CustodyTube, RecordedBy } from '../custody-facts.ts'
import { parseLabelCode } from '../label-code.ts'
import { type CustodyEvent, onceKey } from './evolve.ts'
import { type Collected, type Situation, type Step, timed, tubeOf } from './situation.ts'
import { arrivalBounds, drawBounds, failureBounds, identityBounds } from './times.ts'

/** A second phone of the same person says the same. */
export function arrive({ custody, record }: Situation): Decision<CustodyEvent> {
  const isKnown = custody.arrived?.by === record.by || custody.once.includes(onceKey('arrived', record.key))
  if (isKnown) return accept()
  const recorded = record.within(arrivalBounds(custody, record.by, record.since))
  return accept({ type: 'CollectorArrived', data: { recorded } })
}

export function identify(
  { custody, record }: Situation,
  { method, isConfirmed }: Step<'identify'>,
): Decision<CustodyEvent> {
  const key = onceKey(isConfirmed ? 'confirmed' : 'mismatched', record.key)
  if (custody.once.includes(key)) return accept()
  const recorded = record.within(identityBounds(ownSteps(custody, record), record.since))
  if (isConfirmed && isConfirmedAlready(custody, recorded)) return accept()
  return accept({ type: 'IdentityChecked', data: { recorded, method, isConfirmed } })
}

/** By the same person, and it counts, or a mismatch took back what they confirmed by then. */
function isConfirmedAlready({ identity, mismatchedAt, once }: Custody, { by, at }: RecordedBy): boolean {
  if (identity?.by === by) return true
  return mismatchedAt !== null && at <= mismatchedAt && hasConfirmed(once, by)
}

function hasConfirmed(once: Custody['once'], by: string): boolean {
  return once.some((key) => key.startsWith(`confirmed ${by} `))
}

export function draw(
  { booking, custody, record }: Situation,
  { tubes }: Step<'draw'>,
): Decision<CustodyEvent> {
  const drawn: { tube: CustodyTube; code: string | null }[] = []
  for (const { number, code: scanned } of tubes) {
    const tube = tubeOf(custody, number)
    if (!tube || drawn.some((other) => other.tube === tube)) return refuse('invalid')
    const code = boundCode(booking, custody, number, scanned)
    if (typeof code === 'object' && code !== null) return code
    if (!tube.drawn) drawn.push({ tube, code })
    else if (tube.code !== code && scanned !== undefined) return refuse('tube-drawn-already')
  }
  if (drawn.length === 0) return accept()
  const codes = drawn.flatMap(({ code }) => code ?? [])
  if (new Set(codes).size < codes.length) return refuse('wrong-tube')
  const recordedOf = ({ tube }: (typeof drawn)[number]) =>
    record.within(drawBounds(ownSteps(custody, record), tube, record.since))
  if (!drawn.every((one) => isIdentified(custody, record, recordedOf(one))))
    return refuse('identity-not-confirmed')
  return accept(
    ...timed(
      drawn,
      recordedOf,
      (recorded, some): CustodyEvent => ({
        type: 'TubesDrawn',
        data: { recorded, tubes: some.map(({ tube, code }) => ({ number: tube.number, code })) },
      }),
    ),
  )
}

/** Where others make the visit now, what they did at the door does not come before what was done by who made it earlier. */
function ownSteps(custody: Custody, { by, isRemoved }: Situation['record']): Custody {
  if (!isRemoved) return custody
  const { arrived, identity } = custody
  return {
    ...custody,
    arrived: arrived?.by === by ? arrived : null,
    identity: identity?.by === by ? identity : null,
  }
}

/**
 * Since the collector confirmed who the person was, the visit may have been moved, and somebody else may have found a mismatch: that does not
 * undo what was drawn before.
 */
function isIdentified(
  { identity, once, mismatchedAt }: Custody,
  { by, isRemoved }: Situation['record'],
  { at }: Pick<RecordedBy, 'at'>,
): boolean {
  if (identity !== null) return true
  return (isRemoved || (mismatchedAt !== null && at < mismatchedAt)) && hasConfirmed(once, by)
}

/** @returns the pre-printed barcode, null for the tube's own label, or the refusal */
function boundCode(
  { orderNumber }: Collected,
  custody: Custody,
  number: number,
  scanned: string | undefined,
): string | null | { refused: ErrorCode } {
  if (scanned === undefined) return null
  const label = parseLabelCode(scanned)
  if (label) {
    if (label.orderNumber !== orderNumber) return refuse('tube-of-another-visit')
    return label.tube === number ? null : refuse('wrong-tube')
  }
  // an order's number alone, or of a tube that no order has: a label of ours that was not read whole
  if (/^JN/i.test(scanned)) return refuse('tube-of-another-visit')
  if (custody.tubes.some((tube) => tube.code === scanned && tube.number !== number))
    return refuse('wrong-tube')
  return scanned
}

export function fail({ custody, record }: Situation, { outcome }: Step<'fail'>): Decision<CustodyEvent> {
  if (custody.once.includes(onceKey('failed', record.key))) return accept()
  if (custody.tubes.some(({ drawn }) => drawn)) return refuse('tubes-drawn')
  const recorded = record.within(failureBounds(ownSteps(custody, record), record.since))
  return accept({ type: 'CollectionFailed', data: { recorded, outcome } })
}
