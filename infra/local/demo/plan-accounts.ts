import { addDays, slotStart } from '@jaanch/contracts/calendar'
import type { LabStaffRole, StaffRole } from '@jaanch/contracts/staff-roles'
import type { City, Role } from '@jaanch/contracts/vocabulary'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import type { ReportedLab } from '@jaanch/storage/reports'
import { buildings, demoCities, landmarks } from './cities.ts'
import { type DemoPerson, type DemoRelative, demoPerson, residents, suratHouseholds } from './people.ts'
import { createRandom } from './random.ts'

export type Account = {
  id: string
  role: Role
  name: string
  email: string
  phone: string
  /** undefined: the account cannot be used */
  password: string | undefined
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
  gender: DemoPerson['gender']
  born: string
  members: readonly (DemoRelative & { id: string })[]
  addresses: readonly [Address, ...Address[]]
}

export type Lab = Account & {
  labPartnerId: string
  address: string
  /** What an admin adds on approval; undefined before it */
  approved: { at: Date; city: City; state: string; pincode: string; licence: string } | undefined
}

/** The lab as a report names it that is released after the lab's approval */
export function reportedLabOf({ name, address, approved }: Lab): ReportedLab {
  return {
    name,
    license: approved?.licence ?? null,
    address,
    city: approved?.city ?? null,
    state: approved?.state ?? null,
    pincode: approved?.pincode ?? null,
  }
}

type StaffMember = Account & { staffRole: StaffRole }

/** A person who works for a lab */
type LabPerson = Account & { labPartnerId: string; labRole: LabStaffRole }

export type Accounts = {
  /** An owner */
  admin: Account
  /** An admin for each of the other roles */
  staff: StaffMember[]
  labs: Lab[]
  /** Of the first lab, and of the fourth, where a pathologist signs the reports */
  labStaff: LabPerson[]
  demoCustomer: Customer
  customers: Customer[]
  /** Who order only tomorrow's visits in Surat */
  suratCustomers: Customer[]
}

const adminPassword = 'admin-demo-2026'
const labPassword = 'lab-demo-2026'

/** The accounts of roles. The address of each begins with the role */
const members: readonly (readonly [StaffRole, name: string])[] = [
  ['manager', 'Meera Kulkarni'],
  ['support', 'Sunil Yadav'],
  ['medical', 'Dr. Farah Siddiqui'],
  ['operator', 'Omkar Deshpande'],
]

/** @param today YYYY-MM-DD in India */
export function planAccounts(today: string): Accounts {
  const admin = account('admin', 'Jaanch Admin', 'admin@jaanch.example', '+919999900000', {
    password: adminPassword,
    createdAt: slotStart(addDays(today, -1125), '10:00'),
  })
  const staff = members.map(([staffRole, name], index) => ({
    ...account('admin', name, `${staffRole}@jaanch.example`, `+91999990009${index}`, {
      password: adminPassword,
      createdAt: slotStart(addDays(today, -1124), '10:00'),
    }),
    staffRole,
  }))
  const demoAccount = account('customer', demoPerson.name, 'asha@jaanch.example', '+919999900001', {
    password: 'asha-demo-2026',
    createdAt: slotStart(addDays(today, -1095), '18:20'),
  })
  const demoCustomer: Customer = {
    ...demoAccount,
    city: 'Ahmedabad',
    gender: demoPerson.gender,
    born: demoPerson.born,
    members: membersOf(demoPerson, demoAccount),
    addresses: [
      {
        ...addressOf(demoAccount, 'Home', 'Ahmedabad'),
        address_line1: 'B-402, Shanti Residency',
        address_line2: 'Navrangpura',
        pincode: '380009',
        landmark: 'Near the municipal market',
      },
      {
        ...addressOf(demoAccount, 'Office', 'Ahmedabad'),
        address_line1: '7th floor, Silver Oaks Business Park',
        address_line2: 'Satellite',
        pincode: '380015',
        landmark: 'Opposite the bus stand',
      },
    ],
  }
  const others = Object.entries(residents).flatMap(([city, people]) =>
    people.map((person) => ({ city: city as City, person })),
  )
  const customers = others.map(({ city, person }, index) => resident(city, person, index, today))
  const suratCustomers = suratHouseholds.map((person, index) =>
    resident('Surat', person, others.length + index, today),
  )
  return {
    admin,
    staff,
    labs: planLabs(today),
    labStaff: planLabStaff(today),
    demoCustomer,
    customers,
    suratCustomers,
  }
}

function account(
  role: Role,
  name: string,
  email: string,
  phone: string,
  rest: Pick<Account, 'password' | 'createdAt'>,
): Account {
  return { id: appendIdOf('demo', 'user', email), role, name, email, phone, ...rest }
}

/** Most registered before the history begins, 30 % during it. */
function resident(city: City, person: DemoPerson, index: number, today: string): Customer {
  const random = createRandom('resident', person.name)
  const daysAgo = Math.floor(random.chance(0.3) ? random.between(4, 55) : random.between(62, 110))
  const minute = Math.floor(random.between(8 * 60, 22 * 60))
  const name = person.name
    .toLowerCase()
    .replace(/[^a-z ]/g, '')
    .trim()
    .replaceAll(' ', '.')
  return createCustomer({
    city,
    person,
    email: `${name}@jaanch.example`,
    phone: `+9199999${10_001 + index * 7}`,
    password: undefined,
    createdAt: new Date(slotStart(addDays(today, -daysAgo), '00:00').getTime() + minute * 60_000),
    hasOffice: random.chance(0.25),
  })
}

type NewCustomer = Pick<Customer, 'city' | 'email' | 'phone' | 'password' | 'createdAt'> & {
  person: DemoPerson
  hasOffice: boolean
}

/** @returns a customer whose ids and addresses follow from the e-mail address */
export function createCustomer({ city, person, email, phone, hasOffice, ...rest }: NewCustomer): Customer {
  const base = account('customer', person.name, email, phone, rest)
  const home = addressOf(base, 'Home', city)
  return {
    ...base,
    city,
    gender: person.gender,
    born: person.born,
    members: membersOf(person, base),
    addresses: hasOffice ? [home, addressOf(base, 'Office', city)] : [home],
  }
}

function membersOf({ family = [] }: DemoPerson, { email }: Account): Customer['members'] {
  return family.map((member) => ({ ...member, id: appendIdOf('demo', 'family-member', email, member.name) }))
}

function addressOf({ email, phone }: Account, label: Address['label'], city: City): Address {
  const random = createRandom('address', email, label)
  const [area, pincode] = random.pick(demoCities[city].areas)
  const flat = `${random.pick(['A', 'B', 'C', 'D'])}-${Math.floor(random.between(1, 12))}0${Math.floor(random.between(1, 5))}`
  return {
    id: appendIdOf('demo', 'address', email, label),
    label,
    address_line1: `${flat}, ${random.pick(buildings)}`,
    address_line2: area,
    city,
    state: demoCities[city].state,
    pincode,
    landmark: random.pick(landmarks),
    phone,
  }
}

const labs: { name: string; address: string; city: City; pincode: string; licence: string }[] = [
  {
    name: 'Sabar Diagnostics',
    address: '12 Ashram Road, Navrangpura',
    city: 'Ahmedabad',
    pincode: '380009',
    licence: 'GJ/AHD/CE/2019/00417',
  },
  {
    name: 'Sagarika Pathology Centre',
    address: '3 Ring Road, Nanpura',
    city: 'Surat',
    pincode: '395001',
    licence: 'GJ/SRT/CE/2017/01182',
  },
  {
    name: 'Kaveri Clinical Laboratory',
    address: '48 100 Feet Road, Indiranagar',
    city: 'Bangalore',
    pincode: '560038',
    licence: 'KA/BLR/CE/2020/00936',
  },
  {
    name: 'Yamuna Path Labs',
    address: '21 Pusa Road, Karol Bagh',
    city: 'Delhi',
    pincode: '110005',
    licence: 'DL/NDL/CE/2018/00274',
  },
]

type NewLab = (typeof labs)[number] & Pick<Lab, 'email' | 'phone' | 'createdAt'> & { approvedAt: Date }

/** @returns an approved lab with the password of the demo's labs, whose ids follow from the e-mail address */
export function createLab({ name, address, city, pincode, licence, ...rest }: NewLab): Lab {
  const { email, phone, createdAt, approvedAt } = rest
  return {
    ...account('lab-partner', name, email, phone, { password: labPassword, createdAt }),
    labPartnerId: appendIdOf('demo', 'lab', email),
    address,
    approved: { at: approvedAt, city, state: demoCities[city].state, pincode, licence },
  }
}

function planLabs(today: string): Lab[] {
  const approved = labs.map((lab, index) =>
    createLab({
      ...lab,
      email: `lab${index + 1}@jaanch.example`,
      phone: `+91999990010${index + 1}`,
      createdAt: slotStart(addDays(today, -1120 + index * 2), '11:15'),
      approvedAt: slotStart(addDays(today, -1118 + index * 2), '15:40'),
    }),
  )
  const email = 'newlab@jaanch.example'
  const applicant: Lab = {
    ...account('lab-partner', 'Charminar Health Labs', email, '+919999900109', {
      password: labPassword,
      createdAt: slotStart(addDays(today, -2), '16:05'),
    }),
    labPartnerId: appendIdOf('demo', 'lab', email),
    address: '9 Road No. 12, Banjara Hills, Hyderabad 500034',
    approved: undefined,
  }
  return [...approved, applicant]
}

const labStaff: readonly (readonly [name: string, LabStaffRole, lab: number])[] = [
  ['Meena Iyer', 'collector', 1],
  ['Ravi Solanki', 'collector', 1],
  ['Farhan Shaikh', 'collector', 1],
  ['Jyoti Parmar', 'front-desk', 1],
  ['Tarun Bhatt', 'technician', 1],
  ['Rohan Malhotra', 'technician', 4],
  ['Dr. Nandini Sethi', 'pathologist', 4],
]

/** The address of each begins with the first name. */
function planLabStaff(today: string): LabPerson[] {
  return labStaff.map(([name, labRole, lab], index) => ({
    ...account(
      'lab-partner',
      name,
      `${name.replace('Dr. ', '').split(' ', 1).join().toLowerCase()}.lab${lab}@jaanch.example`,
      `+91999990020${index}`,
      { password: labPassword, createdAt: slotStart(addDays(today, -100 + index), '11:00') },
    ),
    labPartnerId: appendIdOf('demo', 'lab', `lab${lab}@jaanch.example`),
    labRole,
  }))
}
