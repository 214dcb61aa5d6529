import type { UserView } from '@jaanch/contracts/http/auth'
import { genders, roles } from '@jaanch/contracts/vocabulary'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Login } from '../routes/auth/login.ts'

export const userRow = z.object({
  id: z.uuid(),
  role: z.enum(roles),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  password_hash: z.string(),
  token_version: z.number(),
  is_active: z.boolean(),
  created_at: z.date(),
  lab_partner_id: z.uuid().nullable(),
  date_of_birth: z.string().nullable(),
  gender: z.enum(genders).nullable(),
})
export type UserRow = z.output<typeof userRow>

export const userColumns = sql.fragment`u.id, u.role, u.name, u.email, u.phone, u.password_hash, u.token_version,
  u.is_active, u.created_at, u.date_of_birth, u.gender, l.id as lab_partner_id`
export const usersWithLabs = sql.fragment`users u left join lab_partners l on l.user_id = u.id`

export function findUser(db: CommonQueryMethods, id: string): Promise<UserRow | null> {
  return db.maybeOne(sql.type(userRow)`select ${userColumns} from ${usersWithLabs} where u.id = ${id}`)
}

export function findUserByEmail(db: CommonQueryMethods, email: string): Promise<UserRow | null> {
  return db.maybeOne(
    sql.type(userRow)`select ${userColumns} from ${usersWithLabs} where lower(u.email) = ${email}`,
  )
}

/**
 * A phone that several accounts have signs nobody in: families share one, and nobody proves that theirs is theirs. To try
 * the password on each of them would be as many guesses at once, and would tell by its time how many there are.
 * They sign in by e-mail.
 */
export async function findUserByLogin(db: CommonQueryMethods, login: Login): Promise<UserRow | null> {
  if (login.phone === null) return findUserByEmail(db, login.email)
  const rows = await db.any(sql.type(userRow)`
    select ${userColumns} from ${usersWithLabs} where u.phone = ${login.phone} limit 2`)
  return rows.length === 1 ? (rows[0] ?? null) : null
}

export function presentUser(row: UserRow): UserView {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    role: row.role,
    isActive: row.is_active,
    createdAt: row.created_at.toISOString(),
    labPartnerId: row.lab_partner_id,
    dateOfBirth: row.date_of_birth,
    gender: row.gender,
  }
}

export type NewUser = Pick<UserRow, 'id' | 'role' | 'name' | 'email' | 'phone' | 'password_hash'>

/** Inserts a user. @returns false when the e-mail is taken, or the very same request is being carried out already */
export async function insertUser(tx: CommonQueryMethods, user: NewUser): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    insert into users (id, role, name, email, phone, password_hash)
    values (${user.id}, ${user.role}, ${user.name}, ${user.email}, ${user.phone}, ${user.password_hash})
    on conflict do nothing`)
  return rowCount === 1
}
