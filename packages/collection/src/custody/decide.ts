import type { BookingEvent } from '@jaanch/booking/events'
import { accept, type Decision, refuse } from '@jaanch/contracts/decider'
import type { ErrorCode } from '@jaanch/contracts/errors'
import type { Custody } from '../custody-facts.ts'
import type { CustodyCommand, CustodyStepCommand } from './commands.ts'
import { arrive, draw, fail, identify } from './decide-at-door.ts'
import { acceptTubes, handOver, receive, reject } from './decide-at-lab.ts'
import { type CustodyEvent, evolveCustody } from './evolve.ts'
import { type Collected, isOver, recordOf, type Situation } from './situation.ts'

type Decided = Decision<BookingEvent>
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
  { plan, step, lastRecordedAt, ...record }: Extract<CustodyCommand, { type: 'custody' }>,
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
  plan: Extract<CustodyCommand, { type: 'custody' }>['plan'],
): Planned | { refused: ErrorCode } {
  if (custody && custody.tubes.length > 0) return { custody, events: [] }
  // a worker numbers the order a moment after it was placed, and labels need the number
  if (orderNumber === null) return refuse('order-number-pending')
  if (plan.length === 0) return refuse('invalid')
  const event: CustodyEvent = { type: 'TubesPlanned', data: { tubes: [...plan] } }
  return { custody: evolveCustody(custody, event), events: [event] }
}

/**
 * Who draws a sample of a booking that the lab did not confirm has confirmed it. A tube that the laboratory has was drawn, also if a phone
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
