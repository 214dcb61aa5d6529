import { AppError } from '@jaanch/contracts/errors'
import { pickFields } from '@jaanch/contracts/http/fields'
import { phone as phoneField } from '@jaanch/contracts/http/phone'
import { defaultLabRole, defaultStaffRole, labRoles, staffRoles } from '@jaanch/contracts/staff-roles'
import { genders, roles } from '@jaanch/contracts/vocabulary'
import type pg from 'pg'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { type UserView, userView } from '../sessions/api.ts'

export const userRow = z.object({
  id: z.uuid(),
  role: z.enum(roles),
  staffRole: z.enum(staffRoles).nullable(),
  labRole: z.enum(labRoles).nullable(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  passwordHash: z.string(),
  tokenVersion: z.number(),
  isActive: z.boolean(),
  createdAt: z.date(),
  labPartnerId: z.uuid().nullable(),
  dateOfBirth: z.string().nullable(),
  gender: z.enum(genders).nullable(),
  emailProvenAt: z.date().nullable(),
  phoneProvenAt: z.date().nullable(),
  emailBouncedAt: z.date().nullable(),
})
export type UserRow = z.output<typeof userRow>

/** In place of a hash: of an account whose owner has set no password yet, and nobody can sign in to */
export const noPassword = 'none'

export const userColumns = sql.fragment`u.id, u.role, u.staff_role, u.lab_role, u.name, u.email, u.phone, u.password_hash, u.token_version,
  u.is_active and u.ended_at is null as is_active, u.created_at, u.date_of_birth, u.gender, u.email_proven_at, u.phone_proven_at,
  u.email_bounced_at, coalesce(l.id, u.works_for) as lab_partner_id`
export const usersWithLabs = sql.fragment`users u left join lab_partners l on l.user_id = u.id`

export function findUser(db: CommonQueryMethods, id: string): Promise<UserRow | null> {
  return db.maybeOne(sql.type(userRow)`select ${userColumns} from ${usersWithLabs} where u.id = ${id}`)
}

export function findUserByEmail(db: CommonQueryMethods, email: string): Promise<UserRow | null> {
  return db.maybeOne(
    sql.type(userRow)`select ${userColumns} from ${usersWithLabs} where lower(u.email) = ${email}`,
  )
}

/** A login as the user typed it, normalised. `key` identifies it, however it is spelled. */
export type Login = { email: string; phone: string | null; key: string }

export function parseLogin(typed: string): Login {
  const email = typed.trim().toLowerCase()
  const phone = phoneField.safeParse(typed)
  return phone.success ? { email, phone: phone.data, key: phone.data } : { email, phone: null, key: email }
}

/** Accounts whose passwords a login by phone tries */
export const triedByPhone = 3

/**
 * Finds the users whom a login may mean: at most one by e-mail. A phone number means the account that has proven it, so that nobody
 * ends another person's login by typing their number into a profile. One that nobody has proven means each account that has it, at
 * most the three that have had it for longest: each try is a hash.
 */
export async function findUsersByLogin(db: CommonQueryMethods, login: Login): Promise<readonly UserRow[]> {
  if (login.phone === null) {
    const user = await findUserByEmail(db, login.email)
    return user ? [user] : []
  }
  const users = await db.any(sql.type(userRow)`
    select ${userColumns} from ${usersWithLabs} where u.phone = ${login.phone}
     order by u.phone_proven_at is null, u.phone_since nulls first, u.created_at, u.id limit ${triedByPhone}`)
  return users[0]?.phoneProvenAt ? users.slice(0, 1) : users
}

export function presentUser(row: UserRow): UserView {
  return pickFields(userView, {
    ...row,
    staffRole: row.role === 'admin' ? (row.staffRole ?? defaultStaffRole) : null,
    labRole: row.role === 'lab-partner' ? (row.labRole ?? defaultLabRole) : null,
    createdAt: row.createdAt.toISOString(),
    isEmailProven: row.emailProvenAt !== null,
    isPhoneProven: row.phoneProvenAt !== null,
    // a bounce does not count any more once the address was proven again
    hasEmailBounced: row.emailBouncedAt !== null && row.emailProvenAt === null,
  })
}

export type NewUser = Pick<UserRow, 'id' | 'role' | 'name' | 'email' | 'phone' | 'passwordHash'>

/** @throws AppError email-taken, also if a concurrent request with the same user id inserted the row */
export async function insertUser(client: pg.ClientBase, user: NewUser): Promise<void> {
  const { rowCount } = await client.query(
    `insert into users (id, role, name, email, phone, password_hash) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing`,
    [user.id, user.role, user.name, user.email, user.phone, user.passwordHash],
  )
  if (rowCount === 0) throw new AppError('email-taken')
}

/**
 * Whether a person was erased. In a transaction that stores something about the person, it is so until the end: an erasure under way is
 * waited for, and a later one waits and sees what was stored.
 */
export async function isErased(db: Pick<pg.Pool | pg.ClientBase, 'query'>, userId: string): Promise<boolean> {
  const { rows } = await db.query<{ isErased: boolean }>(
    'select erased_at is not null as "isErased" from users where id = $1 for key share',
    [userId],
  )
  return rows[0]?.isErased === true
}
