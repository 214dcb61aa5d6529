import type { CatalogueItem } from '@jaanch/catalogue/api'
import { type Catalogue, type ResolvedItem, resolveItem, testsByCode } from '@jaanch/catalogue/catalogue'
import { intervalRows, itemId, itemRows, parameterRows } from '@jaanch/catalogue/plan-change'
import { readStarter } from '@jaanch/catalogue/starter/starter'
import { toPaise } from '@jaanch/contracts/money'
import { streamId } from '@jaanch/eventlog/events'
import { appendIdOf } from '@jaanch/eventlog/idempotency'
import { prices } from './data.ts'
import type { TimelineEntry } from './timeline.ts'

/** A test or package of the demo with its id and everything that follows from its tests. Prices in paise. */
export type CatalogueEntry = Omit<CatalogueItem, keyof ResolvedItem> &
  ResolvedItem & { id: string; price: number; originalPrice: number }

export type DemoCatalogue = Catalogue & { entries: CatalogueEntry[] }

/** The starter catalogue with the prices of the demo. */
export function readCatalogue(): DemoCatalogue {
  const starter = readStarter()
  const items = starter.items.map((item) => {
    const [price, original] = prices[item.code] ?? []
    if (price === undefined || original === undefined)
      throw new Error(`${item.code} has no price in the demo`)
    return { ...item, price: toPaise(price), originalPrice: toPaise(original) }
  })
  const tests = testsByCode(items)
  const entries = items.map((item) => ({ ...item, ...resolveItem(item, tests), id: itemId(item.code) }))
  return { ...starter, items, entries }
}
/** @param actor the admin who creates the entries */
export function catalogueTimeline(catalogue: Catalogue, at: Date, actor: string): TimelineEntry[] {
  const created = itemRows(catalogue).map((row): TimelineEntry => {
    const stream = streamId('package', row.id)
    return {
      at,
      rows: { packages: [{ ...row, created_at: at }] },
      append: {
        id: appendIdOf('demo', stream),
        streamId: stream,
        expected: 0,
        events: [{ type: 'PackageCreated', data: { packageId: row.id, price: row.price }, at }],
        actor,
      },
    }
  })
  const rows = { parameters: parameterRows(catalogue), reference_intervals: intervalRows(catalogue) }
  return [{ at, rows }, ...created]
}
