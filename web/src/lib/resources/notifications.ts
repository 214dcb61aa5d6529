import type { NotificationPreferences, NotificationView } from '@jaanch/contracts/http/notifications'
import { mutate } from 'swr'
import { useList, useResource } from '../cache/use-resource'
import { call } from '../http/call'

const list = '/api/notifications'
const count = '/api/notifications/unread'

/** Newest first; the first page only. */
export function useNotifications() {
  return useList(list, { on401: 'empty' })
}

/** Number of unread notifications; 0 while it is not known. */
export function useUnread(): number {
  return useResource(count, { on401: 'empty' }).data?.unread ?? 0
}

/** Shows the notifications as read at once; if the call fails, fetches them again. */
export async function markRead(ids: readonly string[]): Promise<void> {
  await showAsRead((row) => ids.includes(row.id), ids.length)
  await refetchOnError(call('POST', '/api/notifications/read', { body: { ids: [...ids] } }))
}

export async function markAllRead(): Promise<void> {
  await showAsRead(() => true, Number.POSITIVE_INFINITY)
  await refetchOnError(call('POST', '/api/notifications/read', { body: { all: true } }))
}

/** @param limit maximum number of rows that become read */
async function showAsRead(matches: (row: NotificationView) => boolean, limit: number): Promise<void> {
  await mutate<NotificationView[]>(
    list,
    (rows) => rows?.map((row) => (matches(row) ? { ...row, read: true } : row)),
    { revalidate: false },
  )
  await mutate<{ unread: number }>(count, (known) => known && { unread: Math.max(0, known.unread - limit) }, {
    revalidate: false,
  })
}

async function refetchOnError(marking: Promise<unknown>): Promise<void> {
  try {
    await marking
  } catch (error) {
    console.error('Could not mark as read', error)
    await Promise.all([mutate(list), mutate(count)])
  }
}

const preferences = '/api/notifications/preferences'

export function useNotificationPreferences() {
  return useResource(preferences)
}

export async function changeNotificationPreferences(change: Partial<NotificationPreferences>): Promise<void> {
  const changed = await call('PUT', preferences, { body: change })
  await mutate(preferences, changed, { revalidate: false })
}
