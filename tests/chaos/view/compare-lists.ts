/** Compares a list that a client shows with a fresh read of it. */
import { isDeepStrictEqual } from 'node:util'

export type Row = { id: string; position: number }

/** A fresh first page. With fewer rows than its limit it is the whole list. */
type Page = { rows: readonly Row[]; limit: number }

/**
 * Finds rows of a fresh page that the client does not show, or shows as they were before. A client that has loaded only the
 * first page shows no row below its last one.
 *
 * @param upTo only rows that changed up to this position must be shown
 */
export function findMissing(shown: readonly Row[], { rows, limit }: Page, upTo: number): string[] {
  const seen = new Map(shown.map((row) => [row.id, row.position]))
  const lastId = shown.at(-1)?.id
  const end = rows.length < limit ? -1 : rows.findIndex(({ id }) => id === lastId)
  const covered = (end < 0 ? rows : rows.slice(0, end + 1)).filter(({ position }) => position <= upTo)
  return covered.flatMap(({ id, position }) => {
    const found = seen.get(id)
    if (found !== undefined && found >= position) return []
    return [`${id} is ${found === undefined ? 'missing' : `at ${found}`}, and it is at ${position}`]
  })
}

/** The fields that change without an event: whether a notification was read, its text, and when a report is expected */
const marks = ['read', 'title', 'body', 'reportExpected']

/** Fields that a read has and a push may lack. They are compared where the push has them. */
const onlyRead = ['tubeCount', 'visitSize', 'patientName', 'contactNumber', 'paymentReference']

/**
 * Compares row by row, and the number of rows if the page is the whole list. Otherwise the client may show fewer rows (some left
 * the first page) or more (some were added at the top).
 *
 * @returns the first differences
 */
export function compareLists(shown: readonly Row[], { rows, limit }: Page): string[] {
  if (rows.length < limit && shown.length !== rows.length)
    return [`${shown.length} rows instead of ${rows.length}`]
  return shown
    .slice(0, rows.length)
    .flatMap((row, n) => {
      const ignored = [...marks, ...onlyRead.filter((name) => (row as Fields)[name] == null)]
      const [one, other] = [row, rows[n]].map((each) =>
        Object.fromEntries(Object.entries(each ?? {}).filter(([name]) => !ignored.includes(name))),
      )
      if (isDeepStrictEqual(one, other)) return []
      return [`row ${n} is ${JSON.stringify(one)} instead of ${JSON.stringify(other)}`]
    })
    .slice(0, 3)
}

type Fields = Row & Record<string, unknown>
