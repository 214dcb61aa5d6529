import { readLabStatus } from '@jaanch/account/labs/lab-rows'
import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { timeSlots } from '@jaanch/contracts/vocabulary'
import { areaOfPincode } from '@jaanch/pincodes/read-places'
import { serveCall, serveRead } from '@jaanch/platform/http/served'
import type { PassedView } from '@jaanch/platform/reads/barrier'
import { passBarrier, readTable } from '@jaanch/platform/reads/read-tables'
import type { ReadQueries } from '@jaanch/platform/reads/replicas'
import type pg from 'pg'
import { sql } from 'slonik'
import { bookingCalls } from '../api.ts'
import type { Booking } from '../booking.ts'
import { identifyBooking, viewBooking } from '../command-booking.ts'
import {
  type BookingRow,
  bookingColumns,
  bookingRow,
  presentBookingRow,
  selectBookings,
  unlessLab,
} from '../list/bookings.ts'
import { selectPage } from '../list/page.ts'
import { areaOfBooking } from '../places/places.ts'
import { commandVisitAs, hasPlace, loadVisit, readPlacedTogether } from '../visit/command-visit.ts'
import { visitCommands } from '../visit/decide.ts'
import { declinersOf, isAwaited, visitToAssign } from '../visit/visit.ts'
import { assignmentCalls, mostSuggested, type Suggestion, type SuggestionPreview } from './api.ts'
import type { VisitToAssign } from './rank-labs.ts'
import { createReservations, type Ranking, type SuggestedLab } from './ranking.ts'
import { rankingText } from './ranking-texts.ts'

/**
 * An admin assigns a lab to a booking and to the other open ones of its visit. The visit takes a place of a lab that declared limits:
 * an admin's own choice may exceed them, a suggested lab must have a free one.
 */
export const assignLab = serveCall(
  bookingCalls.assignLab,
  async (call, { appender, logDb, readPrepared, ranking, now }) => {
    const { labPartnerId, suggested } = call.body
    const status = await readLabStatus({ logDb }, labPartnerId)
    if (status === 'none') throw new AppError('not-found', 'This lab is not known.')
    if (status !== 'approved') throw new AppError('lab-not-approved')
    const target = await identifyBooking({ logDb }, bookingCalls.assignLab, call)
    const { bookingId, caller } = target
    const { booking, refused } = await commandVisitAs({ appender, logDb, now }, target, async (visit) => {
      const lab = { bookingId, labPartnerId, place: null, isForced: true }
      const { pincode, city } = await areaOfBooking(logDb, bookingId)
      const wanted = visitToAssign(visit, { pincode: pincode || null, city: city || null }, now())
      // the command is refused
      if (!wanted || !isAwaited(visit.named)) return { command: visitCommands.assign(lab, visit) }
      if (suggested) {
        const best = (await ranking.rank(wanted, { except: declinersOf(visit.bookings) })).find(
          (each) => each.labPartnerId === labPartnerId,
        )
        if (!best || best.isFull) return { refused: 'slot-full' }
        const assignment = { by: 'suggestion' as const, reasons: best.reasons }
        const suggestion = { ...lab, place: best.place, isForced: false, assignment }
        return { command: visitCommands.assign(suggestion, visit) }
      }
      const [slot] = wanted.slots
      const isLimited = slot !== undefined && (await hasDeclaredLimits(logDb, labPartnerId))
      const place = isLimited ? { labPartnerId, ...slot } : null
      return { command: visitCommands.assign({ ...lab, place }, visit) }
    })
    if (refused) throw new AppError(refused)
    return unlessLab(caller, await viewBooking({ readPrepared }, booking))
  },
)

async function hasDeclaredLimits(pool: pg.Pool, labPartnerId: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'declared-limits',
    text: 'select from lab_capacities where lab_partner_id = $1',
    values: [labPartnerId],
  })
  return rowCount === 1
}

/** A lab gives back a visit that it was assigned, with its place: its bookings have no lab again. */
export const declineAssignment = serveCall(
  bookingCalls.declineAssignment,
  async (call, { appender, logDb, now }) => {
    const { labPartnerId } = call.caller
    if (labPartnerId === null) throw new AppError('not-found')
    const target = await identifyBooking({ logDb }, bookingCalls.declineAssignment, call)
    const { bookingId } = target
    const { reason } = call.body
    const { bookings, refused } = await commandVisitAs(
      { appender, logDb, now },
      { ...target, isGivenUp: true },
      (visit) => ({
        command: visitCommands.decline({ bookingId, labPartnerId, reason }, visit),
      }),
    )
    if (refused) throw new AppError(refused)
    const declined = bookings.filter(({ declines }) =>
      declines.some((decline) => decline.labPartnerId === labPartnerId),
    )
    return { bookings: declined.map(({ bookingId: id, position }) => ({ id, position })) }
  },
)

/** The labs that fit a booking; the client lists all others after them. */
export const listSuggestions = serveCall(
  assignmentCalls.listSuggestions,
  async ({ params: { id } }, { logDb, ranking, now }) => {
    const [at] = await readPlacedTogether(logDb, [id])
    const awaited = await readAwaited(logDb, id, at?.pincode ?? null, now())
    if (!awaited) throw new AppError('not-found', 'This booking is not open.')
    const { visit, wanted } = awaited
    const labs = await ranking.rank(wanted, { except: declinersOf(visit.bookings) })
    return labs.map((lab) => present(lab, wanted))
  },
)

export const previewSuggestions = serveRead(
  assignmentCalls.previewSuggestions,
  async ({ body, caller, reply }, { barrier, replicas, logDb, ranking, audit, now }) => {
    const view = await passBarrier({ barrier, replicas }, reply)
    const listed = await readBookings(view, body.bookingIds, caller, now())
    const suggested = await suggestEach({ logDb, ranking, now }, listed)
    await audit.recordListed(caller, suggested.length)
    return suggested
  },
)

/** @returns the visit of a booking that is awaited, and what it needs */
async function readAwaited(logDb: pg.Pool, bookingId: string, pincode: string | null, now: Date) {
  const visit = await loadVisit(logDb, bookingId)
  const area = pincode === null ? null : areaOfPincode(pincode)
  const address = { pincode: area?.pincode ?? null, city: area?.city || null }
  const wanted = visitToAssign(visit, address, now)
  const isNamed = visit.bookings.some((booking) => booking.bookingId === bookingId && isAwaited(booking))
  return wanted && isNamed ? { visit, wanted } : undefined
}

/** One after the other, so that a place that one visit would take is not suggested to the next. */
async function suggestEach(
  { logDb, ranking, now }: { logDb: pg.Pool; ranking: Ranking; now: () => Date },
  listed: readonly BookingRow[],
): Promise<SuggestionPreview[]> {
  const at = await readPlacedTogether(
    logDb,
    listed.map(({ data }) => data.bookingId),
  )
  const reserved = createReservations()
  const visits = new Map<string, Suggestion | null>()
  const answer: SuggestionPreview[] = []
  for (const [index, row] of listed.entries()) {
    const awaited = await readAwaited(logDb, row.data.bookingId, at[index]?.pincode ?? null, now())
    if (!awaited?.visit.bookings.filter(isAwaited).every(needsLab)) continue
    const { visit, wanted } = awaited
    if (!visits.has(wanted.id)) {
      const [lab] = await ranking.rank(wanted, { reserved, except: declinersOf(visit.bookings) })
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
  view: PassedView & { reads: ReadQueries },
  ids: readonly string[] | undefined,
  caller: Caller,
  now: Date,
): Promise<readonly BookingRow[]> {
  if (!ids) {
    const query = { tab: 'unassigned', limit: mostSuggested } as const
    const page = selectPage(view, { caller, query, now })
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
