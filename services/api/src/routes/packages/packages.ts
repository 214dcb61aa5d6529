import { AppError } from '@jaanch/contracts/errors'
import { packageRoutes } from '@jaanch/contracts/http/packages'
import type { FastifyInstance } from 'fastify'
import { sql } from 'slonik'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import { parametersOf } from './parameters.ts'
import { onOffer, packageColumns, packageRow, presentPackage } from './presenter.ts'
import { searchPackages } from './search.ts'

export function servePackages(app: FastifyInstance, context: Context): void {
  const { db } = context

  serve(app, context, packageRoutes.listPopularPackages, async () => {
    const rows = await db.any(sql.type(packageRow)`
      select ${packageColumns} from packages where is_popular and ${onOffer} order by kind desc, name`)
    return rows.map((row) => presentPackage(row))
  })

  serve(app, context, packageRoutes.listPackages, async ({ query }) => {
    const rows = await db.any(sql.type(packageRow)`
      select ${packageColumns} from packages where ${onOffer} order by is_popular desc, name limit ${query.limit}`)
    return rows.map((row) => presentPackage(row))
  })

  serve(app, context, packageRoutes.searchPackages, async ({ query }) => {
    const rows = await searchPackages(db, query.q)
    return rows.map((row) => presentPackage(row))
  })

  serve(app, context, packageRoutes.getPackage, async ({ params }) => {
    const row = await db.maybeOne(sql.type(packageRow)`
      select ${packageColumns} from packages where id = ${params.id} and ${onOffer}`)
    if (!row) throw new AppError('not-found', 'This test is not on offer.')
    return presentPackage(row, await parametersOf(db, params.id))
  })
}
