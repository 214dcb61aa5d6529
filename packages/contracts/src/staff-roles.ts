import type { Role } from './vocabulary.ts'

/**
 * What an admin may do, besides what every user does with the own account. An owner may everything; manager: catalogue, labs,
 * assignments, prescriptions and bookings; support: reads all but reports, and writes messages; medical: reports and the bookings they
 * belong to; operator: the log, work and messages of the system.
 */
export const staffRoles = ['owner', 'manager', 'support', 'medical', 'operator'] as const
export type StaffRole = (typeof staffRoles)[number]

/** Admins without a role in the database, and those of an older release, are owners. */
export const defaultStaffRole: StaffRole = 'owner'

type Access = {
  access: 'public' | 'signed-in' | readonly Role[]
  admins?: readonly StaffRole[]
}

/** @param route who may call it. @returns whether an admin with this role may make the call: what is declared for no other role is for owners */
export function mayCall({ access, admins }: Access, staffRole: StaffRole = defaultStaffRole): boolean {
  if (staffRole === 'owner') return true
  return admins ? admins.includes(staffRole) : access === 'public' || access === 'signed-in'
}
