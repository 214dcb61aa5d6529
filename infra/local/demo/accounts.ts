import { addDays, slotStart } from '@jaanch/contracts/calendar'
import type { LabRole, LabStaffRole, StaffRole } from '@jaanch/contracts/staff-roles'
import type { City, Role } from '@jaanch/contracts/vocabulary'
import { appendIdOf } from '@jaanch/eventlog/idempotency'
import type { Patient, ReportedLab } from '@jaanch/report/table'
import { demoCities, type Moment, people, type Relative } from './data.ts'
import { createRandom } from './random.ts'

export type Account = {
  id: string
  role: Role
  name: string
  email: string
  phone: string
  /** undefined: the account cannot be used */
  password?: string | undefined
  createdAt: Date
}

/** The columns of customer_addresses that a booking copies. */
export type Address = {
  id: string
  label: 'Home' | 'Office'
  address_line1: string
  address_line2: string
  city: City
  state: string
  pincode: string
  landmark: string | null
  phone: string
}

export type Customer = Account & {
  city: City
  gender: 'male' | 'female'
  born: string
  members: readonly (Relative & { id: string })[]
  addresses: readonly [Address, ...Address[]]
}

export type Lab = Account & {
  labPartnerId: string
  address: string
  /** An admin adds it on approval; undefined before */
  approved?: { at: Date; city: City; state: string; pincode: string; licence: string } | undefined
}

export type StaffMember = Account & { staffRole: StaffRole }

/** A person who works for a lab. `worksFor` is the id of its partner */
export type LabPerson = Account & { worksFor: string; labRole: LabStaffRole }

export type Accounts = {
  /** An owner */
  admin: Account
  /** An admin for each of the other roles */
  staff: StaffMember[]
  labs: Lab[]
  labStaff: LabPerson[]
  demoCustomer: Customer
  customers: Customer[]
  suratHouseholds: Customer[]
}

/** @param today YYYY-MM-DD in India: the times of registration follow from it, and the ids from the e-mail addresses */
export function planAccounts(today: string): Accounts {
  const at = ([day, time]: Moment) => slotStart(addDays(today, day), time)
  const dated = <Given extends { registered: Moment }>({ registered, ...given }: Given) => ({
    ...given,
    createdAt: at(registered),
  })
  const { admin, staff, labs, labStaff, demoCustomer, customers, suratHouseholds } = people
  return {
    admin: account('admin', dated(admin)),
    staff: staff.map((each) => ({ ...account('admin', dated(each)), staffRole: each.staffRole })),
    labs: labs.map((lab) =>
      createLab({ ...dated(lab), approval: lab.approval && { ...lab.approval, at: at(lab.approval.at) } }),
    ),
    labStaff: labStaff.map((each) => ({
      ...account('lab-partner', dated(each)),
      worksFor: labPartnerIdOf(each.lab),
      labRole: each.labRole,
    })),
    demoCustomer: createCustomer(dated(demoCustomer)),
    customers: customers.map((each) => createCustomer(dated(each))),
    suratHouseholds: suratHouseholds.map((each) => createCustomer(dated(each))),
  }
}

export function accountsIn(accounts: Accounts): Account[] {
  const { admin, staff, labs, labStaff, demoCustomer, customers, suratHouseholds } = accounts
  return [admin, ...staff, ...labs, ...labStaff, demoCustomer, ...customers, ...suratHouseholds]
}

type NewAccount = Omit<Account, 'id' | 'role'>

function account(role: Role, { name, email, phone, password, createdAt }: NewAccount): Account {
  return { id: appendIdOf('demo', 'user', email), role, name, email, phone, password, createdAt }
}

const labPartnerIdOf = (email: string) => appendIdOf('demo', 'lab', email)

type NewCustomer = NewAccount &
  Pick<Customer, 'city' | 'gender' | 'born'> & {
    family?: readonly Relative[]
    hasOffice?: boolean
    /** The differences from the addresses that follow from the e-mail address */
    addresses?: readonly Partial<Address>[]
  }

export function createCustomer(given: NewCustomer): Customer {
  const { city, gender, born, family = [], hasOffice, addresses = [] } = given
  const base = account('customer', given)
  const home = { ...addressOf(base, 'Home', city), ...addresses[0] }
  const office = { ...addressOf(base, 'Office', city), ...addresses[1] }
  return {
    ...base,
    ...{ city, gender, born },
    members: family.map((member) => ({
      ...member,
      id: appendIdOf('demo', 'family-member', base.email, member.name),
    })),
    addresses: hasOffice ? [home, office] : [home],
  }
}

function addressOf({ email, phone }: Account, label: Address['label'], city: City): Address {
  const random = createRandom('address', email, label)
  const [area, pincode] = random.pick(demoCities[city].areas)
  const flat = `${random.pick(['A', 'B', 'C', 'D'])}-${Math.floor(random.between(1, 12))}0${Math.floor(random.between(1, 5))}`
  return {
    id: appendIdOf('demo', 'address', email, label),
    label,
    address_line1: `${flat}, ${random.pick(people.buildings)}`,
    address_line2: area,
    city,
    state: demoCities[city].state,
    pincode,
    landmark: random.pick(people.landmarks),
    phone,
  }
}

type NewLab = NewAccount & {
  address: string
  approval?: { at: Date; city: City; pincode: string; licence: string } | undefined
}

export function createLab({ address, approval, ...given }: NewLab): Lab {
  return {
    ...account('lab-partner', given),
    labPartnerId: labPartnerIdOf(given.email),
    address,
    approved: approval && { ...approval, state: demoCities[approval.city].state },
  }
}

/** @returns the lab of the demo that serves the city */
export function labOf({ labs }: Accounts, city: City): Lab {
  const lab = labs.find(({ email }) => email === demoCities[city].lab)
  if (!lab) throw new Error(`No lab serves ${city}`)
  return lab
}

/** @returns those who work for the lab in the role */
export function staffOf({ labStaff }: Accounts, { labPartnerId }: Lab, role: LabRole): LabPerson[] {
  return labStaff.filter(({ worksFor, labRole }) => worksFor === labPartnerId && labRole === role)
}

/** The lab as a report names it that is released after the lab's approval */
export function reportedLabOf({ name, address, approved }: Lab): ReportedLab {
  const { licence = null, city = null, state = null, pincode = null } = approved ?? {}
  return { name, license: licence, address, city, state, pincode }
}

/** @returns the patient as the reports of a booking store it */
export function patientOf({ customer, memberId }: { customer: Customer; memberId: string | null }): Patient {
  const member = customer.members.find(({ id }) => id === memberId)
  const { name, born, gender } = member ?? customer
  const relationship = member?.relationship ?? null
  return { name, dateOfBirth: born, sex: gender, relationship, corrected: {} }
}
