/** The ordered results that a report lacks, as far as the catalogue knows what the tests measure. */
import type { Section } from './sections.ts'

/** An ordered test, with the codes of the parameters that it measures; none: the catalogue does not know them */
type OrderedTest = { id: string; codes: readonly string[] }

type Reported = {
  /** Codes of the results of the report. Without any it is only a file, of which nobody knows what it has */
  reported: ReadonlySet<string>
  /** Codes of results that an earlier version had: a result that was taken back is not to come */
  withdrawn: ReadonlySet<string>
  /** Ids of tests of which no result comes: all their tubes were rejected, or they are paid back */
  without: readonly string[]
}

/**
 * @param tests in the order of the booking
 * @returns codes of the parameters of which results are still to come, each once; none: the report is complete, as far as is known
 */
export function codesToCome(
  tests: readonly OrderedTest[],
  { reported, withdrawn, without }: Reported,
): string[] {
  if (reported.size === 0) return []
  const expected = new Set(tests.flatMap(({ id, codes }) => (without.includes(id) ? [] : codes)))
  return [...expected].filter((code) => !reported.has(code) && !withdrawn.has(code))
}

/**
 * @param sections the parameters of the ordered tests by test, as `sectionsOf`
 * @param nameOf of a parameter
 * @returns names: that of a test of which everything is to come, and of any other its parameters that are
 */
export function namesToCome(
  sections: readonly Section[],
  codes: readonly string[],
  nameOf: (code: string) => string,
): string[] {
  const open = new Set(codes)
  return sections.flatMap(({ title, codes: measured }) => {
    const left = measured.filter((code) => open.has(code))
    return left.length > 1 && left.length === measured.length ? [title] : left.map(nameOf)
  })
}
