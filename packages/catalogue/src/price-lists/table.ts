import { toRupees } from '@jaanch/contracts/money'
import { priceListKinds } from '@jaanch/contracts/vocabulary'
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { istToday } from '../packages/listed-price.ts'
import { onOffer } from '../packages/package-rows.ts'
import type { PriceListSummary, PriceListView } from './api.ts'
import { stateOf } from './rules.ts'

const listRow = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(priceListKinds),
  subject: z.string().nullable(),
  subjectName: z.string().nullable(),
  from: z.string(),
  until: z.string().nullable(),
  tests: z.number(),
  version: z.number(),
  createdAt: z.number(),
  requestHash: z.string(),
  today: z.string(),
})
type ListRow = z.output<typeof listRow>

/** More than anybody looks through */
const mostLists = 500

const itemRow = z.object({
  packageId: z.uuid(),
  name: z.string(),
  cataloguePrice: z.number(),
  price: z.number().nullable(),
})

/** @param rest after the WHERE */
function selectLists(rest: FragmentSqlToken) {
  return sql.type(listRow)`
    select l.id, l.name, l.kind, coalesce(l.lab_partner_id::text, l.subject) as subject,
           coalesce(p.lab_name, l.subject) as subject_name, l.begins_on::text as "from", l.ends_on::text as until,
           (select count(*)::int from price_list_prices i join packages on packages.id = i.package_id
             where i.price_list_id = l.id and ${onOffer}) as tests,
           l.version, (extract(epoch from l.created_at) * 1000)::float8 as created_at, l.request_hash,
           ${istToday}::text as today
      from price_lists l left join lab_partners p on p.id = l.lab_partner_id
     where ${rest}`
}

function present(row: ListRow): PriceListSummary {
  const { id, name, kind, subject, subjectName, from, until, tests, version } = row
  return {
    ...{ id, name, kind, subject, subjectName, from, until, tests, version },
    state: stateOf(row, row.today),
    createdAt: new Date(row.createdAt).toISOString(),
  }
}

export async function readLists(db: CommonQueryMethods): Promise<PriceListSummary[]> {
  const rows = await db.any(
    selectLists(sql.fragment`true order by l.begins_on desc, l.name, l.id limit ${mostLists}`),
  )
  return rows.map(present)
}

/** @returns undefined if there is no such list */
export async function findList(
  db: CommonQueryMethods,
  id: string,
): Promise<{ requestHash: string; view: () => Promise<PriceListView> } | undefined> {
  const row = await db.maybeOne(selectLists(sql.fragment`l.id = ${id}`))
  if (!row) return undefined
  return {
    requestHash: row.requestHash,
    async view() {
      const items = await db.any(sql.type(itemRow)`
        select packages.id as package_id, name, packages.price as catalogue_price, i.price
          from packages left join price_list_prices i on i.package_id = packages.id and i.price_list_id = ${id}
         where ${onOffer} order by name, packages.id`)
      return {
        ...present(row),
        items: items.map((item) => ({
          ...item,
          cataloguePrice: toRupees(item.cataloguePrice),
          price: item.price === null ? null : toRupees(item.price),
        })),
      }
    },
  }
}
