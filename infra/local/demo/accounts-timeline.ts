import { randomUUID } from 'node:crypto'
import { type LabPartnerCommand, labPartnerDecider } from '@jaanch/account/labs/lab'
import { streamId } from '@jaanch/eventlog/events'
import { appendIdOf } from '@jaanch/eventlog/idempotency'
import { hash } from '@node-rs/argon2'
import {
  type Account,
  type Accounts,
  accountsIn,
  type Customer,
  type Lab,
  type LabPerson,
  type StaffMember,
} from './accounts.ts'
import { decideSteps, type Step, type TimelineEntry } from './timeline.ts'

/** The registration of every account with its family members and addresses; applications and approvals of labs. */
export async function accountsTimeline(accounts: Accounts): Promise<TimelineEntry[]> {
  const { admin, staff, labs, labStaff, demoCustomer, customers, suratHouseholds } = accounts
  const hashOf = await hashPasswords(accountsIn(accounts))
  return [
    // no event tells of admins, nor of people whom a lab invited
    ...[admin, ...staff, ...labStaff].map((each) => ({
      at: each.createdAt,
      rows: { users: [userRow(each, hashOf(each))] },
    })),
    ...labs.flatMap((lab) => labEntries(lab, hashOf(lab), admin)),
    ...[demoCustomer, ...customers, ...suratHouseholds].map((each) => customerEntry(each, hashOf(each))),
  ]
}

/**
 * Accounts with the same password share its hash, because hashing is slow (30 ms); those without one share that of a random one.
 */
export async function hashPasswords(
  accounts: readonly Pick<Account, 'password'>[],
): Promise<(account: Pick<Account, 'password'>) => string> {
  const passwords = [...new Set(accounts.map(({ password }) => password))]
  const hashes = await Promise.all(passwords.map((password) => hash(password ?? randomUUID())))
  return ({ password }) => hashes[passwords.indexOf(password)] as string
}

type User = Account &
  Partial<
    Pick<Customer, 'born' | 'gender'> &
      Pick<StaffMember, 'staffRole'> &
      Pick<LabPerson, 'worksFor' | 'labRole'>
  >

function userRow(user: User, passwordHash: string) {
  const { id, role, name, email, phone, createdAt } = user
  return {
    ...{ id, role, name, email, phone },
    password_hash: passwordHash,
    token_version: 1,
    is_active: true,
    created_at: createdAt,
    email_proven_at: createdAt,
    phone_proven_at: createdAt,
    date_of_birth: user.born ?? null,
    gender: user.gender ?? null,
    staff_role: user.staffRole ?? null,
    works_for: user.worksFor ?? null,
    lab_role: user.labRole ?? null,
  }
}

export function customerEntry(customer: Customer, passwordHash: string): TimelineEntry {
  const { id, members, addresses, createdAt: at } = customer
  const stream = streamId('user', id)
  /** Lists are ordered by time of creation */
  const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000)
  return {
    at,
    rows: {
      users: [userRow(customer, passwordHash)],
      family_members: members.map(({ id: memberId, name, relationship, born, gender }, index) => ({
        ...{ id: memberId, customer_id: id, name, relationship, gender },
        date_of_birth: born,
        created_at: later(index + 1),
      })),
      customer_addresses: addresses.map((address, index) => ({
        ...address,
        customer_id: id,
        created_at: later(index + 1),
      })),
    },
    append: {
      id: appendIdOf('demo', stream),
      streamId: stream,
      expected: 0,
      events: [{ type: 'CustomerRegistered', data: { userId: id }, at }],
      actor: `customer:${id}`,
    },
  }
}

export function labEntries(lab: Lab, passwordHash: string, admin: Account): TimelineEntry[] {
  const { id: userId, labPartnerId, approved, createdAt } = lab
  const applied: Step<LabPartnerCommand> = {
    at: createdAt,
    actor: `lab-partner:${userId}`,
    command: { type: 'apply', labPartnerId, userId },
    rows: { users: [userRow(lab, passwordHash)], lab_partners: [labPartnerRow(lab)] },
  }
  const steps = [applied]
  if (approved) steps.push({ at: approved.at, actor: `admin:${admin.id}`, command: { type: 'approve' } })
  return decideSteps(labPartnerDecider, streamId('lab', labPartnerId), steps)
}

function labPartnerRow({ id, labPartnerId, name, address, approved, createdAt }: Lab) {
  return {
    id: labPartnerId,
    user_id: id,
    lab_name: name,
    organization_name: name,
    address,
    city: approved?.city ?? null,
    state: approved?.state ?? null,
    pincode: approved?.pincode ?? null,
    lab_license: approved?.licence ?? null,
    created_at: createdAt,
  }
}
