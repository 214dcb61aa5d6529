/** Groups of parameters for lists over many reports, which no single order arranges. */
import type { Measuring } from '../page/sections.ts'

export type CatalogueTest = Measuring & { category: string }

export type Panel = { title: string; codes: string[] }

/**
 * Groups measured parameters by the tests of the catalogue: the test that has most of them first, and so on. A test of which only one was
 * measured is no group: such parameters stand together by their category. Each occurs once, in the order of its test.
 * @param tests in the order of the catalogue
 */
export function panelsOf(measured: readonly string[], tests: readonly CatalogueTest[]): Panel[] {
  const left = new Set(measured)
  const panels: Panel[] = []
  const singles = new Map<string, string[]>()
  while (left.size > 0) {
    const best = largest(left, tests)
    if (!best) break
    for (const code of best.codes) left.delete(code)
    if (best.codes.length > 1) panels.push({ title: best.test.name, codes: best.codes })
    else singles.set(best.test.category, [...(singles.get(best.test.category) ?? []), ...best.codes])
  }
  if (left.size > 0) singles.set('Other', [...left])
  return [...panels, ...[...singles].map(([title, codes]) => ({ title, codes }))]
}

/** The test with most of these parameters; of equal ones the smallest test, which is closest to what was measured. */
function largest(left: ReadonlySet<string>, tests: readonly CatalogueTest[]) {
  let best: { test: CatalogueTest; codes: string[] } | undefined
  for (const test of tests) {
    const codes = test.codes.filter((code) => left.has(code))
    const isLarger =
      codes.length > (best?.codes.length ?? 0) ||
      (best !== undefined && codes.length === best.codes.length && test.codes.length < best.test.codes.length)
    if (codes.length > 0 && isLarger) best = { test, codes }
  }
  return best
}
