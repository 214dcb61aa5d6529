import { isDeepStrictEqual } from 'node:util'
import { insertAudit } from '@jaanch/account/audit/record-audit'
import { readLabStatus } from '@jaanch/account/labs/lab-rows'
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { cities as offeredCities } from '@jaanch/contracts/vocabulary'
import { streamId } from '@jaanch/eventlog/events/streams'
import { recordChange } from '@jaanch/eventlog/record-change'
import { citiesOfPincodes } from '@jaanch/pincodes/cities'
import { cityOfPincode } from '@jaanch/pincodes/distance'
import type { ReadBarrier } from '@jaanch/platform/reads/barrier'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { countVisitsSql } from '../places/visits-to-count.ts'
import { haveVisitsChanged } from '../visit/visit-rows.ts'
import { capacityCalls } from './api.ts'
import { type Capacity, normalised, readCapacity, removeCapacity, writeCapacity } from './capacity-rows.ts'

/** Attempts to count the visits of a lab that are assigned, moved or cancelled meanwhile */
const attempts = 5

/** A lab and admins say what the lab can do, and read it. */
export function registerCapacity(
  app: FastifyInstance,
  parts: { logDb: pg.Pool; barrier: ReadBarrier; now: () => Date },
): void {
  const { logDb, now } = parts

  app.serve(capacityCalls.getCapacity, async ({ params, caller }) => {
    refuseOtherLab(caller, params.id)
    if ((await readLabStatus(parts, params.id)) === 'none') throw new AppError('not-found')
    return readCapacity(logDb, params.id, now())
  })

  app.serve(capacityCalls.declareCapacity, async ({ params, body, caller, request }) => {
    const { id } = params
    refuseOtherLab(caller, id)
    const status = await readLabStatus(parts, id)
    if (status === 'none') throw new AppError('not-found')
    if (status !== 'approved') {
      throw new AppError('lab-not-approved', 'Only an approved lab can declare what it collects.')
    }
    const wanted = body.isDeclared ? normalised(body, now()) : undefined
    if (wanted) await refuseUnknown(logDb, wanted)

    const event = {
      type: 'LabDetailsChanged',
      data: { capacity: wanted ? 'declared' : 'removed' },
    } as const
    const change = { streamId: streamId('lab', id), event, caller, requestId: request.id }
    let isFirst = false
    const writeRows = async (client: pg.ClientBase) => {
      const { rows } = await client.query<{ userId: string }>(
        'select user_id as "userId" from lab_partners where id = $1 for no key update',
        [id],
      )
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
          userId: rows[0]?.userId,
          object: `lab:${id}`,
          details: wanted ? { visits: visitsOf(wanted) } : {},
        },
      ])
      return true
    }
    for (let attempt = 1; ; attempt += 1) {
      // what is declared already is not counted again
      const { isDeclared } = await readCapacity(logDb, id, now())
      const count = isDeclared || !wanted ? undefined : await countVisitsSql(parts, id)
      try {
        await recordChange(parts, change, writeRows, () => {
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
  })

  app.serve(capacityCalls.listCities, async () => [...new Set([...offeredCities, ...citiesOfPincodes()])])
}

function visitsOf({ slots }: Capacity): number {
  return Object.values(slots).reduce((sum, visits) => sum + visits, 0)
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
