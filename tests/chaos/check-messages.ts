import type { FinalStatus, FinishedBooking } from './booking-flow.ts'
import type { Delivery } from './message-receivers.ts'

/** The minimum number of steps about which a customer gets an e-mail. */
const minMails: Record<FinalStatus, number> = { confirmed: 2, cancelled: 3 }

/**
 * Finds what is wrong with the messages of bookings that have reached their final status: a recipient who got two messages
 * (two ids) about one step, a step with messages for one booking but not for another, a message without an id.
 *
 * @param allowsRepeats whether a message may be delivered twice under its one id (a sender died before it recorded the
 *   delivery)
 */
export function findMessageProblems(
  bookings: readonly FinishedBooking[],
  deliveries: readonly Delivery[],
  allowsRepeats: boolean,
): string[] {
  const problems: string[] = []
  const shortIds = new Set(bookings.map(({ id }) => id.slice(0, 8)))
  const byBooking = Map.groupBy(deliveries, (delivery) => findBooking(delivery, shortIds))
  // per final status: the set of steps as text → one booking with that set
  const stepSets = new Map<string, Map<string, string>>()

  for (const booking of bookings) {
    const own = byBooking.get(booking.id.slice(0, 8)) ?? []
    const steps = Map.groupBy(own, (delivery) => describeStep(delivery, booking))
    for (const [step, all] of steps) {
      const ids = new Set(all.map(({ id }) => id))
      if (ids.has('')) problems.push(`${booking.id}: ${step} came without an id`)
      if (ids.size > 1) problems.push(`${booking.id}: ${step} came as ${ids.size} different messages`)
      if (!allowsRepeats && all.length > ids.size)
        problems.push(`${booking.id}: ${step} came ${all.length} times`)
    }
    const mails = [...steps.keys()].filter((step) => step.startsWith('email customer'))
    if (mails.length < minMails[booking.finalStatus]) {
      problems.push(`${booking.id}: its customer got ${mails.length} mails: ${mails.join(', ')}`)
    }
    const stepSet = [...steps.keys()].toSorted().join(' | ')
    const sameStatus = stepSets.get(booking.finalStatus) ?? new Map<string, string>()
    stepSets.set(booking.finalStatus, sameStatus.set(stepSet, booking.id))
  }
  for (const [status, sets] of stepSets) {
    if (sets.size > 1) {
      const examples = [...sets].slice(0, 3).map(([stepSet, id]) => `\n    ${id}: ${stepSet}`)
      problems.push(`${status} bookings led to ${sets.size} different sets of messages:${examples.join('')}`)
    }
  }
  const ids = new Set(deliveries.map(({ id }) => id))
  const idsWithRecipient = new Set(deliveries.map(({ id, to }) => `${id} ${to}`))
  if (idsWithRecipient.size !== ids.size) problems.push('one message id was sent to two recipients')
  return problems
}

/** The booking of a message: its text contains the short id. */
function findBooking({ text }: Delivery, shortIds: ReadonlySet<string>): string {
  const words = text.toLowerCase().match(/\b[0-9a-f]{8}\b/g)
  return words?.find((word) => shortIds.has(word)) ?? 'none'
}

/** Channel, recipient and subject of a message, without the ids that differ between bookings. */
function describeStep({ channel, to, text }: Delivery, { customer }: FinishedBooking): string {
  const recipient = to === customer.email || to === customer.phone ? 'customer' : 'lab'
  const subject = channel === 'email' ? (/^subject:\s*(.*)$/im.exec(text)?.[1] ?? '') : findSmsText(text)
  return `${channel} ${recipient} "${subject.replaceAll(/\b[0-9a-f]{8}(-[0-9a-f-]{27})?\b| \(JN-[\d-]+\)/gi, '').trim()}"`
}

/** The longest value of the JSON that the gateway received. */
function findSmsText(body: string): string {
  try {
    const values = Object.values(JSON.parse(body) as Record<string, unknown>).map(String)
    return values.toSorted((a, b) => b.length - a.length)[0] ?? ''
  } catch {
    return body
  }
}
