import type { AuditView } from '@jaanch/account/audit/api'
import { capitalised, shortId } from '@/lib/format/text'

export const page = {
  heading: { title: 'Audit Trail', description: 'Who did and saw what, kept for a year.' },
  users: 'Users',
  affected: 'Whose data it saw',
  none: 'No entries found',
  noneText: 'Nothing was recorded that matches.',
}

export const filters = {
  allInsteadOf: (name: string) => `Entries of all people instead of ${name}`,
  onePerson: 'One person',
  action: 'Action',
  allActions: 'All actions',
  day: 'Day',
}

export const entries = {
  label: 'Audit trail',
  heads: ['When', 'What', 'Who', 'Concerns', 'Details'],
  by: 'By',
  concerns: 'Concerns',
  formerAccount: 'A former account',
}

/** @returns 'Sign in failed' */
export function actionText(action: string): string {
  return capitalised(action.replaceAll('-', ' '))
}

const kinds = {
  customer: 'customer',
  'lab-partner': 'lab',
  admin: 'admin',
  operator: 'operator',
  system: 'system',
} as const

/** @returns 'Asha Rao (customer)', 'A stranger' */
export function actorText(actor: AuditView['actor']): string {
  if (!actor) return 'A stranger'
  const kind = kinds[actor.kind]
  return actor.name === null ? `Former ${kind}` : `${actor.name} (${kind})`
}

/** @returns 'booking 1f2e3d4c', what a command was called with, a reason */
export function aboutText({ object, details, reason }: Pick<AuditView, 'object' | 'details' | 'reason'>) {
  const [kind = '', id = ''] = object?.split(':') ?? []
  const { change: _, bookingId, ...others } = details
  return [
    object && `${kind.replaceAll('-', ' ')} ${shortId(id)}`,
    typeof bookingId === 'string' && `booking ${shortId(bookingId)}`,
    ...Object.entries(others).map(([name, value]) => `${name} ${value}`),
    reason && `“${reason}”`,
  ]
    .filter(Boolean)
    .join(', ')
}
