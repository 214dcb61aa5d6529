import { AppError } from '@jaanch/contracts/errors'
import { streamId } from '@jaanch/contracts/events/streams'
import { type PriceHistory, packageRoutes } from '@jaanch/contracts/http/packages'
import { toRupees } from '@jaanch/contracts/money'
import { readEndOfStream } from '@jaanch/eventlog/read'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { onOffer } from '../../read-models/packages.ts'

/** Changes of a package, most of which leave its price as it was */
const mostEvents = 200
const mostPrices = 12

const found = z.object({ id: z.uuid() })

/** The prices of a package, from its stream in the log: who changed them is not part of it. */
export function registerListPrices(
  app: FastifyInstance,
  { db, logDb }: { db: DatabasePool; logDb: pg.Pool },
): void {
  app.serve(packageRoutes.listPrices, async ({ params: { id } }) => {
    const row = await db.maybeOne(sql.type(found)`select id from packages where id = ${id} and ${onOffer}`)
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
    return prices.reverse().slice(0, mostPrices)
  })
}
