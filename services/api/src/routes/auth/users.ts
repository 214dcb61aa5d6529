import type { UserView } from '@jaanch/contracts/http/auth'
import { roles } from '@jaanch/contracts/vocabulary'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'

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
})
export type UserRow = z.output<typeof userRow>

const selectUser = sql.fragment`
  select u.id, u.role, u.name, u.email, u.phone, u.password_hash, u.token_version, u.is_active, u.created_at,
         l.id as lab_partner_id
    from users u left join lab_partners l on l.user_id = u.id`

export function findUser(db: CommonQueryMethods, id: string): Promise<UserRow | null> {
  return db.maybeOne(sql.type(userRow)`${selectUser} where u.id = ${id}`)
}

/** @param phone normalised, where the login looks like a phone number; one that several share signs nobody in */
export async function findUserByLogin(
  db: CommonQueryMethods,
  login: string,
  phone: string | null,
): Promise<UserRow | null> {
  const rows = await db.any(sql.type(userRow)`
    ${selectUser} where lower(u.email) = lower(${login}) or (${phone}::text is not null and u.phone = ${phone}) limit 2`)
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
  }
}

export type NewUser = Pick<UserRow, 'id' | 'role' | 'name' | 'email' | 'phone' | 'password_hash'>

/** Inserts a user. @returns false when the e-mail is taken */
export async function insertUser(tx: CommonQueryMethods, user: NewUser): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    insert into users (id, role, name, email, phone, password_hash)
    values (${user.id}, ${user.role}, ${user.name}, ${user.email}, ${user.phone}, ${user.password_hash})
    on conflict (lower(email)) do nothing`)
  return rowCount === 1
}
