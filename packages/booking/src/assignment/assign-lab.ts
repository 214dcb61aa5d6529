import { insertAudit } from '@jaanch/account/audit/record-audit'
import { readLabStatus } from '@jaanch/account/labs/lab-rows'
import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { cities } from '@jaanch/contracts/vocabulary'
import { areaOfPincode } from '@jaanch/pincodes/area'
import { isCityOfPincodes } from '@jaanch/pincodes/distance'
import { keepFor } from '@jaanch/platform/keep-for'
import { inTransaction } from '@jaanch/platform/postgres'
import type { ReadPrepared } from '@jaanch/platform/reads/prepared'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { bookingCalls } from '../api.ts'
import { type BookingLog, identifyBooking, viewBooking } from '../command-booking.ts'
import { unlessLab } from '../list/show-people.ts'
import { areaOfBooking } from '../places/limited-areas.ts'
import { commandVisitAs } from '../visit/command-visit-as.ts'
import { visitCommands } from '../visit/decide.ts'
import { declinersOf, isAwaited, visitToAssign } from '../visit/visit.ts'
import { type AutomaticAssignment, assignmentCalls } from './api.ts'
import type { Ranking } from './ranking.ts'

/**
 * An admin assigns a lab to a booking and to the other open ones of its visit. The visit takes a place of a lab that declared limits:
 * an admin's own choice may exceed them, a suggested lab must have a free one.
 */
export function registerAssignLab(
  app: FastifyInstance,
  parts: BookingLog & { readPrepared: ReadPrepared },
  ranking: Ranking,
): void {
  const { logDb, now } = parts
  const { assignLab } = bookingCalls

  app.serve(assignLab, async (call) => {
    const { labPartnerId, suggested } = call.body
    const status = await readLabStatus(parts, labPartnerId)
    if (status === 'none') throw new AppError('not-found', 'This lab is not known.')
    if (status !== 'approved') throw new AppError('lab-not-approved')
    const target = await identifyBooking(parts, assignLab, call)
    const { bookingId, caller } = target
    const { booking, refused } = await commandVisitAs(parts, target, async (visit) => {
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
        return {
          command: visitCommands.assign({ ...lab, place: best.place, isForced: false, assignment }, visit),
        }
      }
      const [slot] = wanted.slots
      const isLimited = slot !== undefined && (await hasDeclaredLimits(logDb, labPartnerId))
      const place = isLimited ? { labPartnerId, ...slot } : null
      return { command: visitCommands.assign({ ...lab, place }, visit) }
    })
    if (refused) throw new AppError(refused)
    return unlessLab(caller, await viewBooking(parts, booking))
  })
}

async function hasDeclaredLimits(pool: pg.Pool, labPartnerId: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'declared-limits',
    text: 'select from lab_capacities where lab_partner_id = $1',
    values: [labPartnerId],
  })
  return rowCount === 1
}

/** A lab gives back a visit that it was assigned, with its place: its bookings have no lab again. */
export function registerDeclineAssignment(app: FastifyInstance, parts: BookingLog): void {
  const { declineAssignment } = bookingCalls

  app.serve(declineAssignment, async (call) => {
    const { labPartnerId } = call.caller
    if (labPartnerId === null) throw new AppError('not-found')
    const target = await identifyBooking(parts, declineAssignment, call)
    const { bookingId } = target
    const { reason } = call.body
    const { bookings, refused } = await commandVisitAs(parts, { ...target, isGivenUp: true }, (visit) => ({
      command: visitCommands.decline({ bookingId, labPartnerId, reason }, visit),
    }))
    if (refused) throw new AppError(refused)
    const declined = bookings.filter(({ declines }) =>
      declines.some((decline) => decline.labPartnerId === labPartnerId),
    )
    return { bookings: declined.map(({ bookingId: id, position }) => ({ id, position })) }
  })
}

type Row = { city: string; isOn: boolean; changedAt: Date }

/** Reads all saved addresses */
const keepCitiesMs = 60_000

/** The switch of each city: the ten that Jaanch offers, those in which customers have addresses, and those that were switched. */
export function registerAutomaticAssignment(app: FastifyInstance, parts: { logDb: pg.Pool }): void {
  const { logDb: pool } = parts

  const citiesOfCustomers = keepFor(keepCitiesMs, async () => {
    const { rows } = await pool.query<{ pincode: string }>(
      'select distinct pincode from customer_addresses where deleted_at is null',
    )
    return rows.flatMap(({ pincode }) => areaOfPincode(pincode).city || [])
  })

  async function list(): Promise<AutomaticAssignment[]> {
    const { rows } = await pool.query<Row>(
      'select city, is_on as "isOn", changed_at as "changedAt" from automatic_assignment',
    )
    const switched = new Map(rows.map((row) => [row.city, row]))
    const others = new Set([...(await citiesOfCustomers()), ...switched.keys()])
    for (const city of cities) others.delete(city)
    return [...cities, ...[...others].toSorted()].map((city) => {
      const row = switched.get(city)
      return { city, isOn: row?.isOn ?? false, changedAt: row?.changedAt.toISOString() ?? null }
    })
  }

  app.serve(assignmentCalls.listAutomaticAssignment, list)

  app.serve(assignmentCalls.setAutomaticAssignment, async ({ body: { city, isOn }, caller }) => {
    if (!isCityOfPincodes(city)) throw new AppError('not-found', 'No PIN code has this city.')
    await inTransaction(pool, async (client) => {
      const { rowCount } = await client.query(
        `insert into automatic_assignment (city, is_on, changed_by) values ($1, $2, $3)
         on conflict (city) do update
           set is_on = excluded.is_on, changed_by = excluded.changed_by, changed_at = clock_timestamp()
         where automatic_assignment.is_on <> excluded.is_on`,
        [city, isOn, caller.userId],
      )
      if (rowCount === 0) return
      const entry = {
        action: 'automatic-assignment-changed',
        actor: actorOf(caller),
        userId: caller.userId,
      } as const
      await insertAudit(client, [{ ...entry, details: { city, isOn } }])
    })
    return list()
  })
}
