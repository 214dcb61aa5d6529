/** The data of the demo, all of it invented: who takes part, what they order, and what the random part of the history is drawn from. */
import { readFileSync } from 'node:fs'
import type { LabStaffRole, StaffRole } from '@jaanch/contracts/staff-roles'
import type {
  CancellationReason,
  City,
  PaymentMethod,
  TimeSlot,
  wizardRelationships,
} from '@jaanch/contracts/vocabulary'

/** Day (0: that of the anchor) and time in India */
export type Moment = readonly [day: number, time: string]
type SlotOn = readonly [day: number, time: TimeSlot]

type Person = { name: string; gender: 'male' | 'female' /** YYYY-MM-DD */; born: string }
export type Relative = Person & { relationship: (typeof wizardRelationships)[number] }
type AccountData = { name: string; email: string; phone: string; password?: string; registered: Moment }
type CustomerData = AccountData &
  Person & {
    city: City
    hasOffice?: boolean
    family?: readonly Relative[]
    /** The differences from the addresses that follow from the e-mail address */
    addresses?: readonly { address_line1: string; address_line2: string; pincode: string; landmark: string }[]
  }
type LabData = AccountData & {
  address: string
  approval?: { at: Moment; city: City; pincode: string; licence: string }
  /** The visits that the lab can make in each slot, in these PIN codes only */
  capacity?: {
    declared: Moment
    visits: readonly number[]
    pincodes: readonly string[]
    /** Codes of tests that it does not collect at home */
    excluded: readonly string[]
    dayOff: number
  }
}

type People = {
  admin: AccountData
  staff: readonly (AccountData & { staffRole: StaffRole })[]
  labs: readonly LabData[]
  labStaff: readonly (AccountData & { lab: string; labRole: LabStaffRole })[]
  demoCustomer: CustomerData
  customers: readonly CustomerData[]
  /** They only fill the visits of tomorrow in Surat: the random history does not depend on them. */
  suratHouseholds: readonly CustomerData[]
  /** `lab`: the e-mail address of the demo's lab that serves the city */
  cities: Readonly<Record<City, { state: string; areas: [area: string, pincode: string][]; lab: string }>>
  buildings: readonly string[]
  landmarks: readonly (string | null)[]
}

/** A stage that a booking passes, in this order */
export type Stage = 'placed' | 'assigned' | 'confirmed' | 'collected' | 'processed' | 'completed'

export type Review = { stars: 1 | 2 | 3 | 4 | 5; text: string | null }

/** The results that a laboratory submits. */
export type Results = {
  /** By the catalogue's parameter code: numbers in the parameter's unit, or texts */
  values: Readonly<Record<string, number | string>>
  /** How all of them were measured, as the lab names it */
  method?: string
  doctorComments?: string
  isReviewed?: boolean
}

/** A booking of a named person. Its place in its group decides its id. */
type Told = {
  customer: string
  /** A member of the customer's family; undefined: the customer */
  patient?: string
  code: string
  placed?: Moment
  /** Instead of `placed`: before the anchor */
  minutesAgo?: number
  /** undefined: instant */
  slot?: SlotOn
  moved?: { at: Moment; from: SlotOn }
  /** Bookings of the group with the same name are one visit */
  visit?: string
  /** It takes one of the limited places of the lab */
  takesPlace?: true
  paymentMethod: PaymentMethod
  until: Stage
  cancelled?: CancellationReason
  instructions?: string
  /** The collector, if the tubes are followed */
  collector?: string
  /** The places in the group of the second collection of a rejected tube, and of the first one */
  recollectedAs?: number
  recollects?: number
  review?: Review
  reports?: readonly Results[]
  draft?: { results: Results; returned?: string }
}

type Weighted<Item> = readonly (Item & { weight: number })[]
type Habits = {
  /** Weights of tests by code; of the others that are popular, and of the rest */
  favourites: Readonly<Record<string, number>>
  otherPopular: number
  others: number
  /** Demand by day of the week from Sunday, and by hour of the day in India */
  weekdays: readonly number[]
  hours: Readonly<Record<string, number>>
  /** Fasting samples are collected before breakfast */
  slots: Readonly<Record<'fasting' | 'other', readonly number[]>>
  leadDays: readonly number[]
  paymentMethods: Readonly<Record<PaymentMethod, number>>
  instructions: readonly string[]
  cancellations: Weighted<{ until: Stage; cancelled: CancellationReason }>
  /**
   * The last stages of bookings by the hours since their collection began (below 0: in the future). The bookings of a window take its
   * stages in rotation, not at random: the demo must show every status at any hour at which it is loaded, although no samples are
   * collected at night.
   */
  outcomes: readonly { hoursAgo: number; stages: readonly Stage[] }[]
  reviews: Weighted<Review>
  /** How many of the generated customers and labs each city has, as a weight */
  cityWeights: Readonly<Record<City, number>>
  labNames: readonly string[]
}

const read = <Data>(name: string): Data =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as Data

export const people = read<People>('people.json')
export const demoCities = people.cities
export const story = read<Readonly<Record<string, readonly Told[]>>>('story.json')
export const habits = read<Habits>('habits.json')
/** Price and original price by code, in whole rupees */
export const prices = read<Readonly<Record<string, [price: number, originalPrice: number]>>>('prices.json')
