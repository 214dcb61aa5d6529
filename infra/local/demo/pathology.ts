/**
 * Yamuna Path Labs, of Delhi, has a pathologist: she signs the reports that its technician drafts. Two drafts of last evening wait for her,
 * and one is back with the technician. The values are invented; none is critical.
 */
import { addDays, istDate, slotStart } from '@jaanch/contracts/calendar'
import type { LabRole } from '@jaanch/contracts/staff-roles'
import type { TimeSlot } from '@jaanch/contracts/vocabulary'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import type { BookingPlan } from './booking-steps.ts'
import type { CatalogueEntry } from './catalogue.ts'
import type { Accounts, Lab } from './plan-accounts.ts'
import type { Results, Signers } from './reports.ts'

type Example = {
  /** A customer of the lab's cities, registered before the history begins */
  customer: string
  code: string
  /** Day (0: that of the anchor) and slot of the collection */
  slot: [day: number, time: TimeSlot]
  values: Results['values']
  /** undefined: it is signed */
  draft?: 'waits' | { returned: string }
}

const examples: readonly Example[] = [
  {
    customer: 'Arindam Sen',
    code: 'HBA1C',
    slot: [-26, '08:00-10:00'],
    values: { A1C: 6.2, EAG: 131 },
  },
  {
    customer: 'Moumita Ghosh',
    code: 'TFT',
    slot: [-21, '06:00-08:00'],
    values: { T3: 112, T4: 7.2, TSH: 6.38 },
  },
  {
    customer: 'Neha Agarwal',
    code: 'CBC',
    slot: [-16, '08:00-10:00'],
    values: {
      ...{ HGB: 10.8, RBC: 4.36, HCT: 33.6, MCV: 77.1, MCH: 24.8, MCHC: 32.1, RDW: 15.4, WBC: 7.12 },
      ...{ NEUT: 56, LYMP: 33, MONO: 6, EOS: 4, BASO: 1, ANC: 3.99, AEC: 0.28, PLT: 338, MPV: 9.1 },
    },
  },
  {
    customer: 'Mahendra Meena',
    code: 'LIPID',
    slot: [-9, '06:00-08:00'],
    values: { CHOL: 224, TRIG: 172, HDL: 41, LDL: 149, VLDL: 34, NHDL: 183, CHR: 5.46 },
  },
  {
    customer: 'Rahul Khanna',
    code: 'VITD',
    slot: [-3, '08:00-10:00'],
    values: { VITD: 16.8 },
  },
  {
    customer: 'Moumita Ghosh',
    code: 'KFT',
    slot: [-1, '10:00-12:00'],
    values: {
      ...{ CREA: 0.78, EGFR: 98, UREA: 26, BUN: 12, URIC: 4.6, NA: 140, K: 5.8, CL: 103, CA: 9.4 },
      ...{ PHOS: 3.6, TP: 7.3, ALB: 4.4 },
    },
    draft: { returned: 'Potassium is high and the serum looks haemolysed. Please measure it again.' },
  },
  {
    customer: 'Naveen Gupta',
    code: 'B12',
    slot: [-1, '16:00-18:00'],
    values: { B12: 164 },
    draft: 'waits',
  },
  {
    customer: 'Simran Kaur',
    code: 'VITD',
    slot: [-1, '16:00-18:00'],
    values: { VITD: 34.2 },
    draft: 'waits',
  },
]

/** @returns undefined for a lab without a pathologist */
export function signersOf({ labStaff }: Accounts, lab: Lab): Signers | undefined {
  const personOf = (role: LabRole) =>
    labStaff.find(({ labPartnerId, labRole }) => labPartnerId === lab.labPartnerId && labRole === role)
  const [technician, pathologist] = [personOf('technician'), personOf('pathologist')]
  return technician && pathologist && { technician, pathologist }
}

/** The bookings whose reports the pathologist has signed, or has to sign. */
export function planSignedReports(
  accounts: Accounts,
  entries: readonly CatalogueEntry[],
  anchor: Date,
): BookingPlan[] {
  const today = istDate(anchor)
  return examples.map(({ customer: name, code, slot: [day, time], values, draft }, index) => {
    const customer = accounts.customers.find((each) => each.name === name)
    const entry = entries.find((each) => each.code === code)
    if (!customer || !entry) throw new Error(`The demo lacks ${name}, or ${code}`)
    const results = { values, doctorComments: null, isReviewed: false }
    return {
      bookingId: appendIdOf('demo', 'booking', 'pathology', index),
      customer,
      memberId: null,
      entry,
      placedAt: new Date(slotStart(addDays(today, day - 1), '19:30').getTime() + index * 7 * 60_000),
      slot: { date: addDays(today, day), time },
      paymentMethod: index % 2 === 0 ? 'upi' : 'cash-on-collection',
      address: customer.addresses[0],
      instructions: null,
      ...(draft
        ? { until: 'processed', draft: { results, ...(draft !== 'waits' && draft) } }
        : { until: 'completed', reports: [results] }),
    }
  })
}
