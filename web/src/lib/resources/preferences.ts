import type { NotificationPreferences } from '@jaanch/contracts/http/notifications'
import { mutate } from 'swr'
import { useAnswer } from '../cache/use-resource'
import { call } from '../http/call'

const preferences = '/api/notifications/preferences'

/** Undefined while they are not known, or can't be had. */
export function useNotificationPreferences() {
  return useAnswer(preferences)
}

export async function changeNotificationPreferences(change: Partial<NotificationPreferences>): Promise<void> {
  const changed = await call('PUT', preferences, { body: change })
  await mutate(preferences, changed, { revalidate: false })
}
