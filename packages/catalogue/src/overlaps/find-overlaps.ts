import type { ResponseOf } from '@jaanch/contracts/http/route'
import { toRupees } from '@jaanch/contracts/money'
import { networkOf } from '@jaanch/platform/http/network'
import { serveRead } from '@jaanch/platform/http/served'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { sendKept } from '../catalogue-answers.ts'
import { packageCalls } from '../packages/api.ts'
import { onOffer, packageRow, presentPrice, pricedPackages } from '../packages/package-rows.ts'
import { cheaperChoice, overlapsOf } from './overlaps.ts'

/** As many as one person may have in a booking */
const mostChosen = 10
/** The cheapest ones: the initial catalogue has 104 */
const mostItems = 500

const itemRow = packageRow
  .pick({ id: true, name: true, price: true, genderSpecific: true, ageMin: true, ageMax: true })
  .extend({ parameterCodes: z.array(z.string()) })

/** Anybody may ask, and the answer takes up to 60 ms of one processor: answers are kept while the catalogue stays as it is. */
export const findOverlaps = serveRead(
  packageCalls.findOverlaps,
  async (call, { db, overlapAnswers, rateLimits }) => {
    await rateLimits.count('overlapReads', networkOf(call.request.ip))
    const ids = [...new Set(call.query.packageIds)].slice(0, mostChosen)
    if (ids.length < 2) return { overlaps: [], cheaper: null }
    // in their order, which the answer has too
    return sendKept(overlapAnswers, packageCalls.findOverlaps, call, ids.join(' '), async () => ({
      answer: presentOverlaps(ids, await readCatalogue(db, ids)),
    }))
  },
)

type Item = z.output<typeof itemRow>

/** @returns the items that measure something that the chosen ones do, these first; prices in paise */
function readCatalogue(db: DatabasePool, ids: readonly string[]): Promise<readonly Item[]> {
  return db.any(sql.type(itemRow)`
    select id, name, ${presentPrice} as price, parameter_codes, gender_specific, age_min, age_max
      from ${pricedPackages}
     where ${onOffer} and parameter_codes && (
             select array_agg(parameter) from packages chosen, unnest(chosen.parameter_codes) parameter
              where chosen.id = any(${sql.array(ids, 'uuid')}))
     order by id <> all(${sql.array(ids, 'uuid')}), ${presentPrice}, id limit ${mostItems}`)
}

function presentOverlaps(
  ids: readonly string[],
  catalogue: readonly Item[],
): ResponseOf<typeof packageCalls.findOverlaps> {
  const chosen = ids.flatMap((id) => catalogue.find((item) => item.id === id) ?? [])
  const cheaper = chosen.length === ids.length ? cheaperChoice(chosen, catalogue, mostChosen) : undefined
  return {
    overlaps: overlapsOf(chosen, catalogue).map(({ item, other, shared, alone }) => ({
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
}
