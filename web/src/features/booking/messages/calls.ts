import type { MessageView } from '@jaanch/booking/messages/api'
import { mutate } from 'swr'
import { liveQuery, useResource } from '@/lib/cache/use-resource'
import { call } from '@/lib/http/call'
import type { OptionsAt } from '@/lib/http/contract'
import { urlOf } from '@/lib/http/url'
import { command } from '@/lib/idempotency'
import { derivedFrom, type LiveRule } from '@/lib/live/live-rule'

const path = '/api/bookings/:id/messages'
const unreadPath = '/api/messages/unread'

/** Each message is an event of its booking */
const ofItsBooking: LiveRule = (key) => ({ as: 'derived', kind: 'booking', id: key.split('/')[3] ?? '' })
const messages = liveQuery(path, ofItsBooking)
const unread = liveQuery(unreadPath, derivedFrom('booking'))

export function useMessages(id: string) {
  return useResource(messages, { params: { id } })
}

/** @param id null for a user who reads no messages @returns the number of unread messages on the booking; 0 while it is not known */
export function useUnreadMessages(id: string | null): number {
  const { data } = useResource(id === null ? null : unread, { on401: 'empty' })
  return data?.find(({ bookingId }) => bookingId === id)?.count ?? 0
}

export type NewMessage = OptionsAt<'POST', typeof path>['body']

export async function sendMessage(id: string, body: NewMessage): Promise<MessageView> {
  const message = await command('POST', path, { params: { id }, body })
  await mutate(urlOf(path, { id }))
  return message
}

/** Marks those on the booking as read. What fails is tried again when it is opened the next time. */
export async function readMessages(id: string): Promise<void> {
  try {
    await call('POST', '/api/bookings/:id/messages/read', { params: { id } })
    await mutate(unreadPath)
  } catch (error) {
    console.warn('Could not mark messages as read', error)
  }
}
