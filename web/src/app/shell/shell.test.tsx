import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { useUnread } from '@/features/account/notifications-calls'
import { clearCache } from '@/lib/cache/live-cache'
import { createNotification } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render-screen'
import { frameOf, NotificationBell } from './shell'

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

const user = { id: 'u1', role: 'customer', name: 'Asha' } as const

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
  return renderScreen(<Shell />, { user, path: '/home' })
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
})
test('the bell has a badge with the number of unread notifications, of which more than 99 are 99+ [S2.2.3]', async () => {
  stubNotifications([createNotification(), createNotification({ id: 'n2' })])
  const { unmount } = show()
  expect((await screen.findByRole('button', { name: 'Notifications: 2' })).textContent).toBe('2')
  unmount()
  clearCache()
  stubNotifications(Array.from({ length: 100 }, (_, n) => createNotification({ id: `n${n}` })))
  show()
  expect((await screen.findByRole('button', { name: 'Notifications: 99+' })).textContent).toBe('99+')
})

test('the bell has no badge if there are no unread notifications [S2.2.3]', async () => {
  stubNotifications([createNotification({ read: true })])
  show()
  await userEvent.click(screen.getByRole('button', { name: 'Notifications' }))
  expect(await screen.findByText('Your booking is confirmed')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Notifications' }).textContent).toBe('')
})

test('a notification opens its booking and is marked as read', async () => {
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

test('notifications that cannot be loaded are shown as an empty list', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }))
  show()
  await userEvent.click(screen.getByRole('button', { name: 'Notifications' }))
  expect(await screen.findByText('Nothing new')).toBeTruthy()
})

const menuOf = (staffRole: 'owner' | 'operator' | 'support') =>
  frameOf({ role: 'admin', staffRole, labRole: null }).menu.map(({ label }) => label)

test('the menu of an operator has Operations, which others reach by the avatar', () => {
  expect(menuOf('operator')).toEqual(['Operations', 'Settings'])
  expect(menuOf('owner')).toEqual(['Dashboard', 'Users', 'Packages', 'Bookings', 'Settings'])
  expect(menuOf('support')).not.toContain('Operations')
})
