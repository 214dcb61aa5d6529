import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearCache, live } from '@/lib/cache/live-cache'
import { swrConfig } from '@/lib/cache/swr-config'
import { notificationChange } from '@/lib/live/change'
import { createNotification } from '@/testing/fixtures'
import { markAllRead, markRead, useNotifications, useUnread } from './notifications-calls'

const first = createNotification({ id: '11', position: 11 })
const second = createNotification({ id: '12', position: 12, at: '2026-11-20T10:05:00.000Z' })
const late = createNotification({ id: '13', position: 13, at: '2026-11-20T10:10:00.000Z' })

/** The rows of the server, and answers that wait for the test */
let server: ReturnType<typeof createNotification>[]
let position: number
let gates: { path: string; open: () => void }[]
let isHeld: (path: string) => boolean
let markingFails: boolean

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  server = [second, first]
  position = 12
  gates = []
  isHeld = () => false
  markingFails = false
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const answer = () => {
      const headers = { 'log-position': String(position) }
      const unread = server.filter(({ read }) => !read).length
      return new Response(JSON.stringify(url.endsWith('/unread') ? { unread } : server), { headers })
    }
    if (init?.method === 'POST') {
      if (isHeld(url)) await gate(url)
      if (markingFails) throw new TypeError('Failed to fetch')
      const { ids, all } = JSON.parse(String(init.body))
      server = server.map((row) => (all || ids.includes(row.id) ? { ...row, read: true } : row))
      return new Response(null, { status: 204 })
    }
    const made = answer()
    if (isHeld(url)) await gate(url)
    return made
  })
  live.startConnecting()
  live.setCaughtUp(12)
})
afterEach(() => {
  cleanup()
  clearCache()
})

const gate = (path: string) =>
  new Promise<void>((open) => {
    gates.push({ path, open })
  })
const open = (path: string) =>
  act(async () => {
    for (const each of gates) if (each.path === path) each.open()
    await vi.advanceTimersByTimeAsync(10)
  })
/** Long enough for a push to be shown, and for what it refreshes */
const settle = () => act(() => vi.advanceTimersByTimeAsync(1_000))

function push(row: ReturnType<typeof createNotification>) {
  server = [row, ...server]
  position = row.position
  live.receive(notificationChange(row))
}

async function show() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SWRConfig value={{ ...swrConfig, onError: () => {} }}>{children}</SWRConfig>
  )
  const { result } = renderHook(() => ({ list: useNotifications(), badge: useUnread() }), { wrapper })
  const shown = () => ({
    badge: result.current.badge,
    unread: result.current.list.rows.filter(({ read }) => !read).map(({ id }) => id),
  })
  await waitFor(() => expect(shown()).toEqual({ badge: 2, unread: ['12', '11'] }))
  return shown
}

const readPath = '/api/notifications/read'
const countPath = '/api/notifications/unread'

/** @returns lets the call, which is held, be answered */
async function begin(mark: () => Promise<unknown>) {
  let marking: Promise<unknown> | undefined
  await act(async () => {
    marking = mark()
  })
  return async () => {
    await open(readPath)
    await act(async () => void (await marking))
    await settle()
  }
}

test('an answer that was made before the mark does not bring the badge back', async () => {
  const shown = await show()
  isHeld = () => true
  push(late)
  // the number is being fetched, still without the mark
  await settle()
  const finish = await begin(() => markRead(['12']))
  await open(countPath)
  expect(shown()).toEqual({ badge: 2, unread: ['13', '11'] })
  isHeld = () => false
  await finish()
  expect(shown()).toEqual({ badge: 2, unread: ['13', '11'] })
})

test('a push while all are being marked is unread, in the list and in the badge', async () => {
  const shown = await show()
  isHeld = (path) => path === readPath
  const finish = await begin(() => markAllRead())
  expect(shown()).toEqual({ badge: 0, unread: [] })
  push(late)
  await settle()
  expect(shown()).toEqual({ badge: 1, unread: ['13'] })
  // the server marks all that it has
  await finish()
  expect(shown()).toEqual({ badge: 0, unread: [] })
})

test('a message that repeats a marked notification does not make it unread', async () => {
  const shown = await show()
  await act(() => markRead(['12']))
  live.receive(notificationChange(second))
  await settle()
  expect(shown()).toEqual({ badge: 1, unread: ['11'] })
})

test('a failed call takes the mark back and loses nothing that arrived meanwhile', async () => {
  const shown = await show()
  isHeld = (path) => path === readPath
  markingFails = true
  const finish = await begin(() => markRead(['11']))
  expect(shown()).toEqual({ badge: 1, unread: ['12'] })
  push(late)
  await settle()
  expect(shown()).toEqual({ badge: 2, unread: ['13', '12'] })
  await finish()
  expect(shown()).toEqual({ badge: 3, unread: ['13', '12', '11'] })
})

test('two marks at once count once each, whichever is recorded first', async () => {
  const shown = await show()
  isHeld = (path) => path === readPath
  const finish = await begin(() => Promise.all([markRead(['11']), markAllRead()]))
  expect(shown()).toEqual({ badge: 0, unread: [] })
  gates.reverse()
  await finish()
  expect(shown()).toEqual({ badge: 0, unread: [] })
})
