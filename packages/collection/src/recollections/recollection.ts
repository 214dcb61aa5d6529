/** Tests of rejected tubes are collected again, in a booking of their own that costs nothing. */
import { type Booking, orderedBooking, recollection as recollected } from '@jaanch/booking/booking'
import { collecting, creates, type Facet, only, over, processing, proposed } from '@jaanch/booking/facet'
import { opened, type PlaceDetails } from '@jaanch/booking/order'
import { refusalOfSchedule } from '@jaanch/booking/rules'
import { accept, type Decision, refuse } from '@jaanch/contracts/decider'
import { defineEvent, type EventOf } from '@jaanch/contracts/event'
import { timeSlots } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'

const tests = z.object({ packageIds: z.array(z.uuid()).min(1) })

export const recollectionEvents = {
  /** Tests of another booking, of which tubes were rejected, are collected again, free of charge: waits for the customer. */
  RecollectionProposed: defineEvent(
    'RecollectionProposed',
    orderedBooking.extend({ recollection: recollected }),
  ),
  /** One was proposed for rejected tubes of this booking. */
  RecollectionOffered: defineEvent('RecollectionOffered', tests.extend({ bookingId: z.uuid() })),
  /** Tests of rejected tubes have results all the same, which the lab confirmed: they are not collected again. */
  RecollectionWithdrawn: defineEvent('RecollectionWithdrawn', tests),
  /** These of the tests that were to be collected again have results; others are left. */
  TestsWithdrawn: defineEvent('TestsWithdrawn', tests),
}

/** @property recollection the booking whose tubes were rejected, and the attempt: 1, 2 … @property scheduledTime one of the fixed slots */
export type RecollectionDetails = Omit<PlaceDetails, 'discount' | 'prescriptionId'> & {
  recollection: NonNullable<Booking['recollection']>
}

export type RecollectionCommand =
  | { type: 'proposeRecollection'; details: RecollectionDetails }
  | { type: 'offerRecollection'; bookingId: string; packageIds: string[] }
  /** For a booking in which tests are collected again, before its collection */
  | { type: 'withdrawTests'; packageIds: string[] }

export type RecollectionEvent = EventOf<typeof recollectionEvents>
type Decided = Decision<RecollectionEvent>
type Of<Type extends RecollectionCommand['type']> = Extract<RecollectionCommand, { type: Type }>

export const recollection = {
  transitions: {
    proposeRecollection: creates('done'),
    offerRecollection: only([collecting, processing, 'completed', 'cancelled'], 'wrong-status'),
    withdrawTests: only(['pending', proposed, 'confirmed'], 'wrong-status', over),
  },

  decisions: {
    proposeRecollection: (_, { details }, now) => propose(details, now),
    offerRecollection: offer,
    withdrawTests: withdraw,
  },

  evolve: {
    // it costs nothing, so nobody has to pay
    RecollectionProposed: (_, { recollection, ...data }) => ({
      ...opened(data, proposed),
      paymentStatus: 'paid',
      recollection,
    }),
    RecollectionOffered: ({ recollections }, data) => ({ recollections: [...recollections, data] }),
    RecollectionWithdrawn: () => ({}),
    TestsWithdrawn: (booking, { packageIds }) => withoutTests(booking, packageIds),
  },
} satisfies Facet<RecollectionCommand, RecollectionEvent>

/** Tests are paid for once: they are collected again without a price. */
function propose(details: RecollectionDetails, now: Date): Decided {
  const refusal = refusalOfSchedule(details, timeSlots, now)
  if (refusal) return refuse(refusal)
  const lines = details.lines.map(({ packageId, name }) => ({ packageId, name, price: 0 }))
  const free = { prescriptionId: null, total: 0, discount: 0, final: 0 }
  const data = recollectionEvents.RecollectionProposed.data.parse({ ...details, ...free, lines })
  return accept({ type: 'RecollectionProposed', data })
}

function offer(booking: Booking, { type: _, ...data }: Of<'offerRecollection'>): Decided {
  const isOffered = booking.recollections.some(({ bookingId }) => bookingId === data.bookingId)
  return isOffered ? accept() : accept({ type: 'RecollectionOffered', data })
}

/** @returns wrong-status if nothing would be left: the booking is cancelled then */
function withdraw({ recollection, lines }: Booking, { packageIds }: Of<'withdrawTests'>): Decided {
  if (recollection === null) return refuse('wrong-status')
  const withdrawn = lines.map(({ packageId }) => packageId).filter((id) => packageIds.includes(id))
  if (withdrawn.length === 0) return accept()
  if (withdrawn.length === lines.length) return refuse('wrong-status')
  return accept({ type: 'TestsWithdrawn', data: { packageIds: withdrawn } })
}

/** Its tubes serve the tests that are left. */
function withoutTests({ lines, custody }: Booking, packageIds: readonly string[]): Partial<Booking> {
  const isLeft = (id: string) => !packageIds.includes(id)
  const planned = (custody?.tubes ?? []).map((tube) => ({
    ...tube,
    packageIds: tube.packageIds.filter(isLeft),
  }))
  const tubes = planned.filter((tube) => tube.packageIds.length > 0)
  const withdrawn = planned.filter((tube) => tube.packageIds.length === 0)
  return {
    lines: lines.filter(({ packageId }) => isLeft(packageId)),
    custody: custody && { ...custody, tubes, withdrawn: [...custody.withdrawn, ...withdrawn] },
  }
}
