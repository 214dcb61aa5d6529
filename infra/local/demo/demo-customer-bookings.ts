/** The bookings of the demo customer: one for each case that the customer's pages show. */
import { addDays, istDate, slotStart } from '@jaanch/contracts/calendar'
import type { TimeSlot } from '@jaanch/contracts/vocabulary'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import type { BookingPlan } from './booking-steps.ts'
import type { CatalogueEntry } from './catalogue.ts'
import { familyHistory } from './family-history.ts'
import type { Accounts } from './plan-accounts.ts'
import type { Results } from './reports.ts'
import { custodyBy } from './round.ts'

/** The results of the demo customer and her family, by the catalogue's parameter codes. */
const urine = {
  UCOL: 'Pale yellow',
  UAPP: 'Clear',
  USG: 1.015,
  UPH: 6,
  UPRO: 'Nil',
  UGLU: 'Nil',
  UKET: 'Nil',
  UBIL: 'Negative',
  UBLD: 'Nil',
  UNIT: 'Negative',
  ULEU: 'Nil',
  UWBC: '1-2',
  URBC: 0,
  UEPI: '2-3',
}

const fullBodyCheckup: Results = {
  values: {
    ...{ HGB: 11.4, RBC: 4.21, HCT: 35.6, MCV: 84.6, MCH: 27.1, MCHC: 32, RDW: 14.6, WBC: 6.82 },
    ...{ NEUT: 58, LYMP: 31, MONO: 6, EOS: 4, BASO: 1, ANC: 3.96, AEC: 0.27, PLT: 264, MPV: 9.4, ESR: 14 },
    ...{ FBS: 92, A1C: 5.4, EAG: 108 },
    ...{ CHOL: 208, TRIG: 118, HDL: 52, LDL: 132, VLDL: 24, NHDL: 156, CHR: 4 },
    ...{ TBIL: 0.62, DBIL: 0.18, IBIL: 0.44, AST: 22, ALT: 19, ALP: 71, GGT: 17, TP: 7.1, ALB: 4.3 },
    ...{ GLOB: 2.8, AGR: 1.54, CREA: 0.71, EGFR: 112, UREA: 24, BUN: 11, URIC: 4.4 },
    ...{ NA: 139, K: 4.2, CL: 102, CA: 9.2, PHOS: 3.4, T3: 128, T4: 8.3, TSH: 2.46 },
    ...urine,
  },
  doctorComments:
    'Haemoglobin is slightly low and the cholesterol slightly high. Please have your iron checked, and repeat the lipid profile after three months of less fried food and a daily walk.',
  isReviewed: true,
}

/** The measurement was repeated: version 2 explains the change, version 1 stays available. */
const vitaminD: Results[] = [
  { values: { VITD: 8.4 }, doctorComments: null, isReviewed: false },
  {
    values: { VITD: 18.4 },
    doctorComments:
      'The sample was measured again: 18.4, not 8.4 ng/mL. That is still too little; please ask your doctor about a supplement.',
    isReviewed: true,
  },
]

const diabetesCare: Results = {
  values: {
    ...{ FBS: 148, PPBS: 212, A1C: 7.6, EAG: 171 },
    ...{ CHOL: 186, TRIG: 168, HDL: 38, LDL: 114, VLDL: 34, NHDL: 148, CHR: 4.89 },
    ...{ CREA: 1.08, EGFR: 73, UMALB: 18.6, UCREA: 92, UACR: 20 },
    ...urine,
    UGLU: '1+',
  },
  doctorComments:
    'Sugar has been above the goal for some three months. Please show this report to the doctor who treats the diabetes; the kidneys show no harm.',
  isReviewed: true,
}

const bloodCount: Results = {
  values: {
    ...{ HGB: 13.2, RBC: 4.72, HCT: 40.4, MCV: 85.6, MCH: 28, MCHC: 32.7, RDW: 12.9, WBC: 9.4 },
    ...{ NEUT: 52, LYMP: 36, MONO: 6, EOS: 5, BASO: 1, ANC: 4.89, AEC: 0.47, PLT: 312, MPV: 8.8 },
  },
  doctorComments: null,
  isReviewed: false,
}

export type Example = Pick<BookingPlan, 'paymentMethod' | 'until' | 'cancelled' | 'reports' | 'review'> & {
  code: string
  /** First name of a family member; undefined: the customer */
  patient?: string
  /** Day (0: that of the anchor) and time of the placement in India; undefined: 40 minutes before the anchor */
  placed?: [day: number, time: string]
  /** Day and slot of the collection; undefined: instant */
  slot?: [day: number, time: TimeSlot]
  /** When she moved it, and from which slot */
  moved?: { at: [day: number, time: string]; from: [day: number, time: TimeSlot] }
  /** One visit for all that have the same name */
  visit?: string
  /** First name of the lab's collector, if the tubes are followed */
  collector?: string
  /** A tube is rejected; the example that `recollects` the same name is its second collection */
  rejected?: string
  recollects?: string
  instructions?: string
}

const recent: Example[] = [
  {
    code: 'PKG-FULL',
    placed: [-52, '20:14'],
    slot: [-50, '06:00-08:00'],
    paymentMethod: 'upi',
    until: 'completed',
    reports: [fullBodyCheckup],
    review: { stars: 5, text: 'On time at six in the morning, and the report was there the same evening.' },
  },
  {
    code: 'VITD',
    placed: [-38, '09:31'],
    slot: [-37, '08:00-10:00'],
    paymentMethod: 'card',
    until: 'completed',
    reports: vitaminD,
  },
  {
    code: 'PKG-DIA',
    patient: 'Ramesh',
    placed: [-24, '19:05'],
    slot: [-23, '06:00-08:00'],
    paymentMethod: 'cash-on-collection',
    until: 'completed',
    reports: [diabetesCare],
    instructions: 'My father uses a walking frame, please give him a moment at the door.',
  },
  {
    code: 'TFT',
    placed: [-15, '21:40'],
    slot: [-13, '08:00-10:00'],
    paymentMethod: 'upi',
    until: 'confirmed',
    cancelled: 'customer-request',
  },
  {
    code: 'CBC',
    patient: 'Vivaan',
    placed: [-9, '10:22'],
    paymentMethod: 'upi',
    until: 'completed',
    reports: [bloodCount],
  },
  {
    code: 'PKG-ARTH',
    patient: 'Ramesh',
    placed: [-3, '20:10'],
    slot: [-1, '08:00-10:00'],
    paymentMethod: 'upi',
    until: 'processed',
    collector: 'meena',
    rejected: 'arthritis',
  },
  {
    code: 'LIPID',
    placed: [-1, '19:20'],
    slot: [2, '06:00-08:00'],
    paymentMethod: 'card',
    until: 'confirmed',
    moved: { at: [-1, '21:45'], from: [1, '08:00-10:00'] },
    instructions: 'Please call before you come up.',
  },
  { code: 'HBA1C', slot: [3, '08:00-10:00'], paymentMethod: 'cash-on-collection', until: 'placed' },
  ...[{ code: 'TFT' }, { code: 'PKG-DIA', patient: 'Ramesh' }, { code: 'CBC', patient: 'Vivaan' }].map(
    (item): Example => ({
      ...item,
      visit: 'family',
      placed: [-1, '22:05'],
      slot: [4, '06:00-08:00'],
      paymentMethod: 'upi',
      until: 'confirmed',
    }),
  ),
  {
    code: 'PKG-ARTH',
    patient: 'Ramesh',
    placed: [-1, '14:00'],
    slot: [1, '08:00-10:00'],
    paymentMethod: 'upi',
    until: 'assigned',
    recollects: 'arthritis',
  },
  {
    code: 'B12',
    placed: [-1, '17:10'],
    slot: [0, '16:00-18:00'],
    paymentMethod: 'upi',
    until: 'processed',
    collector: 'meena',
  },
]

const examples = [...recent, ...familyHistory]

export function planDemoCustomerBookings(
  accounts: Accounts,
  entries: readonly CatalogueEntry[],
  anchor: Date,
): BookingPlan[] {
  const customer = accounts.demoCustomer
  const today = istDate(anchor)
  const slotOn = ([day, time]: [day: number, time: TimeSlot]) => ({ date: addDays(today, day), time })
  const instantOf = ([day, time]: [day: number, time: string]) => slotStart(addDays(today, day), time)
  const idOf = (index: number) => appendIdOf('demo', 'booking', 'asha', index)
  return examples.map((example, index) => {
    const {
      code,
      patient,
      placed,
      slot,
      moved,
      visit,
      instructions,
      collector,
      rejected,
      recollects,
      ...rest
    } = example
    const entry = entries.find((candidate) => candidate.code === code)
    if (!entry) throw new Error(`The catalogue has no ${code}`)
    const member = customer.members.find(({ name }) => patient !== undefined && name.startsWith(patient))
    return {
      ...rest,
      bookingId: idOf(index),
      customer,
      memberId: member?.id ?? null,
      entry,
      placedAt: placed ? instantOf(placed) : new Date(anchor.getTime() - 40 * 60_000),
      slot: slot ? slotOn(slot) : null,
      ...(moved && { moved: { at: instantOf(moved.at), from: slotOn(moved.from) } }),
      ...(visit && { visitId: appendIdOf('demo', 'visit', 'asha', visit) }),
      ...(collector && {
        custody: {
          ...custodyBy(accounts, collector),
          ...(rejected && {
            recollectionId: idOf(examples.findIndex((other) => other.recollects === rejected)),
          }),
        },
      }),
      ...(recollects && {
        recollection: { of: idOf(examples.findIndex((other) => other.rejected === recollects)), attempt: 1 },
      }),
      address: customer.addresses[0],
      instructions: instructions ?? null,
    }
  })
}
