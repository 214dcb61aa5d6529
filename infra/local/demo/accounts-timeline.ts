import { randomUUID } from 'node:crypto'
import { streamId } from '@jaanch/contracts/events/streams'
import { type LabPartnerCommand, labPartnerDecider } from '@jaanch/domain/lab-partner/decider'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import { hash } from '@node-rs/argon2'
import type { Account, Accounts, Customer, Lab } from './plan-accounts.ts'
import type { TimelineEntry } from './timeline.ts'
import { decideSteps, type Step } from './timeline.ts'

/** The registration of every account with its family members and addresses; applications and approvals of labs. */
export async function accountsTimeline({
  admin,
  staff,
  labs,
  labStaff,
  demoCustomer,
  customers: residents,
  suratCustomers,
}: Accounts): Promise<TimelineEntry[]> {
  const customers = [...residents, ...suratCustomers]
  const hashOf = await hashPasswords([admin, ...staff, demoCustomer, ...labs, ...labStaff, ...customers])
  return [
    // there is no event for an admin: the first one exists before the log begins
    { at: admin.createdAt, rows: { users: [userRow(admin, hashOf(admin))] } },
    ...staff.map((member) => ({
      at: member.createdAt,
      rows: { users: [{ ...userRow(member, hashOf(member)), staff_role: member.staffRole as string }] },
    })),
    ...labs.flatMap((lab) => labEntries(lab, hashOf(lab), admin)),
    // nor for a person who is invited
    ...labStaff.map((person) => ({
      at: person.createdAt,
      rows: {
        users: [
          {
            ...userRow(person, hashOf(person)),
            works_for: person.labPartnerId as string,
            lab_role: person.labRole as string,
          },
        ],
      },
    })),
    ...[demoCustomer, ...customers].map((customer) => customerEntry(customer, hashOf(customer))),
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

function userRow({ id, role, name, email, phone, createdAt }: Account, passwordHash: string) {
  return {
    id,
    role,
    name,
    email,
    phone,
    password_hash: passwordHash,
    token_version: 1,
    is_active: true,
    created_at: createdAt,
    email_proven_at: createdAt,
    phone_proven_at: createdAt,
    date_of_birth: null as string | null,
    gender: null as string | null,
    staff_role: null as string | null,
    works_for: null as string | null,
    lab_role: null as string | null,
  }
}

export function customerEntry(customer: Customer, passwordHash: string): TimelineEntry {
  const { id, members, addresses, born, gender, createdAt: at } = customer
  const stream = streamId('user', id)
  /** Lists are ordered by time of creation */
  const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000)
  return {
    at,
    rows: {
      users: [{ ...userRow(customer, passwordHash), date_of_birth: born, gender }],
      family_members: members.map((member, index) => ({
        id: member.id,
        customer_id: id,
        name: member.name,
        relationship: member.relationship,
        date_of_birth: member.born,
        gender: member.gender,
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
  const { id: userId, labPartnerId, approved } = lab
  const applied: Step<LabPartnerCommand> = {
    at: lab.createdAt,
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
