import {
  type NotificationPreferences,
  notificationPreferences,
  notificationRoutes,
} from '@jaanch/contracts/http/notifications'
import type { FastifyInstance } from 'fastify'
import { type DatabasePool, sql } from 'slonik'

const defaults: NotificationPreferences = { email: true, sms: true }

export function registerChangePreferences(app: FastifyInstance, { db }: { db: DatabasePool }): void {
  app.serve(notificationRoutes.getNotificationPreferences, async ({ caller }) => {
    const row = await db.maybeOne(sql.type(notificationPreferences)`
      select email, sms from notification_preferences where user_id = ${caller.userId}`)
    return row ?? defaults
  })

  app.serve(notificationRoutes.changeNotificationPreferences, ({ body, caller }) => {
    const { email = null, sms = null } = body
    // one statement: two devices that change one channel each must not undo each other's change
    return db.one(sql.type(notificationPreferences)`
      insert into notification_preferences as stored (user_id, email, sms)
      values (${caller.userId}, coalesce(${email}::boolean, ${defaults.email}), coalesce(${sms}::boolean, ${defaults.sms}))
      on conflict (user_id) do update
         set email = coalesce(${email}::boolean, stored.email), sms = coalesce(${sms}::boolean, stored.sms)
      returning email, sms`)
  })
}
