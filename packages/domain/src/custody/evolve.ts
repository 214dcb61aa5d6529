import type { Custody, CustodyTube, RecordedBy } from '@jaanch/contracts/custody'
import type { BookingEvent } from '@jaanch/contracts/events/booking'

export type CustodyEvent = Extract<
  BookingEvent,
  {
    type:
      | 'TubesPlanned'
      | 'LabelsPrinted'
      | 'CollectorArrived'
      | 'IdentityChecked'
      | 'TubesDrawn'
      | 'TubesHandedOver'
      | 'TubesReceived'
      | 'TubesAccepted'
      | 'TubesRejected'
      | 'CollectionFailed'
  }
>

const unused: Custody = {
  tubes: [],
  labels: null,
  arrived: null,
  identity: null,
  mismatches: 0,
  mismatchedAt: null,
  outcome: null,
}

/** Applies an event without checking rules. */
export function evolveCustody(custody: Custody | null, event: CustodyEvent): Custody {
  const state = custody ?? unused
  switch (event.type) {
    case 'TubesPlanned':
      return { ...state, tubes: event.data.tubes.map(undrawn) }
    case 'LabelsPrinted':
      return { ...state, labels: { prints: (state.labels?.prints ?? 0) + 1, at: event.data.at } }
    case 'CollectorArrived':
      return { ...state, arrived: stepOf(event.data.recorded) }
    case 'IdentityChecked': {
      const { recorded, method, isConfirmed } = event.data
      return isConfirmed
        ? { ...state, identity: { ...stepOf(recorded), method } }
        : { ...state, mismatches: state.mismatches + 1, mismatchedAt: recorded.at }
    }
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
    case 'CollectionFailed':
      return { ...state, outcome: { ...stepOf(event.data.recorded), outcome: event.data.outcome } }
  }
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

function stepOf({ at, by }: RecordedBy): { at: string; by: string } {
  return { at, by }
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
