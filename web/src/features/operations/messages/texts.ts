export const list = {
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
}

export const filters = {
  channel: 'Channel',
  allChannels: 'All channels',
  state: 'State',
  allStates: 'All states',
  kind: 'Kind',
  allKinds: 'All kinds',
  booking: 'Booking',
  bookingExample: 'Booking, at least 8 characters of its id',
}

export const counts = {
  label: 'Messages by channel and state',
  withoutProvider: 'No worker has a provider: messages wait until one is set.',
  period: 'Sent and skipped: those of the last 24 hours.',
  areMore: 'There are more than the 20,000 that were counted.',
}

export const message = {
  description: (channel: string, address: string | null) => `${channel} to ${address ?? 'nobody'}`,
  sources: {
    stored: 'This is the text that was sent.',
    madeAgain: 'Made again from the booking as it was at the event; names and addresses are those of now.',
  },
  html: 'The mail as HTML',
}
