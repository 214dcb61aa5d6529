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

/** Besides the roles: one that only a later release knows. Such an admin may do nothing but with the own account */
export const everyAdmin = [...staffRoles, 'unknown'] as const
export type AdminRole = (typeof everyAdmin)[number]

/** @param stored as in the database, also by a later release */
export function adminRoleOf(stored: string | null): AdminRole {
  return staffRoles.find((role) => role === (stored ?? defaultStaffRole)) ?? 'unknown'
}

type Access = {
  access: 'public' | 'signed-in' | readonly Role[]
  admins?: readonly AdminRole[]
}

/** @param route who may call it. @returns whether an admin with this role may make the call: what is declared for no other role is for owners */
export function mayCall({ access, admins }: Access, role: AdminRole = defaultStaffRole): boolean {
  if (role === 'owner') return true
  return admins ? admins.includes(role) : access === 'public' || access === 'signed-in'
}
