/** What is shown of reports is what was submitted, and somebody is called once about each critical value. */
import type { Write } from './oracle.ts'

/** One version of a booking's report, or what waits for a signature, as the API shows it */
export type ShownReport = {
  bookingId: string
  /** Whether it is the newest: what waits for a signature, or the latest version */
  isCurrent: boolean
  results: readonly { code: string; text: string; flag: string | null }[]
}

/** The values of a call about a booking */
export type ShownCall = { bookingId: string; values: readonly { code: string; text: string }[] }

type Submitted = { values?: { code: string; value: number | string }[]; withdrawn?: string[] }

/** @returns the results that each booking has after all acknowledged submissions, by code; in the order of their acknowledgement */
function foldSubmissions(writes: readonly Write[]): Map<string, Map<string, number | string>> {
  const sets = new Map<string, Map<string, number | string>>()
  const seen = new Set<string>()
  for (const { call } of writes) {
    const [, bookingId] = /^\/api\/bookings\/([0-9a-f-]{36})\/report$/.exec(call.path) ?? []
    const { values = [], withdrawn = [] } = (call.body ?? {}) as Submitted
    // a request that was sent again changes nothing
    if (!bookingId || values.length + withdrawn.length === 0 || seen.has(call.idempotencyKey ?? '')) continue
    if (call.idempotencyKey !== undefined) seen.add(call.idempotencyKey)
    const set = sets.get(bookingId) ?? new Map<string, number | string>()
    for (const { code, value } of values) set.set(code, value)
    for (const code of withdrawn) set.delete(code)
    sets.set(bookingId, set)
  }
  return sets
}

/** @returns one sentence for each booking whose current results are not those that were submitted */
export function findWrongResults(writes: readonly Write[], shown: readonly ShownReport[]): string[] {
  const current = new Map(
    shown.flatMap(({ bookingId, isCurrent, results }) => (isCurrent ? [[bookingId, results]] : [])),
  )
  return [...foldSubmissions(writes)].flatMap(([bookingId, set]) => {
    const results = current.get(bookingId)
    if (!results) return [`${bookingId}: ${set.size} results were submitted, and no report is shown`]
    const texts = new Map(results.map(({ code, text }) => [code, text]))
    const wrong = [...set].filter(([code, value]) => !isShownAs(value, texts.get(code)))
    const unknown = [...texts.keys()].filter((code) => !set.has(code))
    return [
      ...wrong.map(([code, value]) => `${code} is ${texts.get(code) ?? 'not there'} instead of ${value}`),
      ...unknown.map((code) => `${code} is shown, and was withdrawn or never submitted`),
    ].map((problem) => `${bookingId}: ${problem}`)
  })
}

function isShownAs(value: number | string, text: string | undefined): boolean {
  return text !== undefined && (typeof value === 'number' ? Number(text) === value : text === value)
}

/** @returns one sentence for each critical value of a version without exactly one call */
export function findCallProblems(shown: readonly ShownReport[], calls: readonly ShownCall[]): string[] {
  const keyOf = (bookingId: string, { code, text }: { code: string; text: string }) =>
    `${bookingId}: ${code} ${text}`
  const critical = new Set(
    shown.flatMap(({ bookingId, results }) =>
      results.filter(({ flag }) => flag?.startsWith('critical')).map((result) => keyOf(bookingId, result)),
    ),
  )
  const called = Map.groupBy(
    calls.flatMap(({ bookingId, values }) => values.map((value) => keyOf(bookingId, value))),
    (key) => key,
  )
  return [...new Set([...critical, ...called.keys()])].flatMap((key) => {
    const count = called.get(key)?.length ?? 0
    return count === 1 ? [] : [`${key} has ${count} calls`]
  })
}
