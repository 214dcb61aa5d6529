import { record, type TablesData } from '@jaanch/platform/personal-data'

const ofBooking = { ofBookings: [{ where: 'booking_id = any($1)' }], lasting: record } as const

export const collectionTables: TablesData = {
  custody_notes: ofBooking,
  tube_codes: ofBooking,
  cash_counts: {
    impersonal: 'ids, amounts and days',
    lasting:
      'one row for each collector and day of a lab, and for each correction: it proves what was handed in',
  },
}
