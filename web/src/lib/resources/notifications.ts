import type { NotificationPreferences, NotificationView } from '@jaanch/contracts/http/notifications'
import { mutate } from 'swr'
import { useList, useResource } from '../cache/use-resource'
import { call } from '../http/call'

const list = '/api/notifications'
const count = '/api/notifications/unread'

/** The newest first, as many as anyone scrolls through. */
export function useNotifications() {
  return useList(list, { on401: 'empty' })
}

/** The number at the bell; 0 while it is not known. */
export function useUnread(): number {
  return useResource(count, { on401: 'empty' }).data?.unread ?? 0
}

/** Shows as read at once; one that could not be marked is asked for again. */
export async function markRead(ids: readonly string[]): Promise<void> {
  await showRead((row) => ids.includes(row.id), ids.length)
  await orElseAsk(call('POST', '/api/notifications/read', { body: { ids: [...ids] } }))
}

export async function markAllRead(): Promise<void> {
  await showRead(() => true, Number.POSITIVE_INFINITY)
  await orElseAsk(call('POST', '/api/notifications/read', { body: { all: true } }))
}

async function showRead(which: (row: NotificationView) => boolean, fewer: number): Promise<void> {
  await mutate<NotificationView[]>(
    list,
    (rows) => rows?.map((row) => (which(row) ? { ...row, read: true } : row)),
    { revalidate: false },
  )
  await mutate<{ unread: number }>(count, (known) => known && { unread: Math.max(0, known.unread - fewer) }, {
    revalidate: false,
  })
}

async function orElseAsk(marking: Promise<unknown>): Promise<void> {
  try {
    await marking
  } catch (error) {
    console.error('Could not mark as read', error)
    await Promise.all([mutate(list), mutate(count)])
  }
}

const preferences = '/api/notifications/preferences'

/** Undefined while they are not known, or can't be had. */
export function useNotificationPreferences() {
  return useResource(preferences)
}

export async function changeNotificationPreferences(change: Partial<NotificationPreferences>): Promise<void> {
  const changed = await call('PUT', preferences, { body: change })
  await mutate(preferences, changed, { revalidate: false })
}
