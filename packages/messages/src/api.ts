import { instant, page, position, withoutContent } from '@jaanch/contracts/http/fields'
import { route } from '@jaanch/contracts/http/route'
import { z } from 'zod'

/** An entry of the notification list. */
const notificationView = z.object({
  id: z.string(),
  position,
  title: z.string(),
  body: z.string(),
  at: instant,
  read: z.boolean(),
  /** The booking that it is about, if any */
  bookingId: z.uuid().optional(),
})
export type NotificationView = z.infer<typeof notificationView>

/** The channels on which a person wants notifications. Requested mails, such as a reset link, are always sent. */
export const notificationPreferences = z.object({ email: z.boolean(), sms: z.boolean() })
export type NotificationPreferences = z.infer<typeof notificationPreferences>

export const notificationCalls = {
  listNotifications: route({
    method: 'GET',
    path: '/api/notifications',
    access: 'signed-in',
    admins: ['manager', 'support'],
    labs: ['front-desk'],
    summary: "The caller's notifications, newest first",
    query: page,
    response: z.array(notificationView),
  }),
  countUnread: route({
    method: 'GET',
    path: '/api/notifications/unread',
    access: 'signed-in',
    admins: ['manager', 'support'],
    labs: ['front-desk'],
    summary: 'The number of unread notifications',
    response: z.object({ unread: z.int().nonnegative() }),
  }),
  readNotifications: route({
    method: 'POST',
    path: '/api/notifications/read',
    access: 'signed-in',
    admins: ['manager', 'support'],
    labs: ['front-desk'],
    summary: 'Mark notifications as read',
    body: z.union([
      z.object({ ids: z.array(z.string().max(100)).min(1).max(500) }),
      z.object({ all: z.literal(true) }),
    ]),
    ...withoutContent,
  }),
  getNotificationPreferences: route({
    method: 'GET',
    path: '/api/notifications/preferences',
    access: 'signed-in',
    summary: 'The channels on which the caller wants notifications',
    response: notificationPreferences,
  }),
  changeNotificationPreferences: route({
    method: 'PUT',
    path: '/api/notifications/preferences',
    access: 'signed-in',
    summary: 'Change the channels of notifications',
    body: notificationPreferences.partial(),
    response: notificationPreferences,
  }),
}
