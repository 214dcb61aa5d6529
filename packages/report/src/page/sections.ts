/** How the results of a report are grouped: by the tests that were ordered. */
import type { OrderLine } from '@jaanch/booking/booking'
import type pg from 'pg'
import type { ReadResult } from '../results/table.ts'

/** A test or a package of tests, with the codes of its parameters, in order. */
export type Measuring = { name: string; codes: readonly string[] }

export type Section = { title: string; codes: string[] }

/**
 * Groups a report's parameters into sections, in the order of the booking. The catalogue lists a package's parameters without
 * its tests, but in the order of the tests: each run of parameters that is a whole test becomes a section with the test's
 * name, longest first. Other parameters get a section with the package's name. Each parameter occurs once.
 */
export function sectionsOf(ordered: readonly Measuring[], tests: readonly Measuring[]): Section[] {
  const placed = new Set<string>()
  const sections: Section[] = []
  for (const { name, codes } of ordered) {
    for (const section of split(name, codes, tests)) {
      const fresh = section.codes.filter((code) => !placed.has(code))
      for (const code of fresh) placed.add(code)
      const last = sections.at(-1)
      if (fresh.length === 0) continue
      if (last?.title === section.title) last.codes.push(...fresh)
      else sections.push({ title: section.title, codes: fresh })
    }
  }
  return sections
}

function split(name: string, codes: readonly string[], tests: readonly Measuring[]): Section[] {
  const all = new Set(codes)
  const parts = tests.filter((test) => test.codes.length > 0 && test.codes.every((code) => all.has(code)))
  const sections: Section[] = []
  const seen = new Set<string>()
  for (let at = 0; at < codes.length; ) {
    const best = parts
      .map((test) => ({ title: test.name, codes: test.codes.filter((code) => !seen.has(code)) }))
      .filter((part) => part.codes.length > 0 && part.codes.every((code, n) => code === codes[at + n]))
      .reduce<Section | undefined>(
        (most, part) => (part.codes.length > (most?.codes.length ?? 0) ? part : most),
        undefined,
      )
    const section = best ?? { title: name, codes: codes.slice(at, at + 1) }
    sections.push(section)
    for (const code of section.codes) seen.add(code)
    at += section.codes.length
  }
  return sections
}

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
  const names = await readNames(pool, missing)
  return {
    ordered,
    sections: sections.filter((section) => section.results.length > 0),
    notReported: missing.flatMap((code) => names.get(code)?.name ?? []),
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

type Named = { code: string; name: string; loinc: string | null }

/** @returns by code */
export async function readNames(pool: pg.Pool, codes: readonly string[]): Promise<Map<string, Named>> {
  if (codes.length === 0) return new Map()
  const { rows } = await pool.query<Named>('select code, name, loinc from parameters where code = any($1)', [
    [...new Set(codes)],
  ])
  return new Map(rows.map((one) => [one.code, one]))
}
