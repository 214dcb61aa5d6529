import { bookingCalls } from '@jaanch/booking/api'
import type { Parameter } from '@jaanch/catalogue/parameters/parameter'
import { readValue } from '@jaanch/catalogue/parameters/reading'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { interpret, storedResult } from '@jaanch/report/results/interpret'
import { bookingInput } from './inputs.ts'
import type { Customer, Lab, Person } from './people.ts'
import { advanceBooking, releaseReport } from './reports.ts'
import type { Stack } from './stack.ts'

/** @returns the IST date so many days ago */
export const daysAgo = (days: number) => addDays(istDate(new Date()), -days)

/** Creates the parameters HbA1c, TSH and ferritin, as the catalogue has them. */
export async function createMeasuredParameters({ database }: Stack): Promise<void> {
  await database.asOwner(`
    insert into parameters (code, name, loinc, ucum, unit, decimals, male_low, male_high, female_low, female_high) values
      ('A1C', 'HbA1c', '4548-4', '%', '%', 1, 4, 5.6, 4, 5.6),
      ('EAG', 'Estimated average glucose', '27353-2', 'mg/dL', 'mg/dL', 0, 68, 114, 68, 114),
      ('TSH', 'TSH', '3016-3', 'u[IU]/mL', 'µIU/mL', 2, 0.27, 4.2, 0.27, 4.2)
    on conflict do nothing`)
}

type Measured = {
  customer: Customer
  lab: Lab
  admin: Person
  packageId: string
  familyMemberId?: string | null
  /** By the parameter's code */
  values: Record<string, number | string>
  /** IST date of the collection */
  on: string
}

/** Books for a person and releases a report with values, as a lab's system sent them. @returns the report's id */
export async function measure(
  { database }: Stack,
  { customer, lab, admin, packageId, familyMemberId = null, values, on }: Measured,
): Promise<string> {
  const { id } = await customer.client.call(bookingCalls.placeBooking, {
    body: bookingInput(packageId, customer.addressId, { familyMemberId }),
  })
  const body = { labPartnerId: lab.labPartnerId }
  await admin.client.call(bookingCalls.assignLab, { params: { id }, body })
  await advanceBooking(lab, id, 'lab-processing')
  // a PDF is released at once; that of values is made by a worker
  const report = await releaseReport(lab, id)
  const { rows } = await database.asOwner(
    'select code, definition as parameter from parameter_definitions where code = any($1)',
    [Object.keys(values)],
  )
  const measured = rows.map(({ code, parameter }) => ({ code, ...resultOf(parameter, values[code] ?? '') }))
  await database.asOwner(
    `with submission as (
       insert into report_submissions (report_id, booking_id, is_reviewed, collected_at, request_hash)
       values ($1, $2, false, ($3 || ' 09:00 Asia/Kolkata')::timestamptz, '') returning report_id)
     insert into report_values (report_id, place, code, value, result)
     select report_id, row_number() over (), v.code, v.value, v.result
       from submission, jsonb_to_recordset($4) v (code text, value jsonb, result jsonb)`,
    [report.id, id, on, JSON.stringify(measured)],
  )
  return report.id
}

/** As the API interprets it for an adult without a sex */
function resultOf(parameter: Parameter, value: number | string) {
  const read = readValue(parameter, value)
  if ('refused' in read) throw new Error(read.refused)
  return {
    value,
    result: storedResult(read.reading, interpret(parameter, read.reading, { sex: null, ageMonths: 'adult' })),
  }
}
