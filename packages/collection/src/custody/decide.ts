import type { Booking } from '@jaanch/booking/booking'
import type { BookingEvent } from '@jaanch/booking/events'
import { accept, type Decision, refuse } from '@jaanch/contracts/decider'
import type { ErrorCode } from '@jaanch/contracts/errors'
import type { RecordingMark } from '@jaanch/contracts/vocabulary'
import { parseLabelCode } from '../barcode.ts'
import type { CustodyEvent } from '../events.ts'
import type { CustodyCommand, CustodyStepCommand } from './commands.ts'
import type { Custody, CustodyTube, RecordedBy } from './custody.ts'
import { evolveCustody, onceKey } from './evolve.ts'
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

type Decided = Decision<BookingEvent>
type Of<Type extends CustodyCommand['type']> = Extract<CustodyCommand, { type: Type }>

/** Labels are printed before the tubes are drawn: these plan them. */
function printLabels(booking: Collected, { plan, tubes }: Of<'printLabels'>, now: Date): Decided {
  const planned = planOf(booking, plan)
  if ('refused' in planned) return planned
  const numbers = planned.custody.tubes.map(({ number }) => number)
  const printed = tubes ? [...new Set(tubes)] : numbers
  if (printed.length === 0 || !printed.every((number) => numbers.includes(number))) return refuse('invalid')
  return accept(...planned.events, {
    type: 'LabelsPrinted',
    data: { tubes: printed, at: now.toISOString() },
  })
}

/**
 * @param now by the clock of this server, which may be behind that of the log
 * @returns the present: not before what the log has recorded already
 */
function presentOf(lastRecordedAt: string | undefined, now: Date): Date {
  return new Date(Math.max(now.getTime(), lastRecordedAt === undefined ? 0 : Date.parse(lastRecordedAt)))
}

/**
 * The first command plans the tubes; the status of the booking follows from the first tube and the last decision on one. What happened is
 * recorded also of a booking that was cancelled or completed meanwhile: its events have a mark, and its status stays.
 */
export function decideCustody(
  booking: Collected,
  { plan, step, lastRecordedAt, ...record }: Of<'custody'>,
  serverNow: Date,
): Decided {
  const now = presentOf(lastRecordedAt, serverNow)
  if (booking.labPartnerId === null && !record.tenure) return refuse('no-lab-assigned')
  const planned = planOf(booking, plan)
  if ('refused' in planned) return planned
  const { custody } = planned
  const decided = decideStep({ booking, custody, record: recordOf(record, booking, step, now), now }, step)
  if ('refused' in decided) return decided
  if (decided.events.length === 0) return accept()
  if (isOver(booking)) return accept(...planned.events, ...decided.events)
  const after = decided.events.reduce<Custody>(evolveCustody, custody)
  return accept(
    ...planned.events,
    ...statusBefore(booking, step),
    ...decided.events,
    ...statusAfter(booking, after),
  )
}

type Planned = { custody: Custody; events: BookingEvent[] }

function planOf(
  { custody, orderNumber }: Collected,
  plan: Of<'custody'>['plan'],
): Planned | { refused: ErrorCode } {
  if (custody && custody.tubes.length > 0) return { custody, events: [] }
  // a worker numbers the order a moment after it was placed, and labels need the number
  if (orderNumber === null) return refuse('order-number-pending')
  if (plan.length === 0) return refuse('invalid')
  const event: CustodyEvent = { type: 'TubesPlanned', data: { tubes: [...plan] } }
  return { custody: evolveCustody(custody, event), events: [event] }
}

/**
 * Drawing a sample of a booking that the lab did not confirm confirms it. A tube that the laboratory has was drawn, also if a phone
 * without a network says so later.
 */
function statusBefore({ status }: Collected, { type }: CustodyStepCommand): BookingEvent[] {
  const isOfTube = type !== 'arrive' && type !== 'identify' && type !== 'fail'
  if (!isOfTube || (status !== 'pending' && status !== 'confirmed')) return []
  const started: BookingEvent = { type: 'SampleCollectionStarted', data: {} }
  return status === 'pending' ? [{ type: 'BookingConfirmed', data: {} }, started] : [started]
}

/** Once the lab has decided on each tube, whatever it decided */
function statusAfter({ status }: Collected, { tubes }: Custody): BookingEvent[] {
  const isDecided = tubes.every(({ accepted, rejected }) => accepted !== null || rejected !== null)
  return isDecided && status !== 'lab-processing' ? [{ type: 'LabProcessingStarted', data: {} }] : []
}

function decideStep(situation: Situation, step: CustodyStepCommand): Decision<CustodyEvent> {
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

// what a collector does with a person, and without one

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

/** By the same person, and it counts, or a mismatch took back what they confirmed by then. */
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

// what a step of custody is decided on, and what the decisions share

/** The fields of a booking that the rules of custody read */
type Collected = Pick<Booking, 'labPartnerId' | 'orderNumber' | 'status' | 'custody'>
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

function isOver({ status }: Collected): boolean {
  return status === 'completed' || status === 'cancelled'
}

/** @param tenure that has ended: nothing of it happened later */
function recordOf(
  {
    by,
    enteredBy,
    deviceAt,
    offsetMs,
    tenure,
  }: Omit<Of<'custody'>, 'plan' | 'step' | 'type' | 'lastRecordedAt'>,
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
    // a text has any number of decimals
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

/** A function for each command, as booking's decider calls it */
export const custodyDecisions = { printLabels, custody: decideCustody }
