/** Requests whose answers show a person, for routes whose rows of the matrix may be answered with an empty list. */
import { bookingRoutes } from '@jaanch/booking/api'
import { messageRoutes } from '@jaanch/booking/messages/api'
import { custodyRoutes } from '@jaanch/collection/api'
import type { RouteName } from '@jaanch/contracts/http/routes'
import { reviewRoutes } from '@jaanch/insight/reviews/api'
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
  await client.call(custodyRoutes.assignCollector, { params, body: { collectorId } })
  const { scheduledDate } = await client.call(bookingRoutes.getBooking, { params })
  return { query: { date: scheduledDate ?? '' } }
}

async function afterwards(made: Promise<unknown>): Promise<RequestParts> {
  await made
  return {}
}

export const shownPeople: Partial<Record<RouteName, Build>> = {
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
    await side.customer.client.call(messageRoutes.sendBookingMessage, { params, body })
    return { params }
  },
  showReview: async (fixture, side) => {
    const params = await createReview(fixture, side)
    await fixture.admin.client.call(reviewRoutes.hideReview, { params, body: { reason } })
    return { params, body: { reason } }
  },
}
