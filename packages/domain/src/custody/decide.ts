import type { Booking } from '@jaanch/contracts/booking'
import type { Custody, CustodyTube, RecordedBy } from '@jaanch/contracts/custody'
import type { ErrorCode } from '@jaanch/contracts/errors'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import { parseLabelCode } from '@jaanch/contracts/label-code'
import { accept, type Decision, refuse } from '../decider.ts'
import type { CustodyCommand, CustodyStepCommand } from './commands.ts'
import { type CustodyEvent, evolveCustody } from './evolve.ts'

type Decided = Decision<BookingEvent>
/** What the rules of custody read of a booking */
type Collected = Pick<Booking, 'labPartnerId' | 'orderNumber' | 'status' | 'custody'>
type Step<Type extends CustodyStepCommand['type']> = Extract<CustodyStepCommand, { type: Type }>

/** How late a phone may send what it recorded, ms */
const recordedWithinMs = 7 * 24 * 60 * 60 * 1_000

/** When it happened, by the best estimate: never later than it is known, nor before 1970, whatever the clock says. */
function estimateAt(deviceAt: string, offsetMs: number | null, now: Date): Date {
  return new Date(Math.max(0, Math.min(Date.parse(deviceAt) - (offsetMs ?? 0), now.getTime())))
}

/** Labels are printed before the tubes are drawn: these plan them. */
export function decidePrint(
  booking: Collected,
  { plan, tubes }: Extract<CustodyCommand, { type: 'printLabels' }>,
  now: Date,
): Decided {
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

/** The first command plans the tubes; the status of the booking follows from the first draw and the last decision on a tube. */
export function decideCustody(
  booking: Collected,
  { plan, by, deviceAt, offsetMs, step }: Extract<CustodyCommand, { type: 'custody' }>,
  now: Date,
): Decided {
  if (booking.labPartnerId === null) return refuse('no-lab-assigned')
  const at = estimateAt(deviceAt, offsetMs, now)
  if (now.getTime() - at.getTime() > recordedWithinMs) return refuse('recorded-too-long-ago')
  const planned = planOf(booking, plan)
  if ('refused' in planned) return planned
  // a text has any number of decimals
  const device = new Date(deviceAt).toISOString()
  const recorded = { deviceAt: device, offsetMs, at: at.toISOString(), by }
  const decided = decideStep({ booking, custody: planned.custody, recorded }, step)
  if ('refused' in decided) return decided
  if (decided.events.length === 0) return accept()
  if (booking.status === 'completed') return refuse('already-completed')
  if (booking.status === 'cancelled') return refuse('already-cancelled')
  const after = decided.events.reduce<Custody>(evolveCustody, planned.custody)
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
  plan: Extract<CustodyCommand, { type: 'custody' }>['plan'],
): Planned | { refused: ErrorCode } {
  if (custody && custody.tubes.length > 0) return { custody, events: [] }
  // the worker has not numbered the order yet: labels need it
  if (orderNumber === null) return refuse('conflict')
  if (plan.length === 0) return refuse('invalid')
  const event: CustodyEvent = { type: 'TubesPlanned', data: { tubes: [...plan] } }
  return { custody: evolveCustody(custody, event), events: [event] }
}

/**
 * Who draws a sample of a booking that the lab did not confirm has confirmed it. What is rejected was drawn, also if a phone without a
 * network says so later: it is collected again only of a booking whose collection has begun.
 */
function statusBefore({ status }: Collected, { type }: CustodyStepCommand): BookingEvent[] {
  if ((type !== 'draw' && type !== 'reject') || (status !== 'pending' && status !== 'confirmed')) return []
  const started: BookingEvent = { type: 'SampleCollectionStarted', data: {} }
  return status === 'pending' ? [{ type: 'BookingConfirmed', data: {} }, started] : [started]
}

/** Once the lab has decided on each tube, whatever it decided */
function statusAfter({ status }: Collected, { tubes }: Custody): BookingEvent[] {
  const isDecided = tubes.every(({ accepted, rejected }) => accepted !== null || rejected !== null)
  return isDecided && status !== 'lab-processing' ? [{ type: 'LabProcessingStarted', data: {} }] : []
}

type Situation = { booking: Collected; custody: Custody; recorded: RecordedBy }

function decideStep(situation: Situation, step: CustodyStepCommand): Decision<CustodyEvent> {
  const { custody, recorded } = situation
  switch (step.type) {
    case 'arrive':
      return custody.arrived ? accept() : accept({ type: 'CollectorArrived', data: { recorded } })
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

/** A mismatch after the confirmation is recorded, but does not take it back: it may be the older one. */
function identify(
  { custody, recorded }: Situation,
  { method, isConfirmed }: Step<'identify'>,
): Decision<CustodyEvent> {
  const isDone = isConfirmed ? custody.identity !== null : isKnown(custody.mismatchedAt, recorded)
  return isDone ? accept() : accept({ type: 'IdentityChecked', data: { recorded, method, isConfirmed } })
}

function draw({ booking, custody, recorded }: Situation, { tubes }: Step<'draw'>): Decision<CustodyEvent> {
  const drawn: { number: number; code: string | null }[] = []
  for (const { number, code: scanned } of tubes) {
    const tube = tubeOf(custody, number)
    if (!tube || drawn.some((other) => other.number === number)) return refuse('invalid')
    const code = boundCode(booking, custody, number, scanned)
    if (typeof code === 'object' && code !== null) return code
    if (!tube.drawn) drawn.push({ number, code })
    else if (tube.code !== code && scanned !== undefined) return refuse('tube-drawn-already')
  }
  if (drawn.length === 0) return accept()
  const codes = drawn.flatMap(({ code }) => code ?? [])
  if (new Set(codes).size < codes.length) return refuse('wrong-tube')
  if (!custody.identity) return refuse('identity-not-confirmed')
  return accept({ type: 'TubesDrawn', data: { recorded, tubes: drawn } })
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

function handOver(
  { custody, recorded }: Situation,
  { tubes, temperatureC }: Step<'handOver'>,
): Decision<CustodyEvent> {
  const found = tubesOf(custody, tubes)
  if (!found) return refuse('invalid')
  const left = found.filter(({ handedOver }) => !handedOver)
  if (left.some(({ drawn }) => !drawn)) return refuse('tube-not-drawn')
  if (left.length === 0) return accept()
  return accept({
    type: 'TubesHandedOver',
    data: { recorded, tubes: numbersOf(left), temperatureC: temperatureC ?? null },
  })
}

function receive(
  { custody, recorded }: Situation,
  { tubes, temperatureC }: Step<'receive'>,
): Decision<CustodyEvent> {
  const found = tubesOf(custody, tubes)
  if (!found) return refuse('invalid')
  const left = found.filter(({ received }) => !received)
  if (left.length === 0) return accept()
  return accept({
    type: 'TubesReceived',
    data: { recorded, tubes: numbersOf(left), temperatureC: temperatureC ?? null },
  })
}

/** Who accepts a tube that nobody received has received it. */
function acceptTubes(
  { custody, recorded }: Situation,
  { tubes, lateReason }: Step<'accept'>,
): Decision<CustodyEvent> {
  const found = tubesOf(custody, tubes)
  if (!found) return refuse('invalid')
  const left = found.filter(({ accepted }) => !accepted)
  if (left.length === 0) return accept()
  if (left.some(({ rejected }) => rejected)) return refuse('tube-rejected')
  if (left.some(({ drawn }) => !drawn)) return refuse('tube-not-drawn')
  if (!lateReason && left.some((tube) => isOver(tube, recorded.at))) return refuse('stability-over')
  return accept(...receipts(left, recorded), {
    type: 'TubesAccepted',
    data: { recorded, tubes: numbersOf(left), lateReason: lateReason ?? null },
  })
}

/** A tube that was not drawn can be rejected with the others of the person: as insufficient. */
function reject({ custody, recorded }: Situation, { tubes }: Step<'reject'>): Decision<CustodyEvent> {
  const reasons = new Map(tubes.map(({ number, reason }) => [number, reason]))
  const found = tubesOf(custody, [...reasons.keys()])
  if (!found) return refuse('invalid')
  const left = found.filter(({ rejected }) => !rejected)
  if (left.length === 0) return accept()
  if (left.some(({ accepted }) => accepted)) return refuse('tube-accepted')
  if (!custody.tubes.some(({ drawn, received }) => drawn || received)) return refuse('tube-not-drawn')
  const rejected = left.map(({ number }) => ({ number, reason: reasons.get(number) ?? 'other' }))
  return accept({ type: 'TubesRejected', data: { recorded, tubes: rejected } })
}

function fail({ custody, recorded }: Situation, { outcome }: Step<'fail'>): Decision<CustodyEvent> {
  if (custody.tubes.some(({ drawn }) => drawn)) return refuse('tubes-drawn')
  if (isKnown(custody.outcome?.at, recorded)) return accept()
  return accept({ type: 'CollectionFailed', data: { recorded, outcome } })
}

/** What is older than the latest of its kind came late, or came again. */
function isKnown(latest: string | null | undefined, { at }: RecordedBy): boolean {
  return latest != null && Date.parse(at) <= Date.parse(latest)
}

/** Whether a tube came to the lab later than its tests allow. @param at instant: counts until the tube is received */
function isOver({ drawn, received, stability: { windowMs } }: CustodyTube, at: string): boolean {
  return (
    drawn !== null && windowMs !== null && Date.parse(received?.at ?? at) - Date.parse(drawn.at) > windowMs
  )
}

function receipts(tubes: readonly CustodyTube[], recorded: RecordedBy): CustodyEvent[] {
  const missing = tubes.filter(({ received }) => !received)
  if (missing.length === 0) return []
  return [{ type: 'TubesReceived', data: { recorded, tubes: numbersOf(missing), temperatureC: null } }]
}

function tubeOf({ tubes }: Custody, number: number): CustodyTube | undefined {
  return tubes.find((tube) => tube.number === number)
}

/** @returns undefined if one of the numbers is none */
function tubesOf(custody: Custody, numbers: readonly number[]): CustodyTube[] | undefined {
  const found = [...new Set(numbers)].map((number) => tubeOf(custody, number))
  return found.length > 0 && found.every((tube) => tube !== undefined) ? found : undefined
}

function numbersOf(tubes: readonly CustodyTube[]): number[] {
  return tubes.map(({ number }) => number)
}
