/** Requests whose answers show a person, for calls whose rows of the matrix may be answered with an empty list. */

import type { CallName } from '@jaanch/api/calls'
import { bookingCalls } from '@jaanch/booking/api'
import { messageCalls } from '@jaanch/booking/messages/api'
import { custodyCalls } from '@jaanch/collection/api'
import { reviewCalls } from '@jaanch/insight/reviews/api'
import {
  createBooking,
  createCriticalCall,
  createDraft,
  createReview,
  createUnassignedBooking,
} from './create-resources.ts'
import type { MatrixFixture, Side } from './fixture.ts'
import type { RequestParts } from './sample.ts'

const reason = 'Asked for by telephone'

type Build = (fixture: MatrixFixture, side: Side) => Promise<RequestParts>

/** The day of a visit that the owner of the lab makes */
async function dayOfVisit(fixture: MatrixFixture, side: Side): Promise<RequestParts> {
  const params = await createBooking(fixture, side, 'confirmed')
  const { client, id: collectorId } = side.lab
  await client.call(custodyCalls.assignCollector, { params, body: { collectorId } })
  const { scheduledDate } = await client.call(bookingCalls.getBooking, { params })
  return { query: { date: scheduledDate ?? '' } }
}

async function afterwards(made: Promise<unknown>): Promise<RequestParts> {
  await made
  return {}
}

export const shownPeople: Partial<Record<CallName, Build>> = {
  getRound: dayOfVisit,
  getPhoneRound: dayOfVisit,
  listTubes: dayOfVisit,
  listCriticalCalls: (fixture, side) => afterwards(createCriticalCall(fixture, side)),
  listReportDrafts: (fixture, side) => afterwards(createDraft(fixture, side)),
  previewSuggestions: async (fixture, side) => {
    await createUnassignedBooking(fixture, side)
    return { body: {} }
  },
  listBookingMessages: async (fixture, side) => {
    const params = await createBooking(fixture, side, 'confirmed')
    const body = { audience: 'lab', text: 'The bell does not work' } as const
    await side.customer.client.call(messageCalls.sendBookingMessage, { params, body })
    return { params }
  },
  showReview: async (fixture, side) => {
    const params = await createReview(fixture, side)
    await fixture.admin.client.call(reviewCalls.hideReview, { params, body: { reason } })
    return { params, body: { reason } }
  },
}
