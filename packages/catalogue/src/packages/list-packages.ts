import { AppError } from '@jaanch/contracts/errors'
import { toRupees } from '@jaanch/contracts/money'
import { streamId } from '@jaanch/eventlog/events'
import { readEndOfStream } from '@jaanch/eventlog/read'
import { serveCall, serveRead } from '@jaanch/platform/http/served'
import { decodeCursorAs } from '@jaanch/platform/reads/paging'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { sendKept } from '../catalogue-answers.ts'
import { type PriceHistory, packageCalls } from './api.ts'
import {
  onOffer,
  packageColumns,
  packageRow,
  presentPackage,
  pricedPackages,
  readTestParameters,
} from './package-rows.ts'

const cursorKey = z.object({ id: z.uuid() })

// The cursor is the id of the last row, whose sort key is read from the table: deleted rows stay there, and a name of
// 120 characters would make the cursor too long
async function readPage(db: DatabasePool, limit: number, after: { id: string } | undefined) {
  const isNext = after
    ? sql.fragment`(not is_popular, name, id) >
          (select not last.is_popular, last.name, last.id from packages last where last.id = ${after.id})`
    : sql.fragment`true`
  const rows = await db.any(sql.type(packageRow)`
      select ${packageColumns} from ${pricedPackages} where ${onOffer} and ${isNext}
       order by (not is_popular), name, id limit ${limit + 1}`)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, next: last && rows.length > page.length ? { id: last.id } : undefined }
}

export const listPopularPackages = serveRead(
  packageCalls.listPopularPackages,
  async (call, { db, catalogueAnswers, nearbyLabs }) => {
    const labs = await nearbyLabs.in(call.query.city)
    return sendKept(
      catalogueAnswers,
      packageCalls.listPopularPackages,
      call,
      `popular ${labs.key}`,
      async () => {
        const rows = await db.any(sql.type(packageRow)`
        select ${packageColumns} from ${pricedPackages} where is_popular and ${onOffer} order by kind desc, name`)
        return { answer: rows.map((row) => presentPackage(row, { labs })) }
      },
    )
  },
)

export const listPackages = serveRead(
  packageCalls.listPackages,
  async (call, { db, catalogueAnswers, nearbyLabs }) => {
    const { query } = call
    const after = decodeCursorAs(cursorKey, query.cursor)
    const labs = await nearbyLabs.in(query.city)
    const key = `${query.limit} ${after?.id ?? ''} ${labs.key}`
    return sendKept(catalogueAnswers, packageCalls.listPackages, call, key, async () => {
      const { page, next } = await readPage(db, query.limit, after)
      return { answer: page.map((row) => presentPackage(row, { labs })), next }
    })
  },
)

export const getPackage = serveCall(
  packageCalls.getPackage,
  async ({ params, query }, { db, nearbyLabs }) => {
    const row = await db.maybeOne(sql.type(packageRow)`
      select ${packageColumns} from ${pricedPackages} where id = ${params.id} and ${onOffer}`)
    if (!row) throw new AppError('not-found', 'This test is not on offer.')
    const labs = await nearbyLabs.in(query.city)
    return presentPackage(row, { labs, ...(await readTestParameters(db, params.id)) })
  },
)

/** Changes of a package, most of which leave its price as it was */
const mostEvents = 200
const mostPrices = 12

const found = z.object({
  id: z.uuid(),
  /** The price of a price list that applies, and since when, ms; null: the catalogue's price applies */
  listedPrice: z.number().nullable(),
  listedSince: z.number().nullable(),
})

/**
 * The prices of a package in the catalogue, from its stream in the log, and that of a price list while it applies: who changed them is not
 * part of it.
 */
export const listPrices = serveCall(packageCalls.listPrices, async ({ params: { id } }, { db, logDb }) => {
  const row = await db.maybeOne(sql.type(found)`
      select id, listed_price, floor(extract(epoch from
               greatest(since, begins_on::timestamp at time zone 'Asia/Kolkata')) * 1000)::float8 as listed_since
        from ${pricedPackages} where id = ${id} and ${onOffer}`)
  if (!row) throw new AppError('not-found', 'This test is not on offer.')
  const types = ['PackageCreated', 'PackageUpdated'] as const
  const events = await readEndOfStream(logDb, streamId('package', id), types, mostEvents)
  const prices: PriceHistory = []
  for (const { data, at } of events) {
    const price = toRupees(data.price)
    if (price !== prices.at(-1)?.price) prices.push({ price, since: at.toISOString() })
  }
  // since when is not known: the change lies before the first event that was read
  if (events.length === mostEvents) prices.shift()
  const { listedPrice, listedSince } = row
  if (listedPrice !== null && listedSince !== null && toRupees(listedPrice) !== prices.at(-1)?.price) {
    prices.push({ price: toRupees(listedPrice), since: new Date(listedSince).toISOString() })
  }
  return prices.reverse().slice(0, mostPrices)
})
