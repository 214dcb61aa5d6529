import type { ResultView } from '@jaanch/report/results/api'

type Section = { title: string; results: readonly ResultView[] }

/**
 * Out of its panel, a name can mean several things: glucose of blood or of urine.
 * @returns by code: the title of the panel; undefined: the report has one panel only
 */
export function panelsOf(sections: readonly Section[]): ReadonlyMap<string, string> | undefined {
  if (sections.length < 2) return undefined
  return new Map(sections.flatMap(({ title, results }) => results.map(({ code }) => [code, title])))
}
