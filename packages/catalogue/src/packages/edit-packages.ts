import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { toPaise } from '@jaanch/contracts/money'
import type { WriteRows } from '@jaanch/eventlog/append-with-rows'
import { streamId } from '@jaanch/eventlog/events/streams'
import { onceOnly } from '@jaanch/eventlog/idempotency'
import { recordChange } from '@jaanch/eventlog/record-change'
import { serveCall } from '@jaanch/platform/http/served'
import type pg from 'pg'
import { type DatabasePool, sql } from 'slonik'
import { lockCatalogue } from '../apply-catalogue.ts'
import type { PackageEvent } from '../events.ts'
import { packageCalls } from './api.ts'
import { pricedPackages } from './listed-price.ts'
import { createdRow, packageColumns, packageRow, presentPackage, readTestParameters } from './package-rows.ts'

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
      const { rowCount } = await client.query(
        `update packages
            set name = $2, description = $3, price = $4, original_price = $5, tests_included = $6, sample_type = $7,
                fasting_required = $8, is_popular = $9
          where id = $1 and is_active and deleted_at is null`,
        [id, ...formColumns(body)],
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
  return record(logDb, event, origin, async (client) => {
    const { rowCount } = await client.query(
      `insert into packages (id, name, description, price, original_price, tests_included, sample_type,
                             fasting_required, is_popular, kind, category, request_hash)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict (id) do nothing`,
      [id, ...formColumns(body), kind, categoryOfForm, requestHash],
    )
    return rowCount === 1
  })
}

/** Name, description, price, original price, number of tests, sample type, fasting, popular. */
function formColumns(body: PackageBody) {
  return [
    body.name,
    body.description,
    toPaise(body.price),
    body.originalPrice === null ? null : toPaise(body.originalPrice),
    body.testsIncluded,
    body.sampleType,
    body.fastingRequired,
    body.isPopular,
  ]
}
