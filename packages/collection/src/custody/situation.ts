/** What a step of custody is decided on, and what the decisions share. */
import type { Booking } from '@jaanch/booking/booking'
import type { RecordingMark } from '@jaanch/contracts/vocabulary'
import type { Custody, CustodyTube, RecordedBy } from '../custody-facts.ts'
import type { CustodyCommand, CustodyStepCommand } from './commands.ts'
import type { CustodyEvent } from './evolve.ts'
import { type Bounds, isAtDesk, timeOf } from './times.ts'

/** What the rules of custody read of a booking */
export type Collected = Pick<Booking, 'labPartnerId' | 'orderNumber' | 'status' | 'custody'>
export type Step<Type extends CustodyStepCommand['type']> = Extract<CustodyStepCommand, { type: Type }>

export type Situation = {
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
export function timed<Tube>(
  tubes: readonly Tube[],
  recordedOf: (tube: Tube) => RecordedBy,
  eventOf: (recorded: RecordedBy, tubes: readonly Tube[]) => CustodyEvent,
): CustodyEvent[] {
  const groups = Map.groupBy(tubes, (tube) => recordedOf(tube).at)
  return [...groups.values()].map((some) => eventOf(recordedOf(some[0] as Tube), some))
}

/** @returns a tube, also one whose tests were withdrawn: it may have been drawn before */
export function tubeOf({ tubes, withdrawn }: Custody, number: number): CustodyTube | undefined {
  return [...tubes, ...withdrawn].find((tube) => tube.number === number)
}

/** @returns undefined if one of the numbers is none */
export function tubesOf(custody: Custody, numbers: readonly number[]): CustodyTube[] | undefined {
  const found = [...new Set(numbers)].map((number) => tubeOf(custody, number))
  return found.length > 0 && found.every((tube) => tube !== undefined) ? found : undefined
}

export function numbersOf(tubes: readonly CustodyTube[]): number[] {
  return tubes.map(({ number }) => number)
}
