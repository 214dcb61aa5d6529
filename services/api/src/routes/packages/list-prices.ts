import { AppError } from '@jaanch/contracts/errors'
import { streamId } from '@jaanch/contracts/events/streams'
import { type PriceHistory, packageRoutes } from '@jaanch/contracts/http/packages'
import { toRupees } from '@jaanch/contracts/money'
import { readEndOfStream } from '@jaanch/eventlog/read'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { pricedPackages } from '../../read-models/listed-price.ts'
import { onOffer } from '../../read-models/packages.ts'

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
export function registerListPrices(
  app: FastifyInstance,
  { db, logDb }: { db: DatabasePool; logDb: pg.Pool },
): void {
  app.serve(packageRoutes.listPrices, async ({ params: { id } }) => {
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
}
