import { AppError } from './errors.ts'
import type { LabRole, StaffRole } from './staff-roles.ts'
import type { Role } from './vocabulary.ts'

/** The authenticated user of a request or socket. */
export type Caller = {
  userId: string
  role: Role
  /** The role of an admin; null for others */
  staffRole: StaffRole | null
  /** The role of a lab's person; null for others */
  labRole: LabRole | null
  /** Set for the people of a lab */
  labPartnerId: string | null
  /** Always set for a request or socket; a reader needs none */
  sessionId?: string
  /** When access or role was taken away: what the caller hands in was done before. Missing: the session is open */
  formerSince?: Date
}

/** The `actor` of the events that a caller's request records. */
export function actorOf(caller: Pick<Caller, 'role' | 'userId'>): string {
  return `${caller.role}:${caller.userId}`
}

/** The lab of an owner. @throws AppError forbidden for a lab's user without a lab, who can be there for a moment only */
export function labOf({ labPartnerId }: Pick<Caller, 'labPartnerId'>): string {
  if (labPartnerId === null) throw new AppError('forbidden')
  return labPartnerId
}
