/** Decisions of a booking on the custody of its tubes. Phones without a network decide with the same code. */
import type { ProgressEvent } from '@jaanch/booking/progress'
import { accept, type Decision, refuse } from '@jaanch/contracts/decider'
import type { ErrorCode } from '@jaanch/contracts/errors'
import type { CustodyCommand, CustodyStepCommand } from './commands.ts'
import type { Custody } from './custody.ts'
import type { CustodyEvent } from './events.ts'
import { evolveCustody } from './evolve.ts'
import { type Collected, decideStep, isOver, recordOf } from './steps.ts'

type Decided = Decision<CustodyEvent | ProgressEvent>
type Of<Type extends CustodyCommand['type']> = Extract<CustodyCommand, { type: Type }>

/** Labels are printed before the tubes are drawn: these plan them. */
export function printLabels(booking: Collected, { plan, tubes }: Of<'printLabels'>, now: Date): Decided {
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
 * The first command plans the tubes; the status of the booking follows from the first tube and the last decision on one. What happened
 * is recorded even if the booking was cancelled or completed meanwhile: its events have a mark, and its status stays.
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
  return accept<CustodyEvent | ProgressEvent>(
    ...planned.events,
    ...statusBefore(booking, step),
    ...decided.events,
    ...statusAfter(booking, after),
  )
}

type Planned = { custody: Custody; events: CustodyEvent[] }

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
function statusBefore({ status }: Collected, { type }: CustodyStepCommand): ProgressEvent[] {
  const isOfTube = type !== 'arrive' && type !== 'identify' && type !== 'fail'
  if (!isOfTube || (status !== 'pending' && status !== 'confirmed')) return []
  const started: ProgressEvent = { type: 'SampleCollectionStarted', data: {} }
  return status === 'pending' ? [{ type: 'BookingConfirmed', data: {} }, started] : [started]
}

/** Once the lab has decided on each tube, whatever it decided */
function statusAfter({ status }: Collected, { tubes }: Custody): ProgressEvent[] {
  const isDecided = tubes.every(({ accepted, rejected }) => accepted !== null || rejected !== null)
  return isDecided && status !== 'lab-processing' ? [{ type: 'LabProcessingStarted', data: {} }] : []
}
