import {
  type NotificationPreferences,
  notificationPreferences,
  notificationRoutes,
} from '@jaanch/contracts/http/notifications'
import type { FastifyInstance } from 'fastify'
import { sql } from 'slonik'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'

/** Who never said otherwise hears by all ways. */
const usual: NotificationPreferences = { email: true, sms: true }

export function servePreferences(app: FastifyInstance, context: Context): void {
  const { db } = context

  serve(app, context, notificationRoutes.getNotificationPreferences, async ({ caller }) => {
    const row = await db.maybeOne(sql.type(notificationPreferences)`
      select email, sms from notification_preferences where user_id = ${caller.userId}`)
    return row ?? usual
  })

  serve(app, context, notificationRoutes.changeNotificationPreferences, ({ body, caller }) => {
    const { email = null, sms = null } = body
    // in one statement: two devices that change one way each must not undo the other's
    return db.one(sql.type(notificationPreferences)`
      insert into notification_preferences as kept (user_id, email, sms)
      values (${caller.userId}, coalesce(${email}::boolean, ${usual.email}), coalesce(${sms}::boolean, ${usual.sms}))
      on conflict (user_id) do update
         set email = coalesce(${email}::boolean, kept.email), sms = coalesce(${sms}::boolean, kept.sms)
      returning email, sms`)
  })
}
