import { mutate, SWRConfig } from 'swr'
import { type ApiResponse, send } from '../http/call'
import type { LiveRow } from '../live/change'
import { maxInsertedRows } from '../live/live-store'
import { isReadBelow, isReadInParts, setReadBelow, startReading } from './list-window'
import { live, refresh } from './live-cache'

/** @param after the last row of the page before; none for the first page @param count of rows, as it was fetched */
type Page = { url: string; after: LiveRow | undefined; count: number }

/** @param pages up to the last loaded one @param from index of the first loaded one @param next undefined at the end of the list */
type Pages = { pages: Page[]; from: number; next: Page | undefined }

const lists = new Map<string, Pages>()
/** Number of rows of each list after a page was added to it */
const grownLengths = new Map<string, number>()
const loading = new Set<string>()

/** The API's maximum number of rows per page. */
const maxPageRows = 500

/** With more rows than `most`, a list that is read in parts drops pages on one side until `kept` are left. */
const partRows = { most: 2_000, kept: 1_500 } as const

/** Fetches the list behind a SWR key and stores the URLs of its pages. */
export async function fetchList<T>(key: string): Promise<ApiResponse<T>> {
  const wanted = wantedRows(key)
  if (!wanted) {
    forgetPages(key)
    const response = await send<T>('GET', key)
    const rows = Array.isArray(response.data) ? response.data : []
    const first = { url: key, after: undefined, count: rows.length }
    lists.set(key, { pages: [first], from: 0, next: pageAfter(rows, response.next) })
    return response
  }
  const { pages, from } = lists.get(key) ?? { pages: [], from: 0 }
  const list: Pages = { pages: pages.slice(0, from), from, next: pages[from] }
  const rows: LiveRow[] = []
  let first: ApiResponse<unknown> | undefined
  do {
    const { url = key, after } = list.next ?? {}
    const page = await send<LiveRow[]>('GET', withLimit(url, wanted - rows.length))
    first ??= page
    rows.push(...page.data)
    list.pages.push({ url, after, count: page.data.length })
    list.next = pageAfter(rows, page.next && withLimit(page.next, limitOf(key)))
  } while (list.next && rows.length < wanted)
  lists.set(key, list)
  // The first page has the lowest position: the live store applies all later changes to the rows of every page.
  const { position, epoch } = first
  return { data: rows as T, position, epoch, next: list.next?.url, isCut: from > 0 }
}

/**
 * A list that has grown by pages, or whose reader is below its first rows, is fetched with at least as many rows as before, so that
 * the reader does not lose the scroll position: unless new rows made it too long and the reader is at its top.
 *
 * @returns the number of rows to fetch; 0 for the first page
 */
function wantedRows(key: string): number {
  const shown = rowsOf(key)?.length ?? 0
  const grown = grownLengths.get(key) ?? 0
  const isKept = isReadBelow(key) || (grown > 0 && shown <= grown + maxInsertedRows)
  const rows = shown && isKept ? Math.max(grown, shown) : 0
  return rows > limitOf(key) ? rows : 0
}

const limitPattern = /\blimit=(\d+)/

function limitOf(key: string): number {
  return Number(limitPattern.exec(key)?.[1])
}

function withLimit(url: string, limit: number): string {
  return url.replace(limitPattern, `limit=${Math.min(limit, maxPageRows)}`)
}

function pageAfter(rows: readonly LiveRow[], url: string | undefined): Page | undefined {
  return url === undefined ? undefined : { url, after: rows.at(-1), count: 0 }
}

function rowsOf(key: string): readonly LiveRow[] | undefined {
  return SWRConfig.defaultValue.cache.get(key)?.data
}

export function forgetPages(key: string): void {
  lists.delete(key)
  grownLengths.delete(key)
}

export function hasNextPage(key: string): boolean {
  return lists.get(key)?.next !== undefined
}

/** Whether rows above the first one were dropped, and can be loaded without too many that are new. */
export function hasPreviousPage(key: string): boolean {
  const from = lists.get(key)?.from ?? 0
  return from > 1 || (from === 1 && live.waitingCount(key) < maxPageRows)
}

/** Fetches and appends the next page. Does nothing if there is none or if it is being fetched. */
export async function loadNextPage(key: string): Promise<void> {
  const url = lists.get(key)?.next?.url
  if (!url) return
  const page = await once(key, () => send<LiveRow[]>('GET', url))
  const list = lists.get(key)
  // The list was fetched again in the meantime: this page is no longer its next one.
  if (!page || list?.next?.url !== url) return
  const rows = rowsOf(key) ?? []
  if (!live.append(key, page)) {
    if (live.isTrackedList(key)) return
    const known = new Set(rows.map(({ id }) => id))
    void mutate(key, [...rows, ...page.data.filter(({ id }) => !known.has(id))], { revalidate: false })
  }
  list.pages.push({ ...list.next, count: page.data.length })
  list.next = pageAfter(page.data, page.next)
  if (isTooLong(key, list)) {
    while (canDrop(list)) list.from += 1
    live.cut(key, 'start', list.pages[list.from]?.after)
  }
  grownLengths.set(key, loadedRows(list))
}

/** Fetches the page above the first row, which was dropped. Does nothing if there is none or if it is being fetched. */
export async function loadPreviousPage(key: string): Promise<void> {
  const { pages, from } = lists.get(key) ?? { pages: [], from: 0 }
  const [page, first] = [pages[from - 1], pages[from]]
  if (!page || !first) return
  const loaded = await once(key, () => fetchUpTo(key, page.url, first.after))
  const list = lists.get(key)
  if (!loaded || list?.pages !== pages || list.from !== from) return
  if (!live.prepend(key, loaded, from > 1)) return
  list.from -= 1
  page.count = loaded.data.length
  if (isTooLong(key, list)) {
    while (canDrop(list)) list.next = list.pages.pop()
    live.cut(key, 'end', list.next?.after)
  }
  grownLengths.set(key, loadedRows(list))
}

/** Shows the newest rows, with those that wait; the reader is at the top of the list, or goes there. */
export function showNewest(key: string): void {
  setReadBelow(key, false)
  if (live.showWaiting(key)) return
  forgetPages(key)
  refresh(key)
}

/** Keeps a part of this list alone, until the returned function was called. What shows it loads the rest again when it is scrolled to. */
export function readInParts(key: string): () => void {
  const stop = startReading(key)
  return () => {
    stop()
    // a list without a reader has the rows that follow its first one, whatever arrives then
    if (!lists.get(key)?.from) showNewest(key)
  }
}

/** Runs one request of a list at a time. @returns undefined if another one is under way */
async function once<T>(key: string, load: () => Promise<T>): Promise<T | undefined> {
  if (loading.has(key)) return undefined
  loading.add(key)
  try {
    return await load()
  } finally {
    // Before the rows are shown: the screen may request the next page immediately.
    loading.delete(key)
  }
}

/** Fetches from a URL on, until the rows reach `row`: since it was loaded, rows can have come between. */
async function fetchUpTo(
  key: string,
  url: string,
  row: LiveRow | undefined,
): Promise<ApiResponse<LiveRow[]>> {
  const first = await send<LiveRow[]>('GET', url)
  const rows = [...first.data]
  let { next } = first
  while (next && live.isBefore(key, rows.at(-1), row)) {
    const page = await send<LiveRow[]>('GET', withLimit(next, maxPageRows))
    rows.push(...page.data)
    next = page.next
  }
  return { ...first, data: rows }
}

function loadedRows({ pages, from }: Pages): number {
  return pages.slice(from).reduce((sum, { count }) => sum + count, 0)
}

function isTooLong(key: string, list: Pages): boolean {
  return isReadInParts(key) && live.isTrackedList(key) && loadedRows(list) > partRows.most
}

function canDrop(list: Pages): boolean {
  return loadedRows(list) > partRows.kept && list.pages.length - list.from > 1
}
