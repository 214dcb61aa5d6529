import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearCache, live, refreshMatching } from './live-cache'
import { swrConfig } from './swr-config'
import { usePages } from './use-pages'

/** Newest first, as the API lists them. */
let kept: { id: string }[] = []
const asked: string[] = []

function answer(address: string): Response {
  asked.push(address)
  const url = new URL(address, 'http://jaanch.example')
  const limit = Number(url.searchParams.get('limit'))
  const from = url.searchParams.has('cursor')
    ? kept.findIndex(({ id }) => id === url.searchParams.get('cursor')) + 1
    : 0
  const rows = kept.slice(from, from + limit)
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
const names = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `r${from + index}`).join(' ')

beforeEach(() => {
  kept = names(0, 9)
    .split(' ')
    .map((id) => ({ id }))
  asked.length = 0
  vi.stubGlobal('fetch', async (url: string) => answer(url))
})
afterEach(() => {
  cleanup()
  clearCache()
  vi.unstubAllGlobals()
})

test('a list goes on behind its first page, until there is no more', async () => {
  kept = kept.slice(0, 5)
  show()
  expect(await screen.findByText('r0 r1')).toBeTruthy()
  await more()
  expect(await screen.findByText('r0 r1 r2 r3')).toBeTruthy()
  await more()
  expect(await screen.findByText('r0 r1 r2 r3 r4')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a list that was grown comes back as long as it was, and goes on from there', async () => {
  show()
  await more()
  expect(await screen.findByText('r0 r1 r2 r3')).toBeTruthy()
  kept.unshift({ id: 'new' })
  asked.length = 0
  // as after a connection that was away too long
  act(() => live.startOver())
  expect(await screen.findByText('new r0 r1 r2')).toBeTruthy()
  expect(asked).toEqual(['/api/health-reports?limit=4'])
  await more()
  expect(await screen.findByText('new r0 r1 r2 r3 r4')).toBeTruthy()
})

test('a very long one comes back in pages of 500', async () => {
  kept = names(0, 1_300)
    .split(' ')
    .map((id) => ({ id }))
  show(400)
  for (const rows of [400, 800, 1_200]) {
    expect(await screen.findByText(names(0, rows))).toBeTruthy()
    if (rows < 1_200) await more()
  }
  asked.length = 0
  kept = [{ id: 'new' }, ...kept]
  act(() => refreshMatching(/^\/api\/health-reports/))
  expect(await screen.findByText(`new ${names(0, 1_199)}`)).toBeTruthy()
  expect(asked).toEqual([
    '/api/health-reports?limit=500',
    '/api/health-reports?limit=500&cursor=r498',
    '/api/health-reports?limit=200&cursor=r998',
  ])
  await more()
  expect(await screen.findByText(`new ${names(0, 1_300)}`)).toBeTruthy()
})

test('one that nobody looks at begins with its first page when it is shown again', async () => {
  const first = show()
  await more()
  expect(await screen.findByText('r0 r1 r2 r3')).toBeTruthy()
  first.unmount()
  act(() => live.startOver())
  show()
  expect(await screen.findByText('r0 r1')).toBeTruthy()
})
