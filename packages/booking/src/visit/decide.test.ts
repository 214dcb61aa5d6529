import { fold } from '@jaanch/contracts/decider'
import type { ErrorCode } from '@jaanch/contracts/errors'
import { describe, expect, it } from 'vitest'
import type { Booking, Place } from '../booking.ts'
import { bookingDecider } from '../decider.ts'
import type { BookingEvent } from '../events.ts'
import type { PlaceDetails } from '../order.ts'
import { priceOf } from '../order.ts'
import {
  details,
  now,
  otherLab,
  ourLab,
  placed,
  plain,
  proposal,
  proposed,
  uuid,
} from '../testing/bookings.ts'
import { decideVisit, visitCommands } from './decide.ts'
import type { PlaceChange } from './place-change.ts'
import { visitToAssign } from './visit.ts'

const [self, mother] = [uuid(1), uuid(4)]
const visitId = uuid(9)
const place: Place = { labPartnerId: ourLab, date: '2026-01-31', slot: 2 }
const taken = { place: { ...place, date: '2026-02-02', slot: 3 }, hold: uuid(70) }
const to = { scheduledDate: '2026-02-02', scheduledTime: '10:00-12:00' } as const
const cancelled: BookingEvent = { type: 'BookingCancelled', data: { reason: 'customer-request' } }
const completed = [
  'BookingConfirmed',
  'SampleCollectionStarted',
  'LabProcessingStarted',
  'BookingCompleted',
].map((type) => plain(type as 'BookingConfirmed'))
const assigned = (labPartnerId: string, at?: Place | null): BookingEvent => ({
  type: 'LabAssigned',
  data: { labPartnerId, ...(at !== undefined && { place: at }) },
})

type Commands = typeof visitCommands
type Asked = { [Type in keyof Commands]: { type: Type } & Parameters<Commands[Type]>[0] }[keyof Commands]

/** The bookings of a visit, by what happened to each after it was placed. The second one is of another person */
function given(histories: BookingEvent[][], placedWith: Partial<PlaceDetails> = {}) {
  const bookings = histories.map((history, index): Booking => {
    const ofVisit = histories.length > 1 ? { visitId } : {}
    const opened = {
      ...(history[0]?.type === 'OrderProposed' ? history[0] : placed).data,
      ...ofVisit,
      ...placedWith,
    }
    const type = history[0]?.type === 'OrderProposed' ? 'OrderProposed' : 'BookingPlaced'
    const first = { type, data: { ...opened, bookingId: [self, mother][index] } } as BookingEvent
    const booking = fold(bookingDecider, [
      first,
      ...history.filter((event) => event.type !== 'OrderProposed'),
    ])
    if (booking.status === 'none') throw new Error('The history has no booking')
    return booking
  })
  const visit = { visitId: bookings[0]?.visitId ?? visitId, bookings }
  return {
    when({ type, ...asked }: Asked, at = now) {
      const command = visitCommands[type] as (
        asked: unknown,
        on: typeof visit,
      ) => ReturnType<Commands['move']>
      const decision = decideVisit(visit, command(asked, visit), at)
      return {
        // biome-ignore lint/suspicious/noThenProperty: given–when–then; it is never awaited
        then(expected: ErrorCode | Record<string, BookingEvent[]>, places: PlaceChange[] = []) {
          if (typeof expected === 'string') return expect(decision).toEqual({ refused: expected })
          if ('refused' in decision) return expect(decision).toEqual(expected)
          expect(Object.fromEntries(decision.events)).toEqual(expected)
          expect(decision.places).toEqual(places)
        },
      }
    },
  }
}

const ofTwo = (change: Partial<PlaceChange> = {}): PlaceChange => ({
  visit: visitId,
  bookings: 2,
  claim: 'same',
  ...change,
})

describe('a new visit', () => {
  const both = [self, mother].map((bookingId) => ({ ...details, bookingId, visitId }))
  const placedAt = (bookingId: string, at: Place | null): BookingEvent => ({
    type: 'BookingPlaced',
    data: { ...details, bookingId, visitId, place: at, total: 79_850, final: 69_850 },
  })

  it('is a booking for each person, with one place for all', () => {
    given([])
      .when({ type: 'place', bookings: both, taken: { place, hold: uuid(70) } })
      .then({ [self]: [placedAt(self, place)], [mother]: [placedAt(mother, place)] }, [
        ofTwo({ claim: 'held', hold: uuid(70) }),
      ])
  })

  it('takes nothing where nothing is limited', () => {
    given([])
      .when({ type: 'place', bookings: both, taken: null })
      .then({
        [self]: [placedAt(self, null)],
        [mother]: [placedAt(mother, null)],
      })
  })

  it('is refused as a whole if one person is', () => {
    const late = both.map((each, index) => ({
      ...each,
      scheduledDate: index === 1 ? '2026-01-29' : '2026-01-31',
    }))
    given([]).when({ type: 'place', bookings: late, taken: null }).then('date-past')
  })

  it('is refused if one of its bookings exists already, as one of another visit', () => {
    given([[]]).when({ type: 'place', bookings: both.toReversed(), taken: null }).then('already-exists')
  })

  it('that an admin proposes keeps its place for 48 hours, and no longer than until it begins', () => {
    const order: BookingEvent = { ...proposed, data: { ...proposed.data, place } } as BookingEvent
    given([])
      .when({ type: 'propose', details: proposal, taken: { place, hold: uuid(70) } })
      .then({ [self]: [order] }, [
        { visit: self, bookings: 1, claim: 'held', hold: uuid(70), until: '2026-01-31T03:30:00.000Z' },
      ])
  })
})

describe('a proposed order', () => {
  const confirm = { type: 'confirm', bookingId: self } as const

  it('is confirmed with its place, which must still be there', () => {
    given([[proposed]], { place })
      .when(confirm)
      .then({ [self]: [plain('OrderConfirmed')] }, [{ visit: self, bookings: 1, claim: 'kept' }])
    given([[proposed]])
      .when(confirm)
      .then({ [self]: [plain('OrderConfirmed')] })
  })

  it('whose place was given back is confirmed with another one, with the same one held anew, or with none where nothing is limited', () => {
    const another: BookingEvent = { type: 'OrderConfirmed', data: { place: taken.place } }
    given([[proposed]], { place })
      .when({ ...confirm, taken })
      .then({ [self]: [another] }, [{ visit: self, bookings: 1, claim: 'held', hold: uuid(70) }])
    given([[proposed]], { place })
      .when({ ...confirm, taken: { place, hold: uuid(70) } })
      .then({ [self]: [{ type: 'OrderConfirmed', data: { place } }] }, [
        { visit: self, bookings: 1, claim: 'held', hold: uuid(70) },
      ])
    const none: BookingEvent = { type: 'OrderConfirmed', data: { place: null } }
    given([[proposed]], { place })
      .when({ ...confirm, taken: null })
      .then({ [self]: [none] }, [{ visit: self, bookings: 1, claim: 'counted' }])
  })

  it('is confirmed for another time that its customer chooses, also when its own is over, with a place there', () => {
    const chosen: BookingEvent = { type: 'OrderConfirmed', data: { place: taken.place, ...to } }
    for (const at of [now, new Date('2026-02-01T00:00:00Z')]) {
      given([[proposed]], { place })
        .when({ ...confirm, time: to, taken }, at)
        .then({ [self]: [chosen] }, [{ visit: self, bookings: 1, claim: 'held', hold: uuid(70) }])
    }
    const instead = { scheduledDate: place.date, scheduledTime: '08:00-10:00' } as const
    given([[proposed]], { place })
      .when({ ...confirm, time: instead })
      .then({ [self]: [{ type: 'OrderConfirmed', data: instead }] }, [
        { visit: self, bookings: 1, claim: 'kept' },
      ])
    given([[proposed]])
      .when({ ...confirm, time: to }, new Date('2026-02-03T00:00:00Z'))
      .then('date-past')
  })

  it('that is declined gives its place back', () => {
    const decline = { type: 'each', of: { bookingId: self }, command: { type: 'declineOrder' } } as const
    given([[proposed]], { place })
      .when(decline)
      .then({ [self]: [plain('OrderDeclined')] }, [{ visit: self, bookings: 0, claim: 'same' }])
  })
})

describe('cancelling', () => {
  const cancel = { type: 'cancel', by: 'admin', reason: 'customer-request' } as const
  const one: Asked = { type: 'each', of: { bookingId: self }, command: cancel }
  const all: Asked = { type: 'each', of: 'open', command: cancel }

  it('of one person leaves the place to the others', () => {
    given([[], []], { place })
      .when(one)
      .then({ [self]: [cancelled] }, [ofTwo({ bookings: 1 })])
    given([[], [cancelled]], { place })
      .when(one)
      .then({ [self]: [cancelled] }, [ofTwo({ bookings: 0 })])
  })

  it('of all open bookings is one step, and leaves completed ones their place', () => {
    given([[], []], { place })
      .when(all)
      .then({ [self]: [cancelled], [mother]: [cancelled] }, [ofTwo({ bookings: 0 })])
    given([[], [assigned(ourLab), ...completed]], { place })
      .when(all)
      .then({ [self]: [cancelled] }, [ofTwo({ bookings: 1 })])
  })

  it('is refused if none is open, or if one of them refuses it', () => {
    given([[cancelled], [cancelled]])
      .when(all)
      .then('wrong-status')
    given([[plain('BookingConfirmed')], []])
      .when({ ...all, command: { ...cancel, by: 'customer' } })
      .then('cancel-only-confirmed')
  })

  it('of a visit whose lab declared nothing may free a place that was counted', () => {
    given([[assigned(ourLab)]])
      .when(one)
      .then({ [self]: [cancelled] }, [{ visit: self, bookings: 0, claim: 'same' }])
  })
})

describe('the progress of a booking', () => {
  it('changes nothing about its place, and may be that of all open ones', () => {
    const advance = { type: 'advance', to: 'confirmed' } as const
    given([[], []], { place })
      .when({ type: 'each', of: 'open', command: advance })
      .then({
        [self]: [plain('BookingConfirmed')],
        [mother]: [plain('BookingConfirmed')],
      })
  })
})

describe('what a lab does for all people of a visit in one press', () => {
  const confirmed = plain('BookingConfirmed')
  const paid: BookingEvent = {
    type: 'PaymentRecorded',
    data: { method: 'upi', amount: priceOf(details.lines, details.discount)?.final ?? 0 },
  }
  const due: BookingEvent = {
    type: 'RefundDue',
    data: { packageIds: [details.lines[0]?.packageId ?? ''], amount: 100 },
  }
  const advance: Asked = {
    type: 'each',
    of: { bookingId: self, with: 'same-status' },
    command: { type: 'advance', to: 'confirmed' },
  }
  const pay: Asked = {
    type: 'each',
    of: { bookingId: self, with: 'unpaid' },
    command: { type: 'recordPayment', method: 'upi' },
  }

  it('advances those in the status of the named one: not one who is further, cancelled, or with another lab', () => {
    const ours = [assigned(ourLab)]
    given([ours, ours], { place })
      .when(advance)
      .then({ [self]: [confirmed], [mother]: [confirmed] })
    for (const other of [[...ours, confirmed], [...ours, cancelled], [assigned(otherLab)]]) {
      given([ours, other])
        .when(advance)
        .then({ [self]: [confirmed] })
    }
    given([[...ours, confirmed], ours])
      .when(advance)
      .then('wrong-status')
  })

  it('records the payment of all who have not paid, and says why if nobody is left', () => {
    given([[], []])
      .when(pay)
      .then({ [self]: [paid], [mother]: [paid] })
    given([[paid], []])
      .when(pay)
      .then({ [mother]: [paid] })
    given([[], [cancelled]])
      .when(pay)
      .then({ [self]: [paid] })
    given([[paid], [cancelled]])
      .when(pay)
      .then('already-paid')
    given([[due], []])
      .when(pay)
      .then({ [mother]: [paid] })
    given([[due], [paid]])
      .when(pay)
      .then('refund-due')
    given([[cancelled], [paid]])
      .when(pay)
      .then('already-cancelled')
  })
})

describe('assigning a lab', () => {
  const assign = {
    type: 'assign',
    bookingId: self,
    labPartnerId: ourLab,
    place: null,
    isForced: false,
  } as const

  it('is for all whose collection has not begun, with the place that the visit takes', () => {
    const events = { [self]: [assigned(ourLab, place)], [mother]: [assigned(ourLab, place)] }
    given([[], []])
      .when({ ...assign, place })
      .then(events, [ofTwo({ claim: 'free', ...place })])
    given([[], []])
      .when({ ...assign, place, isForced: true })
      .then(events, [ofTwo({ claim: 'forced', ...place })])
  })

  it('leaves out who was cancelled', () => {
    given([[], [cancelled]])
      .when({ ...assign, place })
      .then({ [self]: [assigned(ourLab, place)] }, [ofTwo({ bookings: 1, claim: 'free', ...place })])
  })

  it('without a place gives the present one back, and is counted if the lab declares something meanwhile', () => {
    given([[]], { place: { ...place, labPartnerId: otherLab } })
      .when(assign)
      .then({ [self]: [assigned(ourLab, null)] }, [{ visit: self, bookings: 1, claim: 'counted', ...place }])
    given([[]])
      .when(assign)
      .then({ [self]: [assigned(ourLab)] }, [{ visit: self, bookings: 1, claim: 'counted', ...place }])
  })

  it('is refused once another lab has begun to collect, and has no effect if it is the same lab', () => {
    const begun = [assigned(otherLab), plain('BookingConfirmed'), plain('SampleCollectionStarted')]
    given([[assigned(otherLab)], begun])
      .when({ ...assign, place })
      .then('collection-begun')
    given([[assigned(ourLab)], [assigned(ourLab)]])
      .when({ ...assign, place })
      .then({})
  })

  it('is refused by the status of the booking that is named, whatever that of the others', () => {
    given([[cancelled], []])
      .when(assign)
      .then('already-cancelled')
    given([]).when(assign).then('not-found')
  })

  it('to an order that nobody answered does not keep its place longer', () => {
    given([[proposed]], { place: null })
      .when({ ...assign, place })
      .then({ [self]: [assigned(ourLab, place)] }, [
        { visit: self, bookings: 1, claim: 'free', ...place, until: '2026-01-31T03:30:00.000Z' },
      ])
  })
})

describe('declining an assignment', () => {
  const decline = { type: 'decline', bookingId: self, labPartnerId: ourLab, reason: 'no-collector' } as const
  const declined: BookingEvent = {
    type: 'LabDeclined',
    data: { labPartnerId: ourLab, reason: 'no-collector' },
  }

  it('is for all of the visit, pending and confirmed, and gives its place back', () => {
    given([[assigned(ourLab, place), plain('BookingConfirmed')], [assigned(ourLab, place)]])
      .when(decline)
      .then({ [self]: [declined], [mother]: [declined] }, [ofTwo({ claim: 'counted' })])
  })

  it('leaves out who was cancelled, and whom another lab has by now', () => {
    given([[assigned(ourLab)], [assigned(ourLab), cancelled]])
      .when(decline)
      .then({ [self]: [declined] }, [ofTwo({ bookings: 1, claim: 'counted' })])
    given([[assigned(otherLab)]])
      .when(decline)
      .then({})
    const begun = [assigned(otherLab), plain('BookingConfirmed'), plain('SampleCollectionStarted')]
    given([[assigned(ourLab)], begun])
      .when(decline)
      .then({ [self]: [declined] }, [ofTwo({ claim: 'counted' })])
  })

  it('is refused for all once the collection of one has begun', () => {
    const begun = [assigned(ourLab), plain('BookingConfirmed'), plain('SampleCollectionStarted')]
    given([[assigned(ourLab)], begun])
      .when(decline)
      .then('collection-begun')
    given([[assigned(ourLab)], [assigned(ourLab), ...completed]])
      .when(decline)
      .then('collection-begun')
    given([begun]).when(decline).then('collection-begun')
    given([[cancelled]])
      .when(decline)
      .then('already-cancelled')
    given([]).when(decline).then('not-found')
  })
})

describe('an escalation', () => {
  it('is recorded for all whose collection has not begun', () => {
    const data = { labPartnerId: ourLab, step: 'lab-warned' } as const
    const warned: BookingEvent = { type: 'AssignmentEscalated', data }
    given([[assigned(ourLab)], [assigned(ourLab)]], { place })
      .when({ type: 'escalate', ...data })
      .then({ [self]: [warned], [mother]: [warned] })
  })
})

describe('a move', () => {
  const move = { type: 'move', bookingId: self, isAlone: false, by: 'customer', ...to } as const
  const movedTo = (of: string | null, at: Place | null): BookingEvent => ({
    type: 'BookingRescheduled',
    data: { by: 'customer', ...to, visitId: of, place: at },
  })

  it('is for all of the visit, to the place that was taken', () => {
    given([[], []], { place })
      .when({ ...move, taken })
      .then({ [self]: [movedTo(visitId, taken.place)], [mother]: [movedTo(visitId, taken.place)] }, [
        ofTwo({ claim: 'held', hold: uuid(70) }),
      ])
  })

  it('of one person leaves the visit, and takes a place of its own', () => {
    given([[], []], { place })
      .when({ ...move, isAlone: true, taken })
      .then({ [self]: [movedTo(null, taken.place)] }, [
        ofTwo({ bookings: 1 }),
        { visit: self, bookings: 1, claim: 'held', hold: uuid(70) },
      ])
  })

  it('where nothing is limited gives the place up; with a lab it is counted if that declares something meanwhile', () => {
    given([[]], { place })
      .when({ ...move, taken: null })
      .then({ [self]: [movedTo(null, null)] }, [{ visit: self, bookings: 1, claim: 'counted' }])
    given([[assigned(ourLab)]])
      .when({ ...move, taken: null })
      .then({ [self]: [movedTo(null, null)] }, [
        { visit: self, bookings: 1, claim: 'counted', labPartnerId: ourLab, date: '2026-02-02', slot: 3 },
      ])
  })

  it('into the slot in which an instant visit has a place keeps it', () => {
    const own = { ...place, date: '2026-02-02', slot: 3 }
    const instant = {
      collectionType: 'instant',
      scheduledDate: null,
      scheduledTime: null,
      place: own,
    } as const
    given([[]], instant)
      .when(move)
      .then({ [self]: [movedTo(null, own)] }, [{ visit: self, bookings: 1, claim: 'kept' }])
    // with another lab it is no place of the visit
    given([[assigned(otherLab)]], instant)
      .when(move)
      .then({ [self]: [movedTo(null, null)] }, [
        { visit: self, bookings: 1, claim: 'counted', labPartnerId: otherLab, date: '2026-02-02', slot: 3 },
      ])
  })

  it('is refused for all if the collection of one has begun; alone, others can still leave', () => {
    given([[], [assigned(ourLab), ...completed]])
      .when(move)
      .then('visit-begun')
    given([[assigned(ourLab), ...completed], []])
      .when(move)
      .then('already-completed')
    given([[], [assigned(ourLab), ...completed]])
      .when({ ...move, isAlone: true, taken: null })
      .then({ [self]: [movedTo(null, null)] }, [ofTwo({ bookings: 1 })])
  })

  it('leaves out who was cancelled, and has no effect at the same time', () => {
    given([[], [cancelled]])
      .when(move)
      .then({ [self]: [movedTo(visitId, null)] })
    given([[], []])
      .when({ ...move, scheduledDate: '2026-01-31', scheduledTime: '08:00-10:00' })
      .then({})
    given([]).when(move).then('not-found')
  })
})

describe('what a visit needs of a lab', () => {
  it('are the tests of all who are awaited, in the slot of the visit', () => {
    const bookings = [[], [cancelled]].map((events, index) => {
      const first: BookingEvent = {
        ...placed,
        data: { ...placed.data, bookingId: [self, mother][index] },
      } as BookingEvent
      return fold(bookingDecider, [first, ...events]) as Booking
    })
    const at = { pincode: '395003', city: 'Surat' }
    expect(visitToAssign({ visitId, bookings }, at, now)).toEqual({
      id: visitId,
      ...at,
      isInstant: false,
      slots: [{ date: '2026-01-31', slot: 2 }],
      packageIds: details.lines.map(({ packageId }) => packageId),
    })
    expect(visitToAssign({ visitId, bookings: bookings.slice(1) }, at, now)).toBeUndefined()
  })
})

describe('a person who leaves an instant visit for the slot in which it has its place', () => {
  it('leaves that place to the others, and takes none', () => {
    const own = taken.place
    const instant = { collectionType: 'instant', scheduledDate: null, scheduledTime: null } as const
    const moved: BookingEvent = {
      type: 'BookingRescheduled',
      data: { by: 'customer', ...to, visitId: null, place: null },
    }
    given([[], []], { ...instant, place: own })
      .when({ type: 'move', bookingId: self, isAlone: true, by: 'customer', ...to })
      .then({ [self]: [moved] }, [ofTwo({ bookings: 1 })])
  })
})
