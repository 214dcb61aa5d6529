import type { CustodyAlarm } from '@jaanch/contracts/vocabulary'
import type { Custody, CustodyTube, RecordedBy, RecordedStep } from './custody.ts'
import type { CustodyEvent } from './events.ts'

const unused: Custody = {
  tubes: [],
  withdrawn: [],
  labels: null,
  arrived: null,
  identity: null,
  mismatches: 0,
  mismatchedAt: null,
  alarmAt: null,
  alarm: null,
  once: [],
  outcome: null,
}

/** Applies an event without checking rules. */
export function evolveCustody(custody: Custody | null, event: CustodyEvent): Custody {
  const before = withDrawn(custody ?? unused, event)
  const state = changedBy(before, event)
  if (!('recorded' in event.data)) return state
  const { recorded } = event.data
  const alarm = alarmOf(before, event, recorded)
  return alarm ? { ...state, alarmAt: recorded.at, alarm } : state
}

function alarmOf(
  { tubes, mismatchedAt, identity }: Custody,
  event: CustodyEvent,
  { marks, at }: RecordedBy,
): CustodyAlarm | null {
  if (marks.includes('after-end')) return 'after-end'
  if (event.type === 'IdentityChecked') {
    // the one that counts was made after it
    const isOutdated = identity !== null && identity.at > at
    return !event.data.isConfirmed && !isOutdated && tubes.some(({ drawn }) => drawn) ? 'mismatch' : null
  }
  if (event.type !== 'TubesDrawn') return null
  if (marks.includes('after-removal')) return 'after-removal'
  return mismatchedAt !== null && identity === null ? 'mismatch' : null
}

/** A tube whose tests were withdrawn while nobody knew of its draw is among the others again: the laboratory gets it. */
function withDrawn(custody: Custody, { type, data }: CustodyEvent): Custody {
  if (custody.withdrawn.length === 0 || type === 'LabelsPrinted' || !('tubes' in data)) return custody
  const numbers = data.tubes.map((tube) => (typeof tube === 'number' ? tube : tube.number))
  const isNamed = ({ number }: CustodyTube) => numbers.includes(number)
  return {
    ...custody,
    tubes: [...custody.tubes, ...custody.withdrawn.filter(isNamed)].toSorted((a, b) => a.number - b.number),
    withdrawn: custody.withdrawn.filter((tube) => !isNamed(tube)),
  }
}

function changedBy(state: Custody, event: CustodyEvent): Custody {
  switch (event.type) {
    case 'TubesPlanned':
      return { ...state, tubes: event.data.tubes.map(undrawn) }
    case 'LabelsPrinted':
      return { ...state, labels: { prints: (state.labels?.prints ?? 0) + 1, at: event.data.at } }
    case 'CollectorArrived': {
      const { recorded } = event.data
      const known = { ...state, once: [...state.once, onceKey('arrived', recorded)] }
      return isOfEarlierVisit(recorded) ? known : { ...known, arrived: state.arrived ?? stepOf(recorded) }
    }
    case 'IdentityChecked':
      return checked(state, event.data)
    case 'TubesDrawn': {
      const { recorded, tubes } = event.data
      const codes = new Map(tubes.map(({ number, code }) => [number, code]))
      return {
        ...changed(state, [...codes.keys()], ({ number }) => ({
          drawn: stepOf(recorded),
          code: codes.get(number) ?? null,
        })),
        outcome: null,
      }
    }
    case 'TubesHandedOver':
      return changed(state, event.data.tubes, () => ({ handedOver: stepOf(event.data.recorded) }))
    case 'TubesReceived': {
      const { recorded, tubes, temperatureC } = event.data
      return changed(state, tubes, () => ({ received: { ...stepOf(recorded), temperatureC } }))
    }
    case 'TubesAccepted': {
      const { recorded, tubes, lateReason } = event.data
      return changed(state, tubes, () => ({ accepted: { ...stepOf(recorded), lateReason } }))
    }
    case 'TubesRejected': {
      const { recorded, tubes } = event.data
      const reasons = new Map(tubes.map(({ number, reason }) => [number, reason]))
      return changed(state, [...reasons.keys()], ({ number }) => ({
        rejected: { ...stepOf(recorded), reason: reasons.get(number) ?? 'other' },
      }))
    }
    case 'CollectionFailed': {
      const { recorded, outcome } = event.data
      const known = { ...state, once: [...state.once, onceKey('failed', recorded)] }
      if (isOfEarlierVisit(recorded) || state.tubes.some(({ drawn }) => drawn)) return known
      return { ...known, outcome: { ...stepOf(recorded), outcome } }
    }
  }
}

/** A mismatch takes an earlier confirmation back, and a confirmation that is older than a mismatch does not count. The first one counts. */
function checked(
  state: Custody,
  { recorded, method, isConfirmed }: Extract<CustodyEvent, { type: 'IdentityChecked' }>['data'],
): Custody {
  const once = [...state.once, onceKey(isConfirmed ? 'confirmed' : 'mismatched', recorded)]
  if (!isConfirmed) {
    const { identity, mismatchedAt } = state
    return {
      ...state,
      once,
      mismatches: state.mismatches + 1,
      mismatchedAt: mismatchedAt !== null && mismatchedAt > recorded.at ? mismatchedAt : recorded.at,
      identity: identity !== null && identity.at > recorded.at ? identity : null,
    }
  }
  const isOutdated = state.mismatchedAt !== null && state.mismatchedAt > recorded.at
  if (isOutdated || isOfEarlierVisit(recorded)) return { ...state, once }
  return { ...state, once, identity: state.identity ?? { ...stepOf(recorded), method } }
}

/** Identifies a record without its key: by who did it, when by the clock of the device, and what it was. */
export function onceKey(
  what: 'arrived' | 'confirmed' | 'mismatched' | 'failed',
  { by, deviceAt }: Pick<RecordedBy, 'by' | 'deviceAt'>,
): string {
  return `${what} ${by} ${deviceAt}`
}

/** It says nothing of the visit that is made now: its recorder was taken off. */
function isOfEarlierVisit({ marks }: RecordedBy): boolean {
  return marks.includes('after-removal')
}

function undrawn(
  tube: Extract<CustodyEvent, { type: 'TubesPlanned' }>['data']['tubes'][number],
): CustodyTube {
  return {
    ...tube,
    code: null,
    drawn: null,
    handedOver: null,
    received: null,
    accepted: null,
    rejected: null,
  }
}

function stepOf({ at, by, enteredBy, marks }: RecordedBy): RecordedStep {
  return { at, by, enteredBy, marks }
}

function changed(
  custody: Custody,
  numbers: readonly number[],
  change: (tube: CustodyTube) => Partial<CustodyTube>,
): Custody {
  return {
    ...custody,
    tubes: custody.tubes.map((tube) => (numbers.includes(tube.number) ? { ...tube, ...change(tube) } : tube)),
  }
}
