import { AppError } from '@jaanch/contracts/errors'
import { roles } from '@jaanch/contracts/vocabulary'

/** Which events to look for; a field that is not given does not filter. */
type EventFilter = {
  type?: string | undefined
  /** `booking-<uuid>` … */
  streamId?: string | undefined
  /** A role, `system`, a consumer's name, or the id of a person */
  actor?: string | undefined
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a text is a complete id. */
export function isId(text: string): boolean {
  return uuid.test(text)
}

/**
 * What the column `actor` is compared with: a person may have any role.
 * @throws AppError invalid for a text that no actor can have
 */
function actorPattern(actor: string): { anyOf: string[] } | { beginsWith: string } {
  const text = actor.trim().toLowerCase()
  if (isId(text)) return { anyOf: roles.map((role) => `${role}:${text}`) }
  if (roles.some((role) => role === text) || text === 'system' || text === 'operator') {
    return { beginsWith: `${text}:` }
  }
  if (!/^[a-z-]{1,40}$/.test(text)) {
    throw new AppError('invalid', `"${actor}" is not a role, a consumer or the id of a person.`)
  }
  return { anyOf: [`system:${text}`] }
}

/** The conditions on log.events, for `pg`. @param values gets the values of their parameters */
export function conditionsOf({ type, streamId, actor }: EventFilter, values: unknown[]): string[] {
  const parameter = (value: unknown) => `$${values.push(value)}`
  const conditions: string[] = []
  if (type !== undefined) conditions.push(`type = ${parameter(type)}`)
  if (streamId !== undefined) conditions.push(`stream_id = ${parameter(streamId)}`)
  if (actor !== undefined) {
    const pattern = actorPattern(actor)
    conditions.push(
      'anyOf' in pattern
        ? `actor = any (${parameter(pattern.anyOf)})`
        : `starts_with(actor, ${parameter(pattern.beginsWith)})`,
    )
  }
  return conditions
}
