import { AppError } from '@jaanch/contracts/errors'
import { priceListRoutes } from '@jaanch/contracts/http/price-lists'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { DatabasePool } from 'slonik'
import { registerEditPriceLists } from './edit-price-lists.ts'
import { findList, readLists } from './price-list-rows.ts'

export function registerPriceListRoutes(
  app: FastifyInstance,
  parts: { db: DatabasePool; logDb: pg.Pool },
): void {
  app.serve(priceListRoutes.listPriceLists, () => readLists(parts.db))

  app.serve(priceListRoutes.getPriceList, async ({ params }) => {
    const found = await findList(parts.db, params.id)
    if (!found) throw new AppError('not-found', 'This price list is not known.')
    return found.view()
  })

  registerEditPriceLists(app, parts)
}
