/** Plans the rows and events that a change of the catalogue writes. It takes a while for thousands of rows, so that a thread does it for them. */

import { setImmediate } from 'node:timers/promises'
import { type Append, encodeAppend } from '@jaanch/eventlog/append'
import { streamId } from '@jaanch/eventlog/events'
import { appendIdOf } from '@jaanch/eventlog/idempotency'
import pg from 'pg'
import type { CatalogueItem, CatalogueParameter } from './api.ts'
import { type Catalogue, resolveItem, testsByCode } from './catalogue.ts'
import { type Comparison, type Counts, compareCatalogues } from './compare.ts'
import { parseStored, type StoredCatalogue, type StoredText } from './read-catalogue.ts'

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

// the catalogue as rows of its tables
/** The id of a test or package: that of the stored one with its code, otherwise it follows from the code. */
export function itemId(code: string, ids: ReadonlyMap<string, string> = new Map()): string {
  return ids.get(code) ?? appendIdOf('package', code)
}

export function parameterRows({ parameters }: Pick<Catalogue, 'parameters'>) {
  return parameters.map(
    ({ male, female, criticalLow, criticalHigh, criticalAges, criticalTexts, ...same }) => ({
      ...same,
      male_low: male?.low ?? null,
      male_high: male?.high ?? null,
      female_low: female?.low ?? null,
      female_high: female?.high ?? null,
      critical_low: criticalLow,
      critical_high: criticalHigh,
      critical_ages: criticalAges,
      critical_texts: criticalTexts,
      is_active: true,
    }),
  )
}

export function intervalRows({ intervals }: Pick<Catalogue, 'intervals'>) {
  return intervals.map((one) => ({
    id: intervalId(one),
    code: one.parameter,
    sex: one.sex,
    age_from: one.ageFrom,
    age_to: one.ageTo,
    method: one.method,
    low: one.low,
    high: one.high,
    expected: one.expected,
    source: one.source,
    is_active: one.isActive,
    kind: 'reference',
    valid_from: '2000-01-01',
  }))
}

/** An interval keeps its id while it is for the same people: results refer to the interval that applied, and have a copy of it. */
function intervalId({
  parameter,
  sex,
  ageFrom,
  ageTo,
  method,
  isActive,
}: Catalogue['intervals'][number]): string {
  const parts = [parameter, sex ?? 'both', String(ageFrom), String(ageTo ?? 'open')]
  return appendIdOf(
    'reference-interval',
    ...parts,
    ...(method === null ? [] : [method]),
    ...(isActive ? [] : ['offered']),
  )
}

/** @param ids of the stored tests and packages by code */
export function itemRows({ items }: Pick<Catalogue, 'items'>, ids?: ReadonlyMap<string, string>) {
  const tests = testsByCode(items)
  return items.map((item) => {
    const full = resolveItem(item, tests)
    return {
      id: itemId(item.code, ids),
      code: item.code,
      kind: item.kind,
      name: item.name,
      description: item.description,
      category: item.category,
      price: item.price ?? 0,
      original_price: item.originalPrice,
      tests_included: full.testsIncluded,
      report_delivery_time: full.reportTime,
      turnaround_hours: full.reportHours,
      sample_type: full.sampleType,
      specimens: full.specimens,
      fasting_required: full.fasting !== 0,
      fasting_hours: full.fasting === 'yes' || full.fasting === 0 ? null : full.fasting,
      age_min: item.ageMin,
      age_max: item.ageMax,
      gender_specific: item.gender,
      preparation_instructions: item.preparation,
      parameter_codes: full.parameters,
      test_codes: item.tests,
      aliases: item.synonyms,
      conditions: item.conditions,
      is_popular: item.isPopular,
      is_tax_exempt: item.isTaxExempt,
      is_active: item.isOffered && item.price !== null,
      deleted_at: null,
    }
  })
}
