import { isDeepStrictEqual } from 'node:util'
import { insertAudit } from '@jaanch/account/audit/audit'
import { readLabStatus } from '@jaanch/account/labs/lab-rows'
import { istDate } from '@jaanch/contracts/calendar'
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { cities as offeredCities } from '@jaanch/contracts/vocabulary'
import { recordChange } from '@jaanch/eventlog/append-with-rows'
import { streamId } from '@jaanch/eventlog/events'
import { cityOfPincode } from '@jaanch/pincodes/distance'
import { citiesOfPincodes } from '@jaanch/pincodes/find-place'
import { type Services, serveCall } from '@jaanch/platform/http/served'
import pg from 'pg'
import type { BookingSummary } from '../booking.ts'
import { keptFor } from '../visit/place-change.ts'
import { slotsOf } from '../visit/visit.ts'
import { haveVisitsChanged } from '../visit/visit-rows.ts'
import { capacityCalls } from './api.ts'
import {
  addConsent,
  type Capacity,
  lockLab,
  normalised,
  readCapacity,
  removeCapacity,
  writeCapacity,
} from './capacity-rows.ts'

/** Attempts to count the visits of a lab that are assigned, moved or cancelled meanwhile */
const attempts = 5

export const getCapacity = serveCall(
  capacityCalls.getCapacity,
  async ({ params, caller }, { logDb, now }) => {
    refuseOtherLab(caller, params.id)
    if ((await readLabStatus({ logDb }, params.id)) === 'none') throw new AppError('not-found')
    return readCapacity(logDb, params.id, now())
  },
)

/** A lab, or an admin for it, says what the lab can do. */
export const declareCapacity = serveCall(
  capacityCalls.declareCapacity,
  async ({ params: { id }, body, caller, request }, { logDb, barrier, now }) => {
    refuseOtherLab(caller, id)
    await refuseUnapproved(logDb, id, 'Only an approved lab can declare what it collects.')
    const wanted = body.isDeclared ? normalised(body, now()) : undefined
    if (wanted) await refuseUnknown(logDb, wanted)

    const event = {
      type: 'LabDetailsChanged',
      data: { capacity: wanted ? 'declared' : 'removed' },
    } as const
    const change = { streamId: streamId('lab', id), event, caller, requestId: request.id }
    let isFirst = false
    const writeRows = async (client: pg.ClientBase) => {
      const owner = await lockLab(client, id)
      const { isDeclared, changedAt: _, waiting: __, ...present } = await readCapacity(client, id, now())
      const isSame = wanted ? isDeclared && isDeepStrictEqual(wanted, present) : !isDeclared
      if (isSame) return false
      isFirst = !isDeclared && wanted !== undefined
      if (wanted) await writeCapacity(client, id, wanted)
      else await removeCapacity(client, id)
      await insertAudit(client, [
        {
          action: wanted ? 'capacity-declared' : 'capacity-removed',
          actor: actorOf(caller),
          userId: owner,
          object: `lab:${id}`,
          details: wanted ? { visits: visitsOf(wanted) } : {},
        },
      ])
      return true
    }
    for (let attempt = 1; ; attempt += 1) {
      // what is declared already is not counted again
      const { isDeclared } = await readCapacity(logDb, id, now())
      const count = isDeclared || !wanted ? undefined : await countVisitsSql({ logDb, barrier }, id, now())
      try {
        await recordChange({ logDb }, change, writeRows, () => {
          // taken back meanwhile: the visits have to be read
          if (isFirst && count === undefined) throw new AppError('conflict')
          return isFirst ? count : undefined
        })
        break
      } catch (error) {
        if (!haveVisitsChanged(error)) throw error
        if (attempt === attempts) throw new AppError('conflict')
      }
    }
    return readCapacity(logDb, id, now())
  },
)

/** An admin consents to the areas that they saw: what the lab declares later waits for another consent. */
export const consentToAreas = serveCall(
  capacityCalls.consentToAreas,
  async ({ params: { id }, body, caller, request }, { logDb, now }) => {
    await refuseUnapproved(logDb, id, 'Only an approved lab limits areas.')
    const change = {
      streamId: streamId('lab', id),
      event: { type: 'LabDetailsChanged', data: {} },
      caller,
      requestId: request.id,
    } as const
    await recordChange({ logDb }, change, async (client) => {
      const owner = await lockLab(client, id)
      const { waiting } = await readCapacity(client, id, now())
      const pincodes = waiting.pincodes.filter((code) => body.pincodes.includes(code))
      const cities = waiting.cities.filter((city) => body.cities.includes(city))
      if (pincodes.length + cities.length === 0) return false
      await addConsent(client, id, { pincodes, cities })
      return insertAudit(client, [
        {
          action: 'capacity-consented',
          actor: actorOf(caller),
          userId: owner,
          object: `lab:${id}`,
          details: { pincodes: pincodes.length, cities: cities.length },
        },
      ])
    })
    return readCapacity(logDb, id, now())
  },
)

export const listCities = serveCall(capacityCalls.listCities, async () => [
  ...new Set([...offeredCities, ...citiesOfPincodes()]),
])

function visitsOf({ slots }: Capacity): number {
  return Object.values(slots).reduce((sum, visits) => sum + visits, 0)
}

/** @throws AppError not-found, lab-not-approved */
async function refuseUnapproved(logDb: pg.Pool, id: string, text: string): Promise<void> {
  const status = await readLabStatus({ logDb }, id)
  if (status === 'none') throw new AppError('not-found')
  if (status !== 'approved') throw new AppError('lab-not-approved', text)
}

/** Another's object does not exist for a lab. */
function refuseOtherLab({ role, labPartnerId }: Caller, id: string): void {
  if (role === 'lab-partner' && labPartnerId !== id) throw new AppError('not-found')
}

/** @throws AppError unknown-pincode, invalid: with the first that is not known */
async function refuseUnknown(db: pg.Pool, { pincodes, cities, excludedPackageIds }: Capacity): Promise<void> {
  const pincode = pincodes.find((each) => cityOfPincode(each) === undefined)
  if (pincode) throw new AppError('unknown-pincode', `${pincode} is not a PIN code that we know.`)
  const known = new Set(citiesOfPincodes())
  const city = cities.find((each) => !known.has(each))
  if (city) throw new AppError('invalid', `${city} is not a city that we know.`)
  const { rowCount } = await db.query('select from packages where id = any($1::uuid[])', [excludedPackageIds])
  if (rowCount !== excludedPackageIds.length) {
    throw new AppError('invalid', 'One of the tests that are not done does not exist.')
  }
}

/** Visits that are counted when a lab declares, the nearest first: each costs 0.1 ms while nothing else is appended */
const mostCounted = 2_000

type CountedRow = { upto: number; booking: BookingSummary | null }

/**
 * The statement that counts the visits which a lab has already, from today on, when it declares for the first time: `count_visits`.
 * It fails, see `haveVisitsChanged`, if they have changed since this call.
 * @throws AppError of the read barrier
 */
async function countVisitsSql(
  { logDb, barrier }: Pick<Services, 'logDb' | 'barrier'>,
  labPartnerId: string,
  now: Date,
): Promise<string> {
  const { generation } = await barrier.pass()
  const { rows } = await logDb.query<CountedRow>(
    // one snapshot: what the log has after `upto` is looked at with its lock
    `select g.position as upto, b.data as booking
       from read_generations g
       left join lateral (
         select data from read_${generation}.bookings
          where lab_partner_id = $1 and collection_date >= $2 and status <> 'cancelled'
          order by collection_date, id limit ${mostCounted}) b on true
      where g.generation = ${generation}`,
    [labPartnerId, istDate(now)],
  )
  const visits = countedVisits(
    rows.flatMap(({ booking }) => booking ?? []),
    now,
  )
  const [lab, list] = [labPartnerId, JSON.stringify(visits)].map(pg.escapeLiteral)
  return `select count_visits(${lab}, ${list}, ${rows[0]?.upto ?? 0})`
}

/** @returns the parameter of `count_visits`: visits without a place of their own. Slots: `slotNumber` */
function countedVisits(bookings: readonly BookingSummary[], now: Date) {
  const visits = Map.groupBy(bookings, ({ visitId }) => visitId)
  return [...visits].flatMap(([visit, members]) => {
    const [first] = members
    // an instant visit was to be made in the first slot that was possible; there is none in the night
    const slot = first && slotsOf({ ...first, place: null }, new Date(first.createdAt))[0]
    if (!slot || members.some(({ place }) => place !== null)) return []
    const { until } = keptFor(first, now)
    if (until !== undefined && until <= now.toISOString()) return []
    const seen = members.map(({ bookingId, position }) => [streamId('booking', bookingId), position])
    return [{ visit, bookings: members.length, ...slot, until, seen: Object.fromEntries(seen) }]
  })
}
