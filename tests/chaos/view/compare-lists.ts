/** Pure comparisons of a list that a client shows with a fresh read of it. */
import { isDeepStrictEqual } from 'node:util'

export type Row = { id: string; position: number }

/** A fresh first page. With fewer rows than its limit it is the whole list. */
type Page = { rows: readonly Row[]; limit: number }

/**
 * Finds rows of a fresh page that the client does not show, or shows as they were before. A client that has loaded only the
 * first page shows no row below its last one.
 *
 * @param shown in the order of the list @param upTo only rows that changed up to this position must be shown
 */
export function findMissing(shown: readonly Row[], { rows, limit }: Page, upTo: number): string[] {
  const seen = new Map(shown.map((row) => [row.id, row]))
  const lastId = shown.at(-1)?.id
  const end = rows.length < limit ? -1 : rows.findIndex(({ id }) => id === lastId)
  const covered = (end < 0 ? rows : rows.slice(0, end + 1)).filter(({ position }) => position <= upTo)
  return covered.flatMap(({ id, position }) => {
    const found = seen.get(id)?.position
    if (found !== undefined && found >= position) return []
    return [`${id} is ${found === undefined ? 'missing' : `at ${found}`}, and it is at ${position}`]
  })
}

/**
 * Compares what a client shows with a fresh page: row by row, and the number of rows if the page is the whole list. Otherwise the client
 * may show fewer rows (some left the list of which it has loaded the first page) or more (some were added at the top).
 *
 * @returns the first differences
 */
export function compareLists(shown: readonly Row[], { rows, limit }: Page): string[] {
  if (rows.length < limit && shown.length !== rows.length) {
    return [`${shown.length} rows instead of ${rows.length}`]
  }
  const count = Math.min(shown.length, rows.length)
  const differences: string[] = []
  for (let n = 0; n < count && differences.length < 3; n += 1) {
    const unsaid = onlyRead.filter((name) => fieldOf(shown[n], name) === null)
    const [one, other] = [shown[n], rows[n]].map((row) => without(row, [...marks, ...unsaid]))
    if (!isDeepStrictEqual(one, other)) {
      differences.push(`row ${n} is ${JSON.stringify(one)} instead of ${JSON.stringify(other)}`)
    }
  }
  return differences
}

/**
 * What changes without an event: whether a notification was read, and its text, which shows the booking as it is at the time of the
 * read; when a report is expected, which follows from all reports.
 */
const marks = ['read', 'title', 'body', 'reportExpected']

/** Fields that a read has and a push may lack: for labs those about the person, the size of a visit, and tubes. They are compared where the push has them. */
const onlyRead = ['tubeCount', 'visitSize', 'patientName', 'contactNumber', 'paymentReference']

function fieldOf(row: Row | undefined, name: string): unknown {
  return (row as (Row & Record<string, unknown>) | undefined)?.[name] ?? null
}

function without(row: Row | undefined, names: readonly string[]): unknown {
  return row && Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))
}
