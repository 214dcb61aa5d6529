import { keptFor } from '@jaanch/contracts/kept-for'
import { after, type Erasure, type ExportedData, type TablesData } from '@jaanch/platform/personal-data'
import { sql } from 'slonik'

const ofUser: { ofPerson: readonly Erasure[] } = { ofPerson: [{ where: 'user_id = $1' }] }

export const messageTables: TablesData = {
  // long after any repeat of their events, which a rewind bounds: these rows prevent that a message is created twice
  outbox: {
    ofPerson: [{ where: 'recipient_user_id = $1' }],
    ...after(
      'messages that were sent or skipped',
      keptFor.messages,
      'created_at',
      `outcome in ('sent', 'skipped')`,
    ),
  },
  notification_preferences: { ...ofUser, ended: 'with the account, which has one' },
  notifications_read: { ...ofUser, ended: 'when its owner reads all, or with the account' },
  notifications_read_upto: { ...ofUser, ended: 'with the account, which has one' },
  sms_days: {
    impersonal: 'numbers of messages',
    pruned: {
      what: 'numbers of SMS, by day',
      keptFor: '90 days',
      isOver: `day < (statement_timestamp() at time zone 'Asia/Kolkata')::date - 90`,
    },
  },
}

export const messageExport: ExportedData = {
  rows: ({ userId }) => ({
    messages: sql.fragment`
      select jsonb_build_object('channel', channel, 'subject', subject, 'body', body, 'createdAt', created_at,
                                'sentAt', sent_at) as row from outbox where recipient_user_id = ${userId}`,
    'notification-preferences': sql.fragment`
      select to_jsonb(t) as row from notification_preferences t where user_id = ${userId}`,
  }),
}
