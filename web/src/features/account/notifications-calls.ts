import type { NotificationView } from '@jaanch/messages/api'
import { useMemo } from 'react'
import { mutate, SWRConfig } from 'swr'
import { live } from '@/lib/cache/live-cache'
import { liveQuery, useList, useResource } from '@/lib/cache/use-resource'
import { call } from '@/lib/http/call'
import type { OptionsAt } from '@/lib/http/contract'
import { derivedFrom, listOf } from '@/lib/live/live-rule'
import type { ReadMark, UnreadCount } from '@/lib/live/read-marks'
import { useStore } from '@/lib/store'

const list = '/api/notifications'

const count = '/api/notifications/unread'

export const notificationList = liveQuery(list, listOf('notification'))

export const unreadCount = liveQuery(count, derivedFrom('notification'))

const { readMarks } = live

/** Newest first; the first page only. */
export function useNotifications() {
  const { rows, ...resource } = useList(notificationList, { on401: 'empty' })
  const marks = useStore(readMarks.marks)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `marks` stands for what `shown` reads
  const shown = useMemo(() => readMarks.shown(rows), [rows, marks])
  return { ...resource, rows: shown }
}

/** Number of unread notifications; 0 while it is not known. @param isNotified false for who gets none */
export function useUnread(isNotified = true): number {
  const { data } = useResource(isNotified ? unreadCount : null, { on401: 'empty' })
  useStore(readMarks.marks)
  return data ? readMarks.unread(data) : 0
}

/** Shows the notifications as read at once; if the call fails, as they were. @param ids of unread ones */
export async function markRead(ids: readonly string[]): Promise<void> {
  const unmarked = ids.filter((id) => !readMarks.isMarked({ id, position: Number(id) }))
  const mark = readMarks.add(({ id }) => ids.includes(id), unmarked.length)
  await send(mark, { ids: [...ids] })
}

/** As `markRead`, of all that are known: what arrives meanwhile is unread. */
export async function markAllRead(): Promise<void> {
  const newest = cached<readonly NotificationView[]>(list)?.[0]?.position ?? 0
  const known = cached<UnreadCount>(count)
  const mark = readMarks.add(({ position }) => position <= newest, known ? readMarks.unread(known) : 0)
  await send(mark, { all: true })
}

function cached<Data>(key: string): Data | undefined {
  return SWRConfig.defaultValue.cache.get(key)?.data
}

async function send(
  mark: ReadMark,
  body: OptionsAt<'POST', '/api/notifications/read'>['body'],
): Promise<void> {
  let isListKnown = 'ids' in body
  try {
    await call('POST', '/api/notifications/read', { body })
    readMarks.confirm(mark)
  } catch (error) {
    console.error('Could not mark as read', error)
    readMarks.takeBack(mark)
    // it may have been marked although the answer was lost
    isListKnown = false
  }
  // A number that was requested during the call may contain the mark or not. Of all, the server may have marked more than was shown.
  await Promise.all([mutate(count), !isListKnown && mutate(list)])
}
