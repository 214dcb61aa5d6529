import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { toPaise } from '@jaanch/contracts/money'
import { recordChange, type WriteRows } from '@jaanch/eventlog/append-with-rows'
import { streamId } from '@jaanch/eventlog/events'
import { onceOnly } from '@jaanch/eventlog/idempotency'
import { serveCall } from '@jaanch/platform/http/served'
import type pg from 'pg'
import { type DatabasePool, sql } from 'slonik'
import { lockCatalogue } from '../apply-catalogue.ts'
import type { PackageEvent } from '../events.ts'
import { packageCalls } from './api.ts'
import {
  createdRow,
  packageColumns,
  packageRow,
  presentPackage,
  pricedPackages,
  readTestParameters,
} from './package-rows.ts'

type PackageBody = BodyOf<typeof packageCalls.createPackage>
type Origin = { caller: Caller; requestId: string }

/** The form has no category, and it does not follow from the sample type: blood is drawn for heart and thyroid tests alike. */
const categoryOfForm = 'Other'

// the admins' calls that create, change and remove packages: each writes a row and its event in one transaction

export const createPackage = serveCall(
  packageCalls.createPackage,
  async ({ body, caller, idempotencyKey, request }, { db, logDb }) => {
    const once = onceOnly({ kind: 'package', userId: caller.userId, idempotencyKey, content: body })
    const find = (id: string) => findPackage(db, id)
    const earlier = await once.earlier(find)
    if (earlier) return earlier
    await insertPackage(logDb, once, body, { caller, requestId: request.id })
    return once.created(find)
  },
)

export const changePackage = serveCall(
  packageCalls.changePackage,
  async ({ params: { id }, body, caller, request }, { db, logDb }) => {
    const event = { type: 'PackageUpdated', data: { packageId: id, price: toPaise(body.price) } } as const
    await record(logDb, event, { caller, requestId: request.id }, async (client) => {
      const values = formColumns(body)
      const columns = Object.keys(values).join(', ')
      const { rowCount } = await client.query(
        `update packages set (${columns}) = (select ${columns} from jsonb_populate_record(null::packages, $2))
          where id = $1 and is_active and deleted_at is null`,
        [id, values],
      )
      if (rowCount === 0) throw new AppError('not-found', 'This test is not on offer.')
    })
    const row = await db.one(
      sql.type(packageRow)`select ${packageColumns} from ${pricedPackages} where id = ${id}`,
    )
    return presentPackage(row, await readTestParameters(db, id))
  },
)

/** The row stays: bookings and reports refer to it. */
export const removePackage = serveCall(
  packageCalls.removePackage,
  async ({ params: { id }, caller, request }, { logDb }) => {
    const event = { type: 'PackageDeleted', data: { packageId: id } } as const
    await record(logDb, event, { caller, requestId: request.id }, async (client) => {
      const { rowCount } = await client.query(
        `update packages set is_active = false, deleted_at = now()
          where id = $1 and is_active and deleted_at is null`,
        [id],
      )
      if (rowCount === 0) throw new AppError('not-found', 'This test is not on offer.')
    })
    return undefined
  },
)

function record(logDb: pg.Pool, event: PackageEvent, origin: Origin, writeRows: WriteRows): Promise<void> {
  const change = { streamId: streamId('package', event.data.packageId), event, ...origin }
  return recordChange({ logDb }, change, async (client) => {
    await lockCatalogue(client)
    return writeRows(client)
  })
}

async function findPackage(db: DatabasePool, id: string) {
  const row = await db.maybeOne(sql.type(createdRow)`
    select ${packageColumns}, request_hash from ${pricedPackages} where id = ${id}`)
  return row ? { requestHash: row.requestHash, view: async () => presentPackage(row) } : undefined
}

function insertPackage(
  logDb: pg.Pool,
  { id, requestHash }: { id: string; requestHash: string },
  body: PackageBody,
  origin: Origin,
): Promise<void> {
  const event = { type: 'PackageCreated', data: { packageId: id, price: toPaise(body.price) } } as const
  const kind = body.testsIncluded > 1 ? 'package' : 'test'
  const values = { id, ...formColumns(body), kind, category: categoryOfForm, request_hash: requestHash }
  const columns = Object.keys(values).join(', ')
  return record(logDb, event, origin, async (client) => {
    const { rowCount } = await client.query(
      `insert into packages (${columns}) select ${columns} from jsonb_populate_record(null::packages, $1)
       on conflict (id) do nothing`,
      [values],
    )
    return rowCount === 1
  })
}

function formColumns(body: PackageBody) {
  return {
    name: body.name,
    description: body.description,
    price: toPaise(body.price),
    original_price: body.originalPrice === null ? null : toPaise(body.originalPrice),
    tests_included: body.testsIncluded,
    sample_type: body.sampleType,
    fasting_required: body.fastingRequired,
    is_popular: body.isPopular,
  }
}
