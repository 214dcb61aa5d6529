import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { clearCache } from '@/lib/cache/live-cache'
import { swrConfig } from '@/lib/cache/swr-config'
import { useUnread } from '@/lib/resources/notifications'
import { SessionContext } from '@/lib/session/session-context'
import { createNotification } from '@/testing/fixtures'
import { createSession } from '@/testing/session'
import { NotificationBell } from './notification-bell'

/** Stubs the API with these notifications. @returns the bodies of the calls that mark some as read */
function stubNotifications(rows: ReturnType<typeof createNotification>[]) {
  const marked: unknown[] = []
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async (url, init) => {
      if (url === '/api/notifications/read') {
        const body = JSON.parse(String(init?.body))
        marked.push(body)
        for (const row of rows) if (body.all || body.ids.includes(row.id)) row.read = true
        return new Response(null, { status: 204 })
      }
      const unread = rows.filter(({ read }) => !read).length
      return new Response(JSON.stringify(String(url).endsWith('/unread') ? { unread } : rows))
    }),
  )
  return marked
}

const session = createSession({ id: 'u1', role: 'customer', name: 'Asha' })

function Shell() {
  const { pathname, search } = useLocation()
  return (
    <>
      <NotificationBell count={useUnread()} />
      <p>at {pathname + search}</p>
    </>
  )
}

function show() {
  render(
    <SWRConfig value={{ ...swrConfig, dedupingInterval: 0, onError: () => {} }}>
      <SessionContext value={session}>
        <MemoryRouter initialEntries={['/home']}>
          <Shell />
        </MemoryRouter>
      </SessionContext>
    </SWRConfig>,
  )
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  clearCache()
})
describe('the notification bell', () => {
  it('has a badge with the number of unread notifications [S2.2.3]', async () => {
    stubNotifications([createNotification(), createNotification({ id: 'n2' })])
    show()
    expect((await screen.findByRole('button', { name: 'Notifications: 2' })).textContent).toBe('2')
  })

  it('shows more than 99 as 99+, and its accessible name contains that text', async () => {
    stubNotifications(Array.from({ length: 100 }, (_, n) => createNotification({ id: `n${n}` })))
    show()
    expect((await screen.findByRole('button', { name: 'Notifications: 99+' })).textContent).toBe('99+')
  })

  it('has no badge if there are no unread notifications [S2.2.3]', async () => {
    stubNotifications([createNotification({ read: true })])
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Notifications' }))
    expect(await screen.findByText('Your booking is confirmed')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Notifications' }).textContent).toBe('')
  })

  it('opens the booking of a notification and marks it as read', async () => {
    const marked = stubNotifications([
      createNotification(),
      createNotification({ id: 'n2', title: 'Another', bookingId: 'b2' }),
    ])
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Notifications: 2' }))
    await userEvent.click(await screen.findByRole('button', { name: /Another/ }))
    expect(screen.getByText('at /booking?id=b2')).toBeTruthy()
    expect(marked).toEqual([{ ids: ['n2'] }])
    expect(await screen.findByRole('button', { name: 'Notifications: 1' })).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('marks all notifications as read', async () => {
    const marked = stubNotifications([createNotification(), createNotification({ id: 'n2' })])
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Notifications: 2' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }))
    expect(marked).toEqual([{ all: true }])
    expect(screen.getByRole('dialog', { name: 'Notifications' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
  })

  it('shows an empty list if it cannot be loaded', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn<typeof fetch>(async () => new Response('', { status: 404 })),
    )
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Notifications' }))
    expect(await screen.findByText('Nothing new')).toBeTruthy()
  })
})
