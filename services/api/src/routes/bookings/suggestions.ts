import type { Booking } from '@jaanch/contracts/booking'
import { AppError } from '@jaanch/contracts/errors'
import {
  assignmentRoutes,
  mostSuggested,
  type Suggestion,
  type SuggestionPreview,
} from '@jaanch/contracts/http/assignment'
import { rankingText } from '@jaanch/contracts/ranking-texts'
import { timeSlots } from '@jaanch/contracts/vocabulary'
import type { VisitToAssign } from '@jaanch/domain/assignment/candidate'
import { hasPlace, loadVisit, readVisitRows } from '@jaanch/storage/assignment/load-visit'
import type { Ranking, SuggestedLab } from '@jaanch/storage/assignment/ranking'
import { createReservations } from '@jaanch/storage/assignment/reservations'
import type { FastifyInstance } from 'fastify'
import { sql } from 'slonik'
import type { Caller } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import {
  type BookingRow,
  bookingColumns,
  bookingRow,
  presentBookingRow,
  selectBookings,
} from '../../read-models/bookings/bookings.ts'
import { selectPage } from '../../read-models/bookings/page.ts'
import type { PassedView } from '../../reads/barrier.ts'
import { passBarrier, readTable } from '../../reads/read-tables.ts'
import type { ReadQueries } from '../../reads/replica.ts'

/** The labs that fit a booking; the client lists all others after them. */
export function registerSuggestions(app: FastifyInstance, context: Context, ranking: Ranking): void {
  const { logDb: pool, now } = context
  const { listSuggestions, previewSuggestions } = assignmentRoutes

  app.serve(listSuggestions, async ({ params: { id } }) => {
    const [row] = await readVisitRows(pool, [id])
    const loaded = row && (await loadVisit(pool, id, row, now()))
    if (!loaded) throw new AppError('not-found', 'This booking is not open.')
    return (await ranking.rank(loaded.visit)).map((lab) => present(lab, loaded.visit))
  })

  app.serve(previewSuggestions, async ({ body, caller, reply }) => {
    const view = await passBarrier(context, reply)
    const listed = await readBookings(context, view, body.bookingIds, caller)
    return suggestEach(listed)
  })

  /** One after the other, so that a place that one visit would take is not suggested to the next. */
  async function suggestEach(listed: readonly BookingRow[]): Promise<SuggestionPreview[]> {
    const rows = await readVisitRows(
      pool,
      listed.map(({ data }) => data.bookingId),
    )
    const reserved = createReservations()
    const visits = new Map<string, Suggestion | null>()
    const answer: SuggestionPreview[] = []
    for (const [index, row] of listed.entries()) {
      const visitRow = rows[index]
      const loaded = visitRow && (await loadVisit(pool, row.data.bookingId, visitRow, now()))
      if (!loaded?.members.every(({ booking }) => needsLab(booking))) continue
      const { visit } = loaded
      if (!visits.has(visit.id)) {
        const [lab] = await ranking.rank(visit, { reserved })
        const isFree = lab !== undefined && !lab.isFull
        if (isFree && lab.place && !hasPlace(loaded, lab.place)) reserved.take(lab.place)
        visits.set(visit.id, isFree ? present(lab, visit) : null)
      }
      answer.push({ booking: presentBookingRow(row), suggestion: visits.get(visit.id) ?? null })
    }
    return answer
  }
}

/** A proposed order needs no lab before its customer confirmed it. */
function needsLab({ labPartnerId, status }: Booking): boolean {
  return labPartnerId === null && status !== 'pending_customer_confirmation'
}

/** Bookings without a lab, those of the call or the next of the list. */
async function readBookings(
  { now }: Context,
  view: PassedView & { reads: ReadQueries },
  ids: readonly string[] | undefined,
  caller: Caller,
): Promise<readonly BookingRow[]> {
  if (!ids) {
    const query = { tab: 'unassigned', limit: mostSuggested } as const
    const page = await selectPage(view.reads, view, { caller, query, after: undefined, now: now() })
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
