/**
 * Which tubes a collector fills for one person, and in which order.
 *
 * One tube serves all tests that need the same specimen in the same container: laboratories take serum for dozens of tests from one
 * gel tube, a full EDTA tube suffices for a blood count, HbA1c and ESR. Specimens that differ in how they are taken or treated
 * (fasting or after a meal, on ice, whole blood or plasma) need tubes of their own, also in containers of the same kind.
 *
 * The order is the order of draw of CLSI GP41 (Collection of Diagnostic Venous Blood Specimens, 7th edition, 2017), which keeps the
 * additive of one tube out of the next one.
 */
import { bloodKinds, containerKindOf, type Specimen } from './custody/container-kind.ts'

/** One tube or other container, with the names of the tests that share it. */
export type Tube = Specimen & { tests: string[] }

/** @returns the fewest tubes for the tests of one person, in the order in which they are filled; what is not blood comes last */
export function tubesOf(tests: readonly { name: string; specimens: readonly Specimen[] }[]): Tube[] {
  const tubes = new Map<string, Tube>()
  for (const { name, specimens } of tests) {
    for (const { specimen, container } of specimens) {
      const key = JSON.stringify([specimen, container])
      const tube = tubes.get(key) ?? { specimen, container, tests: [] }
      if (!tube.tests.includes(name)) tube.tests.push(name)
      tubes.set(key, tube)
    }
  }
  return [...tubes.values()].sort((a, b) => placeOf(a) - placeOf(b))
}

/** A sample after a meal is of a second venepuncture: after all tubes of the first, before what is not blood. */
function placeOf(tube: Specimen): number {
  const kind = containerKindOf(tube)
  const place = kind === null ? -1 : bloodKinds.indexOf(kind)
  if (place < 0) return 2 * bloodKinds.length
  return /\bafter\b/i.test(tube.specimen) ? bloodKinds.length + place : place
}
