/** The stored catalogue. */
import type pg from 'pg'
import type { CatalogueInterval, CatalogueItem, CatalogueParameter } from './api.ts'
import { type Catalogue, resolveItem, testsByCode } from './catalogue.ts'
import type { UnitInUse, UnitsInUse } from './check.ts'

type Queryable = Pick<pg.ClientBase, 'query'>

/**
 * The stored catalogue as one text: a thread that works on thousands of rows gets it without anything being parsed or copied row by row.
 * @property version changes with every change of the catalogue @property json for `parseStored`
 */
export type StoredText = { version: string; json: string }

/**
 * The items that are listed now: neither ended parameters nor deleted tests.
 * @property ids of the tests and packages by code, ended ones too: one that comes back is the same
 * @property unitsInUse of the parameters that have results
 */
export type StoredCatalogue = {
  version: string
  catalogue: Catalogue
  ids: ReadonlyMap<string, string>
  unitsInUse: UnitsInUse
}

/** The code of a test that the admin's form created, which has none: it follows from its id. */
const codeColumn = "coalesce(code, 'ID-' || upper(left(id::text, 8)))"

const parameterQuery = `
  select p.code, p.name, p.synonyms, p.loinc, p.ucum, p.unit, p.decimals, p.options, p.normal, p.method,
         nullif(d.definition -> 'male', 'null') as male, nullif(d.definition -> 'female', 'null') as female,
         p.critical_low::float8 as "criticalLow", p.critical_high::float8 as "criticalHigh",
         p.critical_ages as "criticalAges", p.critical_texts as "criticalTexts", p.stability
    from parameters p join parameter_definitions d using (code) where p.is_active order by lower(p.name), p.code`

const intervalQuery = `
  select i.code as parameter, i.sex, i.age_from as "ageFrom", i.age_to as "ageTo", i.method, i.low::float8 as low,
         i.high::float8 as high, i.expected, i.source, i.is_active as "isActive"
    from reference_intervals i join parameters p on p.code = i.code and p.is_active
   where i.lab_partner_id is null and i.kind = 'reference'
   order by i.code, i.is_active desc, i.age_from, i.age_to, i.sex, i.method`

const itemQuery = `
  select id, ${codeColumn} as code, kind, name, description, category, test_codes as tests, parameter_codes as parameters,
         specimens, sample_type as "sampleType", fasting_required as "fastingRequired", fasting_hours as "fastingHours",
         preparation_instructions as preparation, turnaround_hours as "reportHours", tests_included as "testsIncluded",
         age_min as "ageMin", age_max as "ageMax", gender_specific as gender, aliases as synonyms, conditions,
         is_popular as "isPopular", is_tax_exempt as "isTaxExempt", price::float8 as price,
         original_price::float8 as "originalPrice", is_active as "isActive"
    from packages where deleted_at is null order by kind, lower(name), id`

const endedQuery = `select id, ${codeColumn} as code from packages where deleted_at is not null order by deleted_at`

/** The units of ended parameters are included. */
const unitQuery = `
  select p.code, p.ucum, p.unit from parameters p
   where exists (select from report_values v where v.code = p.code)`

type StoredRows = {
  parameters: CatalogueParameter[]
  intervals: CatalogueInterval[]
  items: ItemRow[]
  ended: { id: string; code: string }[]
  units: UnitRow[]
}

/** All of it as of one moment. */
export async function readStoredText(db: Queryable): Promise<StoredText> {
  const listOf = (query: string) => `(select coalesce(json_agg(one), '[]') from (${query}) one)`
  const { rows } = await db.query<StoredText>(
    `select coalesce((select id::text from catalogue_version), '') as version,
            json_build_object('parameters', ${listOf(parameterQuery)}, 'intervals', ${listOf(intervalQuery)},
              'items', ${listOf(itemQuery)}, 'ended', ${listOf(endedQuery)}, 'units', ${listOf(unitQuery)})::text as json`,
  )
  return rows[0] as StoredText
}

export function parseStored({ version, json }: StoredText): StoredCatalogue {
  const { parameters, intervals, items: rows, ended, units } = JSON.parse(json) as StoredRows
  const items = rows.map(itemOf)
  const tests = testsByCode(items)
  return {
    version,
    catalogue: { parameters, intervals, items: items.map((item) => withoutDerived(item, tests)) },
    ids: new Map([...ended, ...rows].map(({ code, id }) => [code, id])),
    unitsInUse: unitsByCode(units),
  }
}

export async function readStoredCatalogue(db: Queryable): Promise<StoredCatalogue> {
  return parseStored(await readStoredText(db))
}

export async function readVersion(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ id: string }>('select id from catalogue_version')
  return rows[0]?.id ?? ''
}

type ItemRow = Omit<CatalogueItem, 'price' | 'sampleType' | 'fasting' | 'isOffered'> & {
  id: string
  price: number
  sampleType: NonNullable<CatalogueItem['sampleType']>
  fastingRequired: boolean
  fastingHours: number | null
  isActive: boolean
}

function itemOf({ id: _id, fastingRequired, fastingHours, isActive, price, ...row }: ItemRow): CatalogueItem {
  const isUnpriced = price === 0 && !isActive
  return {
    ...row,
    parameters: row.kind === 'test' || row.tests.length === 0 ? row.parameters : [],
    fasting: fastingRequired ? (fastingHours ?? 'yes') : 0,
    price: isUnpriced ? null : price,
    originalPrice: isUnpriced ? null : row.originalPrice,
    isOffered: isUnpriced || isActive,
  }
}

/** Leaves out values that follow from the rest: they would stay behind when the rest changes. */
function withoutDerived(item: CatalogueItem, tests: ReadonlyMap<string, CatalogueItem>): CatalogueItem {
  const isPackage = item.kind === 'package' && item.tests.length > 0
  const plain: CatalogueItem = {
    ...item,
    sampleType: null,
    testsIncluded: null,
    ...(isPackage && { specimens: null, fasting: null, reportHours: null }),
  }
  const derived = resolveItem(plain, tests)
  const own = derivable.filter((field) => !isSame(item[field], derived[field]))
  return { ...plain, ...Object.fromEntries(own.map((field) => [field, item[field]])) }
}

const derivable = ['sampleType', 'testsIncluded', 'specimens', 'fasting', 'reportHours'] as const

function isSame(a: unknown, b: unknown): boolean {
  const sorted = (value: unknown) =>
    JSON.stringify(Array.isArray(value) ? value.map((one) => JSON.stringify(one)).sort() : value)
  return sorted(a) === sorted(b)
}

type UnitRow = UnitInUse & { code: string }

const unitsByCode = (rows: readonly UnitRow[]): UnitsInUse =>
  Object.fromEntries(rows.map(({ code, ...unit }) => [code, unit]))

/** The units of all parameters that have results, ended ones too, by their codes. */
export async function readUnitsInUse(db: Queryable): Promise<UnitsInUse> {
  const { rows } = await db.query<UnitRow>(unitQuery)
  return unitsByCode(rows)
}
