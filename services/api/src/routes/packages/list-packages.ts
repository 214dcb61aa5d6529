import { AppError } from '@jaanch/contracts/errors'
import { packageRoutes } from '@jaanch/contracts/http/packages'
import type { FastifyInstance } from 'fastify'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { sendEncodedBody } from '../../http/encoded-body.ts'
import { takePlace } from '../../http/request-gates.ts'
import type { CatalogueAnswers } from '../../read-models/catalogue-answers.ts'
import { pricedPackages } from '../../read-models/listed-price.ts'
import type { NearbyLabs } from '../../read-models/nearby-labs.ts'
import { onOffer, packageColumns, packageRow, presentPackage } from '../../read-models/packages.ts'
import { readSearchSuggestions } from '../../read-models/search-suggestions.ts'
import { readTestParameters } from '../../read-models/test-parameters.ts'
import { decodeCursorAs, linkNext } from '../../reads/paging.ts'
import { searchPackages } from './search/search-packages.ts'

type Parts = { db: DatabasePool; catalogueAnswers: CatalogueAnswers; nearbyLabs: NearbyLabs }

const cursorKey = z.object({ id: z.uuid() })

export function registerListPackages(
  app: FastifyInstance,
  { db, catalogueAnswers: answerOf, nearbyLabs }: Parts,
): void {
  // The cursor is the id of the last row, whose sort key is read from the table: deleted rows stay there, and a name of
  // 120 characters would make the cursor too long
  async function readPage(limit: number, after: { id: string } | undefined) {
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

  app.serveUnplaced(packageRoutes.listPopularPackages, async ({ query, request, reply }) => {
    const labs = await nearbyLabs.in(query.city)
    const { body } = await answerOf(
      `popular ${labs.key}`,
      () => takePlace(request),
      async () => {
        const rows = await db.any(sql.type(packageRow)`
        select ${packageColumns} from ${pricedPackages} where is_popular and ${onOffer} order by kind desc, name`)
        return {
          answer: packageRoutes.listPopularPackages.response.parse(
            rows.map((row) => presentPackage(row, { labs })),
          ),
        }
      },
    )
    return sendEncodedBody(request, reply, body)
  })

  app.serveUnplaced(packageRoutes.listPackages, async ({ query, request, reply }) => {
    const after = decodeCursorAs(cursorKey, query.cursor)
    const labs = await nearbyLabs.in(query.city)
    const { body, next } = await answerOf(
      `${query.limit} ${after?.id ?? ''} ${labs.key}`,
      () => takePlace(request),
      async () => {
        const { page, next } = await readPage(query.limit, after)
        return {
          answer: packageRoutes.listPackages.response.parse(page.map((row) => presentPackage(row, { labs }))),
          next,
        }
      },
    )
    if (next) linkNext(request, reply, next)
    return sendEncodedBody(request, reply, body)
  })

  app.serve(packageRoutes.searchPackages, async ({ query }) => {
    const labs = await nearbyLabs.in(query.city)
    const rows = await searchPackages(db, query.q)
    return rows.map((row) => presentPackage(row, { labs }))
  })

  app.serveUnplaced(packageRoutes.suggestSearches, async ({ request, reply }) => {
    const { body } = await answerOf(
      'suggestions',
      () => takePlace(request),
      async () => {
        const suggestions = await readSearchSuggestions(db, (text) => searchPackages(db, text))
        return { answer: packageRoutes.suggestSearches.response.parse(suggestions) }
      },
    )
    return sendEncodedBody(request, reply, body)
  })

  app.serve(packageRoutes.getPackage, async ({ params, query }) => {
    const row = await db.maybeOne(sql.type(packageRow)`
      select ${packageColumns} from ${pricedPackages} where id = ${params.id} and ${onOffer}`)
    if (!row) throw new AppError('not-found', 'This test is not on offer.')
    const labs = await nearbyLabs.in(query.city)
    return presentPackage(row, { labs, ...(await readTestParameters(db, params.id)) })
  })
}
