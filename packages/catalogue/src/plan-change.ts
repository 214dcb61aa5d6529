/** Plans the rows and events that a change of the catalogue writes. It takes a while for thousands of rows, so that a thread does it for them. */
import { setImmediate } from 'node:timers/promises'
import { type Append, encodeAppend } from '@jaanch/eventlog/append'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import { streamId } from '@jaanch/eventlog/events/streams'
import pg from 'pg'
import type { Catalogue, CatalogueItem, CatalogueParameter } from './catalogue.ts'
import { type Comparison, type Counts, compareCatalogues } from './compare.ts'
import { parseStored, type StoredCatalogue, type StoredText } from './read-catalogue.ts'
import { intervalRows, itemId, itemRows, parameterRows } from './table-rows.ts'

/** @property id unique to the change @property actor and correlationId as of every append */
export type Change = { id: string; actor: string; correlationId?: string }

/** Rows of a table. @property json a list of objects, each with these columns */
export type TableRows = { columns: string[]; json: string }

/** @property counts of the rows of the sheets, in all @property writes undefined: nothing changes */
export type Plan = { counts: Counts; writes: Writes | undefined }

/**
 * Texts for the database, which a thread hands over faster than objects.
 * @property units of all parameters that are listed
 * @property codes, intervalIds and itemIds of all rows that stay or come: the others end
 * @property changedItems those that stay as they are must not be locked, because bookings refer to them
 * @property appends SQL literal of the JSON list of the appends of the items whose prices change; undefined: there are none
 */
export type Writes = {
  units: Pick<CatalogueParameter, 'code' | 'ucum' | 'unit'>[]
  codes: string[]
  parameters: TableRows
  intervalIds: string[]
  intervals: TableRows
  itemIds: string[]
  changedItems: TableRows
  appends: string | undefined
}

/**
 * Plans a change of few rows in this thread, which is sooner than starting another one. Others get their turn between the steps.
 * @param makeNext from what is stored to what is to be
 */
export function planHere(makeNext: (stored: StoredCatalogue) => Catalogue | Promise<Catalogue>) {
  return async (text: StoredText, change: Change): Promise<Plan> => {
    const stored = parseStored(text)
    await setImmediate()
    const next = await makeNext(stored)
    await setImmediate()
    return planChange(stored, next, change)
  }
}

/** @param comparison of the two, if it is known */
export function planChange(
  stored: StoredCatalogue,
  next: Catalogue,
  change: Change,
  comparison: Comparison = compareCatalogues(stored.catalogue, next),
): Plan {
  const counts = totalOf(comparison.counts)
  if (counts.added + counts.changed + counts.ended === 0) return { counts, writes: undefined }
  const parameters = parameterRows(next)
  const intervals = intervalRows(next)
  const items = itemRows(next, stored.ids)
  const appends = packageAppends(stored, next, change).map(encodeAppend)
  const before = new Map(itemRows(stored.catalogue, stored.ids).map((row) => [row.id, JSON.stringify(row)]))
  return {
    counts,
    writes: {
      units: parameters.map(({ code, ucum, unit }) => ({ code, ucum, unit })),
      codes: parameters.map(({ code }) => code),
      parameters: tableRows(parameters),
      intervalIds: intervals.map(({ id }) => id),
      intervals: tableRows(intervals),
      itemIds: items.map(({ id }) => id),
      changedItems: tableRows(items.filter((row) => before.get(row.id) !== JSON.stringify(row))),
      appends: appends.length > 0 ? pg.escapeLiteral(`[${appends.join(',')}]`) : undefined,
    },
  }
}

function tableRows(rows: readonly Record<string, unknown>[]): TableRows {
  return { columns: Object.keys(rows[0] ?? {}), json: JSON.stringify(rows) }
}

function totalOf(counts: Record<string, Counts>): Counts {
  return Object.values(counts).reduce((sum, each) => ({
    added: sum.added + each.added,
    changed: sum.changed + each.changed,
    ended: sum.ended + each.ended,
    untouched: sum.untouched + each.untouched,
  }))
}

/** The price of what is offered; null: it is not offered */
const offered = (item: CatalogueItem | undefined) => (item?.isOffered ? item.price : null)

/** The streams of the items whose price changes, which is where the history of prices is read from. */
function packageAppends(
  { catalogue, ids }: StoredCatalogue,
  next: Catalogue,
  { id: changeId, ...about }: Change,
): Append[] {
  const before = new Map(catalogue.items.map((item) => [item.code, item]))
  const after = new Map(next.items.map((item) => [item.code, item]))
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((code) => {
    const [from, to] = [offered(before.get(code)), offered(after.get(code))]
    if (from === to) return []
    const packageId = itemId(code, ids)
    const event =
      to === null
        ? ({ type: 'PackageDeleted', data: { packageId } } as const)
        : ({
            type: from === null ? 'PackageCreated' : 'PackageUpdated',
            data: { packageId, price: to },
          } as const)
    return [
      {
        id: appendIdOf('catalogue', changeId, code),
        streamId: streamId('package', packageId),
        expected: 'any' as const,
        events: [event],
        ...about,
      },
    ]
  })
}
