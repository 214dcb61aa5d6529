import { eventDefinitions } from '@jaanch/booking-stream/streams'
import type { EventType } from '@jaanch/eventlog/events/registry'
import { consumers } from '@jaanch/eventlog/work/consumers'
import { capitalised, shortId } from '@/lib/format/text'

export const eventTypes = Object.keys(eventDefinitions) as EventType[]

const roleTexts: Record<string, string> = {
  customer: 'Customer',
  'lab-partner': 'Lab',
  admin: 'Admin',
  operator: 'Operator',
  system: 'System',
}

/** Choices of the filter by actor, besides one person. */
export const actorOptions = [
  { value: 'customer', label: 'Customers' },
  { value: 'lab-partner', label: 'Labs' },
  { value: 'admin', label: 'Admins' },
  { value: 'operator', label: 'Operators' },
  { value: 'system', label: 'All consumers' },
  ...Object.keys(consumers).map((name) => ({ value: name, label: `Consumer ${name}` })),
]

/** @param actor `<role>:<id>` or `system:<consumer>` @returns 'Customer', 'orders' */
export function actorText(actor: string): string {
  const [role = '', ...rest] = actor.split(':')
  const name = rest.join(':')
  if (role === 'system') return name || 'System'
  return roleTexts[role] ?? capitalised(role)
}

/** @param stream `booking-<uuid>` @returns 'booking 1f2e3d4c' */
export function streamText(stream: string): string {
  const [kind = '', id = ''] = stream.split(/-(.*)/)
  return `${kind} ${shortId(id)}`
}

export const copyTexts = { label: 'Copy', command: { succeeded: 'Copied', failed: 'Copying failed' } }
