/** The steps that a collector and a lab take with the tubes of one person. */
import type { Booking } from '@jaanch/booking/booking'
import { accept, type Decision, refuse } from '@jaanch/contracts/decider'
import type { ErrorCode } from '@jaanch/contracts/errors'
import type { RecordingMark } from '@jaanch/contracts/vocabulary'
import { parseLabelCode } from '../barcode.ts'
import type { CustodyCommand, CustodyStepCommand } from './commands.ts'
import type { Custody, CustodyTube, RecordedBy } from './custody.ts'
import type { CustodyEvent } from './events.ts'
import { onceKey } from './evolve.ts'
import {
  arrivalBounds,
  type Bounds,
  decisionBounds,
  drawBounds,
  failureBounds,
  handOverBounds,
  identityBounds,
  isAtDesk,
  receiptBounds,
  timeOf,
} from './times.ts'

/** The fields of a booking that the rules of custody read */
export type Collected = Pick<Booking, 'labPartnerId' | 'orderNumber' | 'status' | 'custody'>
type Step<Type extends CustodyStepCommand['type']> = Extract<CustodyStepCommand, { type: Type }>

type Situation = {
  booking: Collected
  custody: Custody
  now: Date
  record: {
    by: string
    /** Instant since which they made the visit; null: not known */
    since: string | null
    isRemoved: boolean
    key: Pick<RecordedBy, 'by' | 'deviceAt'>
    /** @returns who recorded it and when, between these instants */
    within: (bounds: Bounds) => RecordedBy
  }
}

export function isOver({ status }: Collected): boolean {
  return status === 'completed' || status === 'cancelled'
}

/** @param tenure that has ended: nothing of it happened later */
export function recordOf(
  {
    by,
    enteredBy,
    deviceAt,
    offsetMs,
    tenure,
  }: Omit<Extract<CustodyCommand, { type: 'custody' }>, 'plan' | 'step' | 'type' | 'lastRecordedAt'>,
  booking: Collected,
  step: CustodyStepCommand,
  now: Date,
): Situation['record'] {
  const until = tenure?.until ?? null
  const marks: RecordingMark[] = []
  if (isOver(booking)) marks.push('after-end')
  if (until !== null) marks.push('after-removal')
  const clock = isAtDesk(step) ? { deviceAt: now.toISOString(), offsetMs: 0 } : { deviceAt, offsetMs }
  return {
    by,
    since: tenure?.from ?? null,
    isRemoved: until !== null,
    // devices send instants with any number of decimals
    key: { by, deviceAt: new Date(deviceAt).toISOString() },
    within({ earliest, latest }) {
      const bounds = { earliest, latest: until === null ? latest : Math.min(latest, Date.parse(until)) }
      const time = timeOf(clock, bounds, now)
      return {
        deviceAt: new Date(deviceAt).toISOString(),
        offsetMs,
        at: time.at,
        by,
        enteredBy: enteredBy ?? null,
        marks: [...time.marks, ...marks],
      }
    },
  }
}

export function decideStep(situation: Situation, step: CustodyStepCommand): Decision<CustodyEvent> {
  switch (step.type) {
    case 'arrive':
      return arrive(situation)
    case 'identify':
      return identify(situation, step)
    case 'draw':
      return draw(situation, step)
    case 'handOver':
      return handOver(situation, step)
    case 'receive':
      return receive(situation, step)
    case 'accept':
      return acceptTubes(situation, step)
    case 'reject':
      return reject(situation, step)
    case 'fail':
      return fail(situation, step)
  }
}

// the steps of a collector at the door, with and without the person

/** A second phone of the same person says the same. */
function arrive({ custody, record }: Situation): Decision<CustodyEvent> {
  const isKnown = custody.arrived?.by === record.by || custody.once.includes(onceKey('arrived', record.key))
  if (isKnown) return accept()
  const recorded = record.within(arrivalBounds(custody, record.by, record.since))
  return accept({ type: 'CollectorArrived', data: { recorded } })
}

function identify(
  { custody, record }: Situation,
  { method, isConfirmed }: Step<'identify'>,
): Decision<CustodyEvent> {
  const key = onceKey(isConfirmed ? 'confirmed' : 'mismatched', record.key)
  if (custody.once.includes(key)) return accept()
  const recorded = record.within(identityBounds(ownSteps(custody, record), record.since))
  if (isConfirmed && isConfirmedAlready(custody, recorded)) return accept()
  return accept({ type: 'IdentityChecked', data: { recorded, method, isConfirmed } })
}

/** Whether the same person confirmed it, and that counts, or a mismatch took it back since. */
function isConfirmedAlready({ identity, mismatchedAt, once }: Custody, { by, at }: RecordedBy): boolean {
  if (identity?.by === by) return true
  return mismatchedAt !== null && at <= mismatchedAt && hasConfirmed(once, by)
}

function hasConfirmed(once: Custody['once'], by: string): boolean {
  return once.some((key) => key.startsWith(`confirmed ${by} `))
}

function draw({ booking, custody, record }: Situation, { tubes }: Step<'draw'>): Decision<CustodyEvent> {
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

/** The steps of a person who was taken off the visit are not bounded by those of the people who make it now. */
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

function fail({ custody, record }: Situation, { outcome }: Step<'fail'>): Decision<CustodyEvent> {
  if (custody.once.includes(onceKey('failed', record.key))) return accept()
  if (custody.tubes.some(({ drawn }) => drawn)) return refuse('tubes-drawn')
  const recorded = record.within(failureBounds(ownSteps(custody, record), record.since))
  return accept({ type: 'CollectionFailed', data: { recorded, outcome } })
}

// the way of drawn tubes to the laboratory, and what it decides on them

function handOver(
  { custody, record }: Situation,
  { tubes, temperatureC }: Step<'handOver'>,
): Decision<CustodyEvent> {
  const found = tubesOf(custody, tubes)
  if (!found) return refuse('invalid')
  const left = found.filter(({ handedOver }) => !handedOver)
  if (left.some(({ drawn }) => !drawn)) return refuse('tube-not-drawn')
  return accept(
    ...timed(
      left,
      (tube) => record.within(handOverBounds(tube, record.since)),
      (recorded, some): CustodyEvent => ({
        type: 'TubesHandedOver',
        data: { recorded, tubes: numbersOf(some), temperatureC: temperatureC ?? null },
      }),
    ),
  )
}

function receive(
  { custody, record }: Situation,
  { tubes, temperatureC }: Step<'receive'>,
): Decision<CustodyEvent> {
  const found = tubesOf(custody, tubes)
  return found ? accept(...receipts(found, record, temperatureC)) : refuse('invalid')
}

/** Accepting a tube that nobody received also receives it. */
function acceptTubes(
  { custody, record, now }: Situation,
  { tubes, lateReason }: Step<'accept'>,
): Decision<CustodyEvent> {
  const found = tubesOf(custody, tubes)
  if (!found) return refuse('invalid')
  const left = found.filter(({ accepted }) => !accepted)
  if (left.length === 0) return accept()
  if (left.some(({ rejected }) => rejected)) return refuse('tube-rejected')
  if (left.some(({ drawn }) => !drawn)) return refuse('tube-not-drawn')
  if (!lateReason && left.some((tube) => isTooOld(tube, now))) return refuse('stability-over')
  return accept(
    ...receipts(left, record),
    ...timed(
      left,
      (tube) => record.within(decisionBounds(tube)),
      (recorded, some): CustodyEvent => ({
        type: 'TubesAccepted',
        data: { recorded, tubes: numbersOf(some), lateReason: lateReason ?? null },
      }),
    ),
  )
}

/** A tube that was not drawn can be rejected with the others of the person: as insufficient. */
function reject({ custody, record }: Situation, { tubes }: Step<'reject'>): Decision<CustodyEvent> {
  const reasons = new Map(tubes.map(({ number, reason }) => [number, reason]))
  const found = tubesOf(custody, [...reasons.keys()])
  if (!found) return refuse('invalid')
  const left = found.filter(({ rejected }) => !rejected)
  if (left.length === 0) return accept()
  if (left.some(({ accepted }) => accepted)) return refuse('tube-accepted')
  if (!custody.tubes.some(({ drawn, received }) => drawn || received)) return refuse('tube-not-drawn')
  return accept(
    ...timed(
      left,
      (tube) => record.within(decisionBounds(tube)),
      (recorded, some): CustodyEvent => ({
        type: 'TubesRejected',
        data: {
          recorded,
          tubes: some.map(({ number }) => ({ number, reason: reasons.get(number) ?? 'other' })),
        },
      }),
    ),
  )
}

/** Whether a tube came to the lab later than its tests allow. @param now counts until the tube is received */
function isTooOld({ drawn, received, stability: { windowMs } }: CustodyTube, now: Date): boolean {
  const until = received ? Date.parse(received.at) : now.getTime()
  return drawn !== null && windowMs !== null && until - Date.parse(drawn.at) > windowMs
}

function receipts(
  tubes: readonly CustodyTube[],
  record: Situation['record'],
  temperatureC: number | null = null,
): CustodyEvent[] {
  return timed(
    tubes.filter(({ received }) => !received),
    (tube) => record.within(receiptBounds(tube)),
    (recorded, some) => ({ type: 'TubesReceived', data: { recorded, tubes: numbersOf(some), temperatureC } }),
  )
}

/** @returns an event for each time that the tubes have: what is known of one may bound its time, and not that of another */
function timed<Tube>(
  tubes: readonly Tube[],
  recordedOf: (tube: Tube) => RecordedBy,
  eventOf: (recorded: RecordedBy, tubes: readonly Tube[]) => CustodyEvent,
): CustodyEvent[] {
  const groups = Map.groupBy(tubes, (tube) => recordedOf(tube).at)
  return [...groups.values()].map((some) => eventOf(recordedOf(some[0] as Tube), some))
}

/** @returns a tube, also one whose tests were withdrawn: it may have been drawn before */
function tubeOf({ tubes, withdrawn }: Custody, number: number): CustodyTube | undefined {
  return [...tubes, ...withdrawn].find((tube) => tube.number === number)
}

/** @returns undefined if one of the numbers is none */
function tubesOf(custody: Custody, numbers: readonly number[]): CustodyTube[] | undefined {
  const found = [...new Set(numbers)].map((number) => tubeOf(custody, number))
  return found.length > 0 && found.every((tube) => tube !== undefined) ? found : undefined
}

function numbersOf(tubes: readonly CustodyTube[]): number[] {
  return tubes.map(({ number }) => number)
}
