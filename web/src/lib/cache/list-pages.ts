import { mutate, SWRConfig } from 'swr'
import { type ApiResponse, send } from '../http/call'
import { maxInsertedRows } from '../live/live-store'
import { live } from './live-cache'
import { appendedLengths, isReadBelow } from './mounted'

const nextUrls = new Map<string, string>()
const loading = new Set<string>()

/** The API's maximum number of rows per page. */
const maxPageRows = 500

/** Fetches the list behind a SWR key and stores the URL of its next page. */
export async function fetchList<T>(key: string): Promise<ApiResponse<T>> {
  const wanted = keptRows(key)
  if (!wanted) {
    appendedLengths.delete(key)
    const response = await send<T>('GET', key)
    setNextUrl(key, response.next)
    return response
  }
  const first = await send<unknown[]>('GET', withLimit(key, wanted))
  const rows = [...first.data]
  let { next } = first
  while (next && rows.length < wanted) {
    const page = await send<unknown[]>('GET', withLimit(next, wanted - rows.length))
    rows.push(...page.data)
    next = page.next
  }
  next &&= withLimit(next, Number(limitPattern.exec(key)?.[1]))
  setNextUrl(key, next)
  // The first page has the lowest position: the live store applies all later changes to the rows of every page.
  return { data: rows as T, position: first.position, epoch: first.epoch, next }
}

/**
 * A list that has grown by pages, or whose reader is below its first rows, is fetched with at least as many rows as before, so that
 * the reader does not lose the scroll position: unless new rows made it too long and the reader is at its top.
 *
 * @returns the number of rows to fetch; 0 for the first page
 */
function keptRows(key: string): number {
  const shown = rowsOf(key)?.length ?? 0
  const appended = appendedLengths.get(key) ?? 0
  const isKept = isReadBelow(key) || (appended > 0 && shown <= appended + maxInsertedRows)
  const rows = shown && isKept ? Math.max(appended, shown) : 0
  return rows > Number(limitPattern.exec(key)?.[1]) ? rows : 0
}

const limitPattern = /\blimit=(\d+)/

function withLimit(url: string, limit: number): string {
  return url.replace(limitPattern, `limit=${Math.min(limit, maxPageRows)}`)
}

function rowsOf(key: string): readonly { id: string }[] | undefined {
  return SWRConfig.defaultValue.cache.get(key)?.data
}

function setNextUrl(key: string, next: string | undefined): void {
  if (next) nextUrls.set(key, next)
  else nextUrls.delete(key)
}

export function forgetPages(key: string): void {
  nextUrls.delete(key)
  appendedLengths.delete(key)
}

export function hasNextPage(key: string): boolean {
  return nextUrls.has(key)
}

/** Fetches and appends the next page. Does nothing if there is none or if it is being fetched. */
export async function loadNextPage(key: string): Promise<void> {
  const url = nextUrls.get(key)
  if (!url || loading.has(key)) return
  loading.add(key)
  let page: ApiResponse<{ id: string }[]>
  try {
    page = await send('GET', url)
  } finally {
    // Before the rows are shown: the screen may request the next page immediately.
    loading.delete(key)
  }
  // The list was fetched again in the meantime: this page is no longer its next one.
  if (nextUrls.get(key) !== url) return
  const rows = rowsOf(key) ?? []
  if (!live.append(key, page)) {
    if (live.isTrackedList(key)) return
    const known = new Set(rows.map(({ id }) => id))
    void mutate(key, [...rows, ...page.data.filter(({ id }) => !known.has(id))], { revalidate: false })
  }
  appendedLengths.set(key, rows.length + page.data.length)
  setNextUrl(key, page.next)
}
