/** The changes that a version of a report made, from the results of both versions. */
import type { Parameter } from '@jaanch/catalogue/parameters/parameter'
import type { z } from 'zod'
import type { reportDifferences } from '../page/api.ts'
import type { StoredResult } from './interpret.ts'

type Compared = Pick<StoredResult, 'text' | 'foreignUnit'> & {
  parameter: Pick<Parameter, 'code' | 'name' | 'unit'>
}

export type ResultChange = z.output<typeof reportDifferences>[number]

/**
 * The differences between two versions, in the order of the later one.
 * @returns null if the earlier one has no results: it was only a file, or there is none
 */
export function changesBetween(
  before: readonly Compared[],
  after: readonly Compared[],
): ResultChange[] | null {
  if (before.length === 0) return null
  const [old, current] = [textsOf(before), textsOf(after)]
  const parameters = new Map([...after, ...before].map(({ parameter }) => [parameter.code, parameter.name]))
  return [...parameters]
    .filter(([code]) => old.get(code) !== current.get(code))
    .map(([code, name]) => ({
      code,
      name,
      before: old.get(code) ?? null,
      after: current.get(code) ?? null,
    }))
}

function textsOf(results: readonly Compared[]): Map<string, string> {
  return new Map(
    results.map(({ parameter: { code, unit }, text, foreignUnit }) => [
      code,
      [text, foreignUnit ?? unit].filter(Boolean).join(' '),
    ]),
  )
}

/** Whether a version only added results to those before it: it amends nothing. @param changes null: not known */
export function onlyAdds(changes: readonly Pick<ResultChange, 'before'>[] | null): boolean {
  return changes !== null && changes.length > 0 && changes.every(({ before }) => before === null)
}

/**
 * @returns sentences for a document: what was corrected and withdrawn with the earlier values, and what was added; '' without changes
 */
export function changesText(changes: readonly ResultChange[]): string {
  const corrected = changes.filter(({ before, after }) => before !== null && after !== null)
  const withdrawn = changes.filter(({ after }) => after === null)
  const added = changes.filter(({ before }) => before === null)
  return [
    sentence(
      'Corrected',
      corrected.map(({ name, before, after }) => `${name} from ${before} to ${after}`),
    ),
    sentence(
      'Withdrawn',
      withdrawn.map(({ name, before }) => `${name}, which was ${before}`),
    ),
    sentence(
      'Added',
      added.map(({ name }) => name),
    ),
  ]
    .filter(Boolean)
    .join(' ')
}

function sentence(what: string, parts: readonly string[]): string {
  return parts.length === 0 ? '' : `${what}: ${parts.join('; ')}.`
}
