/** How the results of a report are grouped: by the tests that were ordered. */
import type { OrderLine } from '@jaanch/booking/booking'
import type pg from 'pg'
import type { ReadResult } from '../results/result-rows.ts'
import { type Measuring, sectionsOf } from './sections.ts'

export type OrderedPackage = Measuring & { id: string; specimens: string[]; sampleType: string }

export type ArrangedReport = {
  ordered: OrderedPackage[]
  /** Without empty ones */
  sections: { title: string; results: ReadResult[] }[]
  /** Names of the ordered parameters without a value, without those that are to come */
  notReported: string[]
}

/**
 * Groups the results by the ordered tests; others follow in a section of their own.
 * @param results in the order of the submission
 * @param toCome codes of the parameters of which results are to come
 */
export async function arrangeReport(
  pool: pg.Pool,
  lines: readonly OrderLine[],
  results: readonly ReadResult[],
  toCome: readonly string[] = [],
): Promise<ArrangedReport> {
  const ordered = await readOrderedPackages(
    pool,
    lines.map(({ packageId }) => packageId),
  )
  const orderedCodes = ordered.flatMap(({ codes }) => codes)
  const byCode = new Map(results.map((result) => [result.parameter.code, result]))
  const planned = sectionsOf(ordered, await readTestsWithin(pool, orderedCodes))
  const grouped = new Set(planned.flatMap(({ codes }) => codes))
  const others = [...byCode.keys()].filter((code) => !grouped.has(code))
  const title = ordered.length === 1 ? (ordered[0]?.name ?? 'Results') : 'Results'
  const sections = [...planned, { title, codes: others }].map(({ title, codes }) => ({
    title,
    results: codes.flatMap((code) => byCode.get(code) ?? []),
  }))
  const missing = [...grouped].filter((code) => !byCode.has(code) && !toCome.includes(code))
  return {
    ordered,
    sections: sections.filter((section) => section.results.length > 0),
    notReported: await readNames(pool, missing),
  }
}

/** In the order of the ids. */
export async function readOrderedPackages(pool: pg.Pool, ids: readonly string[]): Promise<OrderedPackage[]> {
  const { rows } = await pool.query<OrderedPackage>(
    `select p.id, p.name, p.parameter_codes as codes, p.sample_type as "sampleType",
            array(select s ->> 'specimen' from jsonb_array_elements(p.specimens) s) as specimens
       from unnest($1::uuid[]) with ordinality o (id, place) join packages p on p.id = o.id
      order by o.place`,
    [ids],
  )
  return rows
}

/** The single tests of the catalogue whose parameters are all among these codes. */
export async function readTestsWithin(pool: pg.Pool, codes: readonly string[]): Promise<Measuring[]> {
  const { rows } = await pool.query<Measuring>(
    `select name, parameter_codes as codes from packages
      where kind = 'test' and cardinality(parameter_codes) > 0 and parameter_codes <@ $1 order by name`,
    [codes],
  )
  return rows
}

async function readNames(pool: pg.Pool, codes: readonly string[]): Promise<string[]> {
  if (codes.length === 0) return []
  const { rows } = await pool.query<{ name: string }>(
    `select p.name from unnest($1::text[]) with ordinality c (code, place) join parameters p on p.code = c.code order by c.place`,
    [codes],
  )
  return rows.map(({ name }) => name)
}
