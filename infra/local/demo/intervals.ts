/**
 * The catalogue's reference intervals by age (intervals.json), as rows of `reference_intervals`. A parameter that is not in the file has the
 * two intervals of the catalogue, for adults. docs/reference-intervals.md is made from the file.
 */
import { readFileSync } from 'node:fs'
import { adultMonths, type ReferenceInterval } from '@jaanch/domain/report/interval'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import type pg from 'pg'
import type { Parameter } from './catalogue.ts'

type Sex = 'both' | 'male' | 'female'
/** Ages in completed months: `from` included, `to` excluded; null: open */
type FileRow = [
  sex: Sex,
  from: number,
  to: number | null,
  low: number | null,
  high: number | null,
  source: string,
]

export type IntervalsOfParameter = {
  code: string
  /** The ages of the catalogue's own intervals; default: from 18 on */
  adults?: [from: number, to: number | null]
  /** Why these are valid for other ages too */
  adultsSource?: string
  rows?: FileRow[]
  /** Rows whose source was not read: they apply to nobody until a lab accepts them */
  inactive?: FileRow[]
}

export type IntervalsFile = {
  sources: Readonly<Record<string, [title: string, url: string]>>
  parameters: readonly IntervalsOfParameter[]
}

export function readIntervalsFile(): IntervalsFile {
  const text = readFileSync(new URL('intervals.json', import.meta.url), 'utf8')
  return JSON.parse(text) as IntervalsFile
}

export type CatalogueInterval = ReferenceInterval & { isActive: boolean }

const validFrom = '2000-01-01'
/** The source of the catalogue's own intervals for adults */
export const adultsSource = 'Catalogue, adults'

/**
 * The intervals of the catalogue, those of adults among them. An id follows from parameter, sex and ages, so that a row stays the same row
 * when its numbers change: results have a copy of the interval that applied.
 * @param parameters with the intervals of adults
 */
export function catalogueIntervals(
  parameters: readonly Pick<Parameter, 'code' | 'male' | 'female'>[],
  { sources, parameters: ofParameters }: IntervalsFile = readIntervalsFile(),
): CatalogueInterval[] {
  const byCode = new Map(parameters.map((parameter) => [parameter.code, parameter]))
  const sourceOf = (id: string) => {
    const source = sources[id]
    if (!source) throw new Error(`No source ${id}`)
    return `${source[0]} (${source[1]})`
  }
  return ofParameters.flatMap((of) => {
    const parameter = byCode.get(of.code)
    if (!parameter) return []
    const asRow = (isActive: boolean) => (row: FileRow) => rowOf(of.code, row, sourceOf(row[5]), isActive)
    const listed = (of.rows ?? []).map(asRow(true))
    const isAged = listed.length > 0 || of.adults !== undefined
    const source = of.adultsSource ? `${adultsSource}. ${sourceOf(of.adultsSource)}` : adultsSource
    return [
      ...listed,
      ...(isAged ? adultRows(parameter, of.adults ?? [adultMonths, null], source) : []),
      ...(of.inactive ?? []).map(asRow(false)),
    ]
  })
}

function adultRows(
  { code, male, female }: Pick<Parameter, 'code' | 'male' | 'female'>,
  [from, to]: [number, number | null],
  source: string,
): CatalogueInterval[] {
  const isSame = male?.[0] === female?.[0] && male?.[1] === female?.[1]
  const sexes = isSame
    ? ([['both', male]] as const)
    : ([
        ['male', male],
        ['female', female],
      ] as const)
  return sexes.flatMap(([sex, interval]) =>
    interval ? rowOf(code, [sex, from, to, interval[0], interval[1], ''], source, true) : [],
  )
}

function rowOf(
  code: string,
  [sex, ageFrom, ageTo, low, high]: FileRow,
  source: string,
  isActive: boolean,
): CatalogueInterval {
  return {
    id: appendIdOf('reference-interval', code, sex, ageFrom, ageTo ?? 'open'),
    code,
    sex: sex === 'both' ? null : sex,
    ageFrom,
    ageTo,
    method: null,
    labPartnerId: null,
    low,
    high,
    expected: null,
    validFrom,
    validTo: null,
    source,
    isActive,
  }
}

/** @returns a row of the table */
export function intervalRow({ id, code, sex, low, high, source, ...rest }: CatalogueInterval) {
  const { ageFrom, ageTo, validFrom: valid_from, isActive } = rest
  return {
    id,
    code,
    sex,
    age_from: ageFrom,
    age_to: ageTo,
    low,
    high,
    valid_from,
    source,
    is_active: isActive,
  }
}

/**
 * Brings the catalogue's rows up to date with this code: adds those that are missing, changes those whose numbers or source changed, and
 * makes inactive those that are no longer listed. Rows of labs are left alone. Only parameters that have the unit of the file's numbers get
 * rows, and the adults' rows have the numbers of the database. Repeatable.
 * @param client in a transaction of its own or none @param units UCUM units of the file's numbers by parameter
 * @returns how many rows changed
 */
export async function loadIntervals(
  client: pg.ClientBase,
  units: readonly Pick<Parameter, 'code' | 'ucum'>[],
): Promise<number> {
  const { rows: parameters } = await client.query<Parameter>(
    `select code, ucum,
            case when num_nonnulls(male_low, male_high) > 0 then json_build_array(male_low, male_high) end as male,
            case when num_nonnulls(female_low, female_high) > 0 then json_build_array(female_low, female_high) end as female
       from parameters`,
  )
  const unitOf = new Map(units.map(({ code, ucum }) => [code, ucum]))
  const rows = catalogueIntervals(parameters.filter(({ code, ucum }) => unitOf.get(code) === ucum))
  if (rows.length === 0) return 0
  const { rowCount } = await client.query(
    `with listed as (
       select * from jsonb_to_recordset($1) as r (id uuid, code text, sex text, age_from int, age_to int, low numeric, high numeric,
                                                  valid_from date, source text, is_active boolean)),
     ended as (
       update reference_intervals i set is_active = false
        where i.lab_partner_id is null and i.is_active and not exists (select from listed where listed.id = i.id)
       returning 1),
     written as (
       insert into reference_intervals (id, code, sex, age_from, age_to, low, high, valid_from, source, is_active)
       select id, code, sex, age_from, age_to, low, high, valid_from, source, is_active from listed
       on conflict (id) do update
         set low = excluded.low, high = excluded.high, source = excluded.source, is_active = excluded.is_active
         where (reference_intervals.low, reference_intervals.high, reference_intervals.source, reference_intervals.is_active)
           is distinct from (excluded.low, excluded.high, excluded.source, excluded.is_active)
       returning 1)
     select from ended union all select from written`,
    [JSON.stringify(rows.map(intervalRow))],
  )
  return rowCount ?? 0
}
