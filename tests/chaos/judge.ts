import type { Flowed, Path } from './flow.ts'
import type { Delivery } from './sinks.ts'

/** Steps after which a customer must have been told, whatever else they are told of. */
const atLeast: Record<Path, number> = { confirmed: 2, cancelled: 3 }

/**
 * What is wrong with the messages of bookings that have come to rest: a reader who was told of one step in two messages
 * (two ids), a step of which one booking's readers heard and another's did not, a message without an id.
 * @param mayRepeat whether one message may have been delivered twice, with its one id (a sender died before it could
 * record that it had sent)
 */
export function troublesOf(
  bookings: readonly Flowed[],
  deliveries: readonly Delivery[],
  mayRepeat: boolean,
): string[] {
  const found: string[] = []
  const shortIds = new Set(bookings.map(({ id }) => id.slice(0, 8)))
  const messages = Map.groupBy(deliveries, (delivery) => bookingOf(delivery, shortIds))
  const signatures = new Map<string, Map<string, string>>()

  for (const booking of bookings) {
    const mine = messages.get(booking.id.slice(0, 8)) ?? []
    const steps = Map.groupBy(mine, (delivery) => stepOf(delivery, booking))
    for (const [step, all] of steps) {
      const ids = new Set(all.map(({ id }) => id))
      if (ids.has('')) found.push(`${booking.id}: ${step} came without an id`)
      if (ids.size > 1) found.push(`${booking.id}: ${step} came as ${ids.size} different messages`)
      if (!mayRepeat && all.length > ids.size) found.push(`${booking.id}: ${step} came ${all.length} times`)
    }
    const toCustomer = [...steps.keys()].filter((step) => step.startsWith('email customer'))
    if (toCustomer.length < atLeast[booking.path]) {
      found.push(`${booking.id}: its customer had ${toCustomer.length} mails: ${toCustomer.join(', ')}`)
    }
    const signature = [...steps.keys()].toSorted().join(' | ')
    const ofPath = signatures.get(booking.path) ?? new Map<string, string>()
    signatures.set(booking.path, ofPath.set(signature, booking.id))
  }
  for (const [path, ofPath] of signatures) {
    if (ofPath.size > 1) {
      const examples = [...ofPath].slice(0, 3).map(([signature, id]) => `\n    ${id}: ${signature}`)
      found.push(
        `bookings that were ${path} led to ${ofPath.size} different sets of messages:${examples.join('')}`,
      )
    }
  }
  const ids = deliveries.map(({ id }) => id)
  const perReader = new Set(deliveries.map(({ id, to }) => `${id} ${to}`))
  if (perReader.size !== new Set(ids).size) found.push('one message id went to two readers')
  return found
}

/** The booking of which a message tells: its short id stands in the text. */
function bookingOf({ text }: Delivery, shortIds: ReadonlySet<string>): string {
  return (
    text
      .toLowerCase()
      .match(/\b[0-9a-f]{8}\b/g)
      ?.find((word) => shortIds.has(word)) ?? 'none'
  )
}

/** Who heard what by which way, apart from what differs between bookings. */
function stepOf({ channel, to, text }: Delivery, { customer }: Flowed): string {
  const reader = to === customer.email || to === customer.phone ? 'customer' : 'lab'
  const told = channel === 'email' ? (/^subject:\s*(.*)$/im.exec(text)?.[1] ?? '') : smsText(text)
  return `${channel} ${reader} "${told.replaceAll(/\b[0-9a-f]{8}(-[0-9a-f-]{27})?\b/gi, '…').trim()}"`
}

function smsText(body: string): string {
  try {
    const values = Object.values(JSON.parse(body) as Record<string, unknown>)
    return String(values.toSorted((one, other) => String(other).length - String(one).length)[0])
  } catch {
    return body
  }
}
