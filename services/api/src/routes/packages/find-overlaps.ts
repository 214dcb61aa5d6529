import { packageRoutes } from '@jaanch/contracts/http/packages'
import { toRupees } from '@jaanch/contracts/money'
import { cheaperChoice, findOverlaps } from '@jaanch/domain/catalogue/overlaps'
import type { FastifyInstance } from 'fastify'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { onOffer } from '../../read-models/packages.ts'

/** As many as one person may have in a booking */
const mostChosen = 10
/** The cheapest ones: the initial catalogue has 104 */
const mostItems = 500

const itemRow = z.object({
  id: z.uuid(),
  name: z.string(),
  price: z.number(),
  parameterCodes: z.array(z.string()),
  genderSpecific: z.enum(['both', 'male', 'female']),
  ageMin: z.number().nullable(),
  ageMax: z.number().nullable(),
})

/** All amounts are paise before they are answered. */
export function registerFindOverlaps(app: FastifyInstance, { db }: { db: DatabasePool }): void {
  app.serve(packageRoutes.findOverlaps, async ({ query }) => {
    const ids = [...new Set(query.packageIds)].slice(0, mostChosen)
    if (ids.length < 2) return { overlaps: [], cheaper: null }
    const catalogue = await db.any(sql.type(itemRow)`
      select id, name, price, parameter_codes, gender_specific, age_min, age_max
        from packages
       where ${onOffer} and parameter_codes && (
               select array_agg(parameter) from packages chosen, unnest(chosen.parameter_codes) parameter
                where chosen.id = any(${sql.array(ids, 'uuid')}))
       order by id <> all(${sql.array(ids, 'uuid')}), price, id limit ${mostItems}`)
    const chosen = ids.flatMap((id) => catalogue.find((item) => item.id === id) ?? [])
    const cheaper = chosen.length === ids.length ? cheaperChoice(chosen, catalogue, mostChosen) : undefined
    return {
      overlaps: findOverlaps(chosen, catalogue).map(({ item, other, shared, alone }) => ({
        packageId: item.id,
        otherId: other.id,
        shared,
        parameters: item.parameterCodes.length,
        alone: { price: toRupees(alone.price), names: alone.items.map(({ name }) => name) },
      })),
      cheaper: cheaper
        ? {
            items: cheaper.items.map(({ id, name, price }) => ({ id, name, price: toRupees(price) })),
            price: toRupees(cheaper.price),
            instead: toRupees(chosen.reduce((sum, { price }) => sum + price, 0)),
          }
        : null,
    }
  })
}
