import type { AuditView } from '@jaanch/contracts/http/audit'
import { capitalised, shortId } from '@/lib/format/text'

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
