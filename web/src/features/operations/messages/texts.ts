import type { MessageRowView, OpenedMessageView } from '@jaanch/operations/outbox/api'
import { Ban, CircleCheck, CircleX, Clock, RotateCcw } from 'lucide-react'
import { capitalised } from '@/lib/format/text'
import type { BadgeStyle } from '@/ui/badge'

export const stateStyles: Record<MessageRowView['state'], BadgeStyle> = {
  waiting: { label: 'Waiting', variant: 'neutral', icon: Clock },
  failing: { label: 'Failing', variant: 'error', icon: RotateCcw },
  sent: { label: 'Sent', variant: 'success', icon: CircleCheck },
  skipped: { label: 'Skipped', variant: 'neutral', icon: Ban },
  dead: { label: 'Dead', variant: 'error', icon: CircleX },
}

export const channelNames: Record<MessageRowView['channel'], string> = { email: 'E-mail', sms: 'SMS' }

/** @param kind null for a message about no event @returns 'Booking placed' */
export function kindText(kind: string | null): string {
  return kind === null ? 'Code, link or notice' : capitalised(kind.replaceAll('-', ' '))
}

export const texts = {
  list: {
    label: 'Messages',
    none: 'No messages found',
    noneText: 'Messages that were sent are kept for 90 days.',
    older: 'Show older',
    heads: {
      message: 'Message',
      to: 'To',
      state: 'State',
      attempts: 'Attempts',
      created: 'Created',
      sent: 'Sent',
      event: 'Event',
    },
    noAddress: 'No address',
    open: 'Open',
    messageTo: (kind: string, address: string) => `${kind} to ${address}`,
  },
  filters: {
    channel: 'Channel',
    allChannels: 'All channels',
    state: 'State',
    allStates: 'All states',
    kind: 'Kind',
    allKinds: 'All kinds',
    booking: 'Booking',
    bookingExample: 'Booking, at least 8 characters of its id',
  },
  counts: {
    label: 'Messages by channel and state',
    withoutProvider: 'No worker has a provider: messages wait until one is set.',
    period: 'Sent and skipped: those of the last 24 hours.',
    areMore: 'There are more than the 20,000 that were counted.',
  },
  message: {
    description: (channel: string, address: string | null) => `${channel} to ${address ?? 'nobody'}`,
    sources: {
      stored: 'This is the text that was sent.',
      madeAgain: 'Made again from the booking as it was at the event; names and addresses are those of now.',
    },
    html: 'The mail as HTML',
  },
  open: {
    label: 'Show the message',
    note: 'It is about a person’s health. That you opened it is recorded in the audit trail, and its recipient sees under “Who opened my documents” that Jaanch did.',
    failed: 'The message cannot be shown',
  },
  retry: {
    label: 'Try again',
    question: (to: string | null, channel: string) => ({
      title: 'Try this message again?',
      description: `It is sent to ${to ?? 'its recipient'} by ${channel} as soon as a worker has it, under the same id: a provider that accepted it before does not deliver it twice.`,
      confirmLabel: 'Try again',
      cancelLabel: 'Keep',
    }),
    command: { succeeded: 'The message is tried again', failed: 'It was not tried again' },
  },
  hidden: {
    secret:
      'Not shown: a message of this kind contains a one-time code, a link that sets a password, or a notice about the account.',
    'not-sent': 'Nothing was sent: there is no text to show.',
    'unknown-kind': 'Not shown: the running programs cannot word messages of this kind.',
  } satisfies Record<NonNullable<OpenedMessageView['hidden']>, string>,
}
