import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { mutate, SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clearCache, invalidateMatching, live } from './live-cache'
import { swrConfig } from './swr-config'
import { usePages } from './use-pages'

/** The rows of the API, newest first */
let storedRows: { id: string }[] = []
const requests: string[] = []

function respond(address: string): Response {
  requests.push(address)
  const url = new URL(address, 'http://jaanch.example')
  const limit = Number(url.searchParams.get('limit'))
  const from = url.searchParams.has('cursor')
    ? storedRows.findIndex(({ id }) => id === url.searchParams.get('cursor')) + 1
    : 0
  const rows = storedRows.slice(from, from + limit)
  url.searchParams.set('cursor', rows.at(-1)?.id ?? '')
  const link = rows.length === limit ? { link: `<${url.pathname}${url.search}>; rel="next"` } : {}
  return Response.json(rows, { headers: { 'log-position': '1', ...link } })
}

function Rows({ limit }: { limit: number }) {
  const { rows, more, hasMore } = usePages('/api/health-reports', { limit })
  return (
    <>
      <p>{rows.map(({ id }) => id).join(' ')}</p>
      {hasMore && (
        <button type="button" onClick={more}>
          Show more
        </button>
      )}
    </>
  )
}

function show(limit = 2) {
  return render(
    <SWRConfig value={{ ...swrConfig, dedupingInterval: 0 }}>
      <Rows limit={limit} />
    </SWRConfig>,
  )
}

const more = async () => fireEvent.click(await screen.findByRole('button', { name: 'Show more' }))
const createRows = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `r${index}` }))
const names = (count: number) =>
  createRows(count)
    .map(({ id }) => id)
    .join(' ')

beforeEach(() => {
  storedRows = createRows(9)
  requests.length = 0
  vi.stubGlobal('fetch', async (url: string) => respond(url))
})
afterEach(() => {
  cleanup()
  clearCache()
})

it('a paged list appends pages until there are no more', async () => {
  storedRows = storedRows.slice(0, 5)
  show()
  expect(await screen.findByText('r0 r1')).toBeTruthy()
  await more()
  expect(await screen.findByText('r0 r1 r2 r3')).toBeTruthy()
  await more()
  expect(await screen.findByText('r0 r1 r2 r3 r4')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

it('a paged list has as many rows as before after it was fetched again, and continues from there', async () => {
  show()
  await more()
  expect(await screen.findByText('r0 r1 r2 r3')).toBeTruthy()
  storedRows.unshift({ id: 'new' })
  requests.length = 0
  // as after a disconnection that was too long
  act(() => live.startOver('another epoch'))
  expect(await screen.findByText('new r0 r1 r2')).toBeTruthy()
  expect(requests).toEqual(['/api/health-reports?limit=4'])
  await more()
  expect(await screen.findByText('new r0 r1 r2 r3 r4')).toBeTruthy()
})

it('a paged list is fetched again in pages of 500 if it is very long', async () => {
  storedRows = createRows(1_300)
  show(400)
  for (const rows of [400, 800, 1_200]) {
    expect(await screen.findByText(names(rows))).toBeTruthy()
    if (rows < 1_200) await more()
  }
  requests.length = 0
  storedRows = [{ id: 'new' }, ...storedRows]
  act(() => invalidateMatching(/^\/api\/health-reports/))
  expect(await screen.findByText(`new ${names(1_199)}`)).toBeTruthy()
  expect(requests).toEqual([
    '/api/health-reports?limit=500',
    '/api/health-reports?limit=500&cursor=r498',
    '/api/health-reports?limit=200&cursor=r998',
  ])
  await more()
  expect(await screen.findByText(`new ${names(1_300)}`)).toBeTruthy()
})

it('a paged list starts with its first page if it was invalidated while no screen showed it', async () => {
  const first = show()
  await more()
  expect(await screen.findByText('r0 r1 r2 r3')).toBeTruthy()
  first.unmount()
  act(() => live.startOver('another epoch'))
  show()
  expect(await screen.findByText('r0 r1')).toBeTruthy()
})

it('a paged list starts with its first page again after live changes added over 1,000 rows, unless a reader is below it', async () => {
  const key = '/api/health-reports?limit=2'
  show()
  await more()
  expect(await screen.findByText('r0 r1 r2 r3')).toBeTruthy()
  storedRows = createRows(1_009)
  await act(() => mutate(key, storedRows, { revalidate: false }))
  requests.length = 0
  vi.stubGlobal('scrollY', 50_000)
  act(() => invalidateMatching(/^\/api\/health-reports/))
  await waitFor(() => expect(requests).toHaveLength(3))
  vi.stubGlobal('scrollY', 0)
  requests.length = 0
  act(() => invalidateMatching(/^\/api\/health-reports/))
  expect(await screen.findByText('r0 r1')).toBeTruthy()
  expect(requests).toEqual([key])
})
