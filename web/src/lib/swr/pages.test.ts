import { afterEach, expect, test, vi } from 'vitest'
import { grown, loadPages, pagesOf } from './pages'

afterEach(() => vi.unstubAllGlobals())

/** An API with so many rows, in pages as large as the query's limit. */
function serve(rows: number, positions: number[]) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const query = new URL(url, 'http://api').searchParams
    const from = Number(query.get('cursor') ?? 0)
    const to = Math.min(rows, from + Number(query.get('limit')))
    const headers = new Headers({ 'log-position': String(positions[asked.length]) })
    if (to < rows) headers.set('link', `</api/bookings?limit=${query.get('limit')}&cursor=${to}>; rel="next"`)
    asked.push(url)
    return new Response(JSON.stringify(Array.from({ length: to - from }, (_, row) => from + row)), {
      headers,
    })
  })
  return asked
}

test('a list past 500 rows goes on by the Link header, and is joined in order', async () => {
  const asked = serve(1_200, [7, 7, 7])
  const answer = await loadPages('/api/bookings?limit=500#3')
  expect(asked).toHaveLength(3)
  expect(answer.data).toEqual(Array.from({ length: 1_200 }, (_, row) => row))
  expect(answer.next).toBeUndefined()
})

test('what is not asked for is not loaded, and the answer says that more follows', async () => {
  const asked = serve(1_200, [7, 7])
  const answer = await loadPages('/api/bookings?limit=500#2')
  expect(asked).toHaveLength(2)
  expect(answer.next).toBe('/api/bookings?limit=500&cursor=1000')
})

test('a joined list reaches no further in the log than the page that reaches least', async () => {
  serve(900, [40, 42])
  expect((await loadPages('/api/bookings?limit=500#2')).position).toBe(40)
})

test('a list grows by doubling up to what one answer holds, then by whole answers', () => {
  expect([50, 100, 400, 500, 1_000].map(grown)).toEqual([100, 200, 500, 1_000, 1_500])
  expect(pagesOf(50)).toEqual({ limit: 50, pages: 1 })
  expect(pagesOf(1_500)).toEqual({ limit: 500, pages: 3 })
})
