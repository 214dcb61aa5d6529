import type { Role } from './vocabulary.ts'

/**
 * The rights of an admin, besides those of every user over the own account. An owner has all of them; manager: catalogue, labs,
 * assignments, prescriptions and bookings; support: reads all but reports, and writes messages; medical: reports and the bookings they
 * belong to; operator: the log, work and messages of the system.
 */
export const staffRoles = ['owner', 'manager', 'support', 'medical', 'operator'] as const
export type StaffRole = (typeof staffRoles)[number]

/** Admins without a role in the database are owners. */
export const defaultStaffRole: StaffRole = 'owner'

/**
 * The rights of a person of a lab. The owner is the account that applied as the lab, and has all of them; front-desk: bookings, round
 * sheets, payments and messages; collector: the visits of a round, and payments; technician: bookings, their status and reports;
 * pathologist: reports and the bookings they belong to.
 */
export const labRoles = ['owner', 'front-desk', 'collector', 'technician', 'pathologist'] as const
export type LabRole = (typeof labRoles)[number]

/** A lab's account without a role in the database is its owner. */
export const defaultLabRole: LabRole = 'owner'

export const labRoleNames: Readonly<Record<LabRole, string>> = {
  owner: 'Owner',
  'front-desk': 'Front desk',
  collector: 'Collector',
  technician: 'Technician',
  pathologist: 'Pathologist',
}

/** The roles that an owner gives: a lab has one owner */
export const labStaffRoles = ['front-desk', 'collector', 'technician', 'pathologist'] as const
export type LabStaffRole = (typeof labStaffRoles)[number]

type Access = {
  access: 'public' | 'signed-in' | readonly Role[]
  admins?: readonly StaffRole[]
  labs?: readonly LabRole[]
}

type Member = { role: Role; staffRole?: StaffRole | null; labRole?: LabRole | null }

/**
 * @param route who may call it. Which kinds of users may is not asked here
 * @returns whether the role of an admin or of a lab's person includes the call: what is declared for no other role is for owners. True
 *   for customers, who have none
 */
export function mayCall({ access, admins, labs }: Access, { role, staffRole, labRole }: Member): boolean {
  if (role === 'customer') return true
  const isForAll = access === 'public' || access === 'signed-in'
  return role === 'admin'
    ? includes(staffRole ?? defaultStaffRole, admins, isForAll)
    : includes(labRole ?? defaultLabRole, labs, isForAll)
}

function includes<R extends string>(own: R, declared: readonly R[] | undefined, isForAll: boolean): boolean {
  return own === 'owner' || (declared ? declared.includes(own) : isForAll)
}
