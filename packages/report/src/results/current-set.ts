/**
 * The current results of a booking's report, and how a submission changes them. Results add up: one is replaced only by a correction, and
 * leaves the report only if it is withdrawn. Comments add up too.
 */
import { istDate } from '@jaanch/contracts/calendar'
import { clockText, dateText } from '@jaanch/contracts/format'
import type { ReportChange } from '@jaanch/contracts/vocabulary'
import type { StoredResult } from './interpret.ts'
import type { Result } from './values.ts'

/** A result of a report as it is stored, by the code of its parameter. */
export type CurrentValue = Pick<Result, 'method' | 'sent'> & {
  code: string
  value: number | string
  result: StoredResult
}

/** @property isCorrection the sender says that it replaces the recorded result */
export type SubmittedValue = CurrentValue & { isCorrection: boolean }

export type Submitted = {
  values: readonly SubmittedValue[]
  /** Codes of results that are taken back */
  withdrawn: readonly string[]
}

export type MergedSet = {
  /** The recorded results in their order, then the added ones */
  values: CurrentValue[]
  /** Codes that the report lacked */
  added: string[]
  /** Codes of recorded results that are replaced */
  corrected: string[]
  /** Codes of recorded results that are taken back */
  withdrawn: string[]
  /** Those of `corrected` that the sender did not mark as corrections: somebody has to confirm them */
  unmarked: string[]
}

/**
 * Applies a submission to the current results.
 * @param current of the version that the submission follows; empty for the first
 */
export function mergeResults(current: readonly CurrentValue[], { values, withdrawn }: Submitted): MergedSet {
  const submitted = new Map(values.map((value) => [value.code, value]))
  const recorded = new Set(current.map(({ code }) => code))
  const takenBack = new Set(withdrawn.filter((code) => recorded.has(code) && !submitted.has(code)))
  const changed = current.flatMap((before) => {
    const after = submitted.get(before.code)
    return after && !isSame(before, after) ? [after] : []
  })
  const replacing = new Map(changed.map((value) => [value.code, value]))
  const added = values.filter(({ code }) => !recorded.has(code))
  return {
    values: [
      ...current
        .filter(({ code }) => !takenBack.has(code))
        .map((before) => withoutMark(replacing.get(before.code) ?? before)),
      ...added.map(withoutMark),
    ],
    added: added.map(({ code }) => code),
    corrected: changed.map(({ code }) => code),
    withdrawn: [...takenBack],
    unmarked: changed.filter(({ isCorrection }) => !isCorrection).map(({ code }) => code),
  }
}

/** A method that the sender does not repeat is no difference. */
function isSame(before: CurrentValue, after: CurrentValue): boolean {
  return (
    before.result.text === after.result.text &&
    before.result.foreignUnit === after.result.foreignUnit &&
    before.value === after.value &&
    (after.method === null || after.method === before.method)
  )
}

function withoutMark({ code, value, method, sent, result }: CurrentValue): CurrentValue {
  return { code, value, method, sent, result }
}

/**
 * @param isFirst the booking has no report yet
 * @param also the submission changes something else: it adds a file or comments, or says that a doctor reviewed the results
 * @returns undefined for a first report; null if nothing changes
 */
export function changeOf(
  { added, corrected, withdrawn }: Pick<MergedSet, 'added' | 'corrected' | 'withdrawn'>,
  isFirst: boolean,
  also: boolean,
): ReportChange | null | undefined {
  if (isFirst) return undefined
  if (corrected.length > 0 || withdrawn.length > 0) return 'amended'
  if (added.length > 0) return 'more'
  return also ? 'amended' : null
}

/**
 * The same of two full sets.
 * @param before the results of the version before; null: there is none
 */
export function changeSince(
  before: readonly CurrentValue[] | null,
  after: readonly CurrentValue[],
  also: boolean,
): ReportChange | null | undefined {
  const codes = new Set(after.map(({ code }) => code))
  const merged = mergeResults(before ?? [], {
    values: after.map((value) => ({ ...value, isCorrection: true })),
    withdrawn: (before ?? []).map(({ code }) => code).filter((code) => !codes.has(code)),
  })
  return changeOf(merged, before === null, also)
}

/** The author of a comment, and the time. @property by such as `Dr Meera Iyer, pathologist` @property at of the submission */
type CommentSource = { by: string; at: Date }

/** The heading of an added comment: `Added on 20 Nov 2026 by Dr Meera Iyer, pathologist:` */
const heading = /^Added on [^\n]*:(?=\n|$)/m

/**
 * The comments of a report add up, as its results do: what is said later follows with its day and its author, and nothing is said twice. What
 * was said first has neither: it is as old as the report, and by whoever released it.
 * @param added of the submission; null without any
 * @returns null without any
 */
export function addComments(
  current: string | null,
  added: string | null,
  { by, at }: CommentSource,
): string | null {
  if (added !== null && heading.test(added)) return addComments(current, quoted(added), { by, at })
  if (current === null || added === null) return added ?? current
  const known = current.split(/\n\n(?=Added on )/).map((block) => block.replace(/^Added on [^\n]*:\n/, ''))
  if (current === added || known.includes(added)) return current
  const day = dateText(istDate(at))
  // if two are added on one day, the later one has the time
  const when = current.includes(`Added on ${day}`) ? `${day}, ${clockText(at.toISOString())},` : day
  return `${current}\n\nAdded on ${when} by ${by}:\n${added}`
}

/** A text that has such a heading itself would speak for somebody else. */
function quoted(text: string): string {
  return text.replaceAll(new RegExp(heading, 'gm'), (line) => `“${line}”`)
}
