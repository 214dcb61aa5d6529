import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { timeSlots } from '@jaanch/contracts/vocabulary'
import { areaOfPincode } from '@jaanch/pincodes/area'
import { serveCall, serveRead } from '@jaanch/platform/http/served'
import type { PassedView } from '@jaanch/platform/reads/barrier'
import { passBarrier, readTable } from '@jaanch/platform/reads/read-tables'
import type { ReadQueries } from '@jaanch/platform/reads/replica'
import type pg from 'pg'
import { sql } from 'slonik'
import type { Booking } from '../booking.ts'
import {
  type BookingRow,
  bookingColumns,
  bookingRow,
  presentBookingRow,
  selectBookings,
} from '../list/bookings.ts'
import { selectPage } from '../list/page.ts'
import { hasPlace, loadVisit, readPlacedTogether } from '../visit/command-visit.ts'
import { declinersOf, isAwaited, visitToAssign } from '../visit/visit.ts'
import { assignmentCalls, mostSuggested, type Suggestion, type SuggestionPreview } from './api.ts'
import type { VisitToAssign } from './rank-labs.ts'
import { createReservations, type Ranking, type SuggestedLab } from './ranking.ts'
import { rankingText } from './ranking-texts.ts'

type Services = { logDb: pg.Pool; ranking: Ranking; now: () => Date }

/** The labs that fit a booking; the client lists all others after them. */
export const listSuggestions = serveCall(
  assignmentCalls.listSuggestions,
  async ({ params: { id } }, services) => {
    const [at] = await readPlacedTogether(services.logDb, [id])
    const awaited = await readAwaited(services, id, at?.pincode ?? null)
    if (!awaited) throw new AppError('not-found', 'This booking is not open.')
    const { visit, wanted } = awaited
    const labs = await services.ranking.rank(wanted, { except: declinersOf(visit.bookings) })
    return labs.map((lab) => present(lab, wanted))
  },
)

export const previewSuggestions = serveRead(
  assignmentCalls.previewSuggestions,
  async ({ body, caller, reply }, services) => {
    const view = await passBarrier(services, reply)
    const listed = await readBookings(services, view, body.bookingIds, caller)
    const suggested = await suggestEach(services, listed)
    await services.audit.recordListed(caller, suggested.length)
    return suggested
  },
)

/** @returns the visit of a booking that is awaited, and what it needs */
async function readAwaited({ logDb, now }: Services, bookingId: string, pincode: string | null) {
  const visit = await loadVisit(logDb, bookingId)
  const area = pincode === null ? null : areaOfPincode(pincode)
  const address = { pincode: area?.pincode ?? null, city: area?.city || null }
  const wanted = visitToAssign(visit, address, now())
  const isNamed = visit.bookings.some((booking) => booking.bookingId === bookingId && isAwaited(booking))
  return wanted && isNamed ? { visit, wanted } : undefined
}

/** One after the other, so that a place that one visit would take is not suggested to the next. */
async function suggestEach(services: Services, listed: readonly BookingRow[]): Promise<SuggestionPreview[]> {
  const at = await readPlacedTogether(
    services.logDb,
    listed.map(({ data }) => data.bookingId),
  )
  const reserved = createReservations()
  const visits = new Map<string, Suggestion | null>()
  const answer: SuggestionPreview[] = []
  for (const [index, row] of listed.entries()) {
    const awaited = await readAwaited(services, row.data.bookingId, at[index]?.pincode ?? null)
    if (!awaited?.visit.bookings.filter(isAwaited).every(needsLab)) continue
    const { visit, wanted } = awaited
    if (!visits.has(wanted.id)) {
      const [lab] = await services.ranking.rank(wanted, { reserved, except: declinersOf(visit.bookings) })
      const isFree = lab !== undefined && !lab.isFull
      if (isFree && lab.place && !hasPlace(visit, lab.place)) reserved.take(lab.place)
      visits.set(wanted.id, isFree ? present(lab, wanted) : null)
    }
    answer.push({ booking: presentBookingRow(row), suggestion: visits.get(wanted.id) ?? null })
  }
  return answer
}

/** A proposed order needs no lab before its customer confirmed it. */
function needsLab({ labPartnerId, status }: Booking): boolean {
  return labPartnerId === null && status !== 'pending_customer_confirmation'
}

/** Bookings without a lab, those of the call or the next of the list. */
async function readBookings(
  { now }: { now: () => Date },
  view: PassedView & { reads: ReadQueries },
  ids: readonly string[] | undefined,
  caller: Caller,
): Promise<readonly BookingRow[]> {
  if (!ids) {
    const query = { tab: 'unassigned', limit: mostSuggested } as const
    const page = selectPage(view, { caller, query, now: now() })
    return view.reads.any(sql.type(bookingRow)`${page}`)
  }
  const page = sql.fragment`
    select ${bookingColumns} from ${readTable(view, 'bookings')} where id = any(${sql.array([...ids], 'uuid')})`
  return view.reads.any(
    sql.type(bookingRow)`${selectBookings(view, page)} order by b.created_at desc, b.id desc`,
  )
}

function present(
  { labPartnerId, labName, score, reasons }: SuggestedLab,
  { pincode, city, slots }: VisitToAssign,
): Suggestion {
  const time = timeSlots[(slots[0]?.slot ?? 0) - 1] ?? null
  return {
    labPartnerId,
    labName,
    score: Math.round(score * 10) / 10,
    reasons: reasons.map((reason) => rankingText(reason, { pincode, city, time })),
  }
}
