import { keptFor } from '@jaanch/contracts/kept-for'
import {
  after,
  before,
  type Erasure,
  type ExportedData,
  erased,
  record,
  type TablesData,
} from '@jaanch/platform/personal-data'
import { sql } from 'slonik'

const ofBooking: { ofBookings: readonly Erasure[] } = { ofBookings: [{ where: 'booking_id = any($1)' }] }

export const bookingTables: TablesData = {
  payment_references: { ...ofBooking, lasting: record },
  booking_messages: {
    ...ofBooking,
    ...after('messages on bookings', keptFor.bookingMessages, 'created_at'),
  },
  booking_details: {
    ofBookings: [
      {
        where: 'booking_id = any($1)',
        blank: { address: 'null', special_instructions: 'null', request_hash: 'null', visit_code: 'null' },
        // for the statistics; on which day its code was tried says nothing about a person
        keep: ['city', 'code_tried_on'],
      },
    ],
    lasting: 'one row for each booking, blanked when the person deletes the account',
  },
  unproven_visits: {
    ofPerson: [{ where: 'customer_id = $1' }],
    ended:
      'when none of its bookings is open, by the next booking; an account has as many as its limit allows',
  },
  prescription_files: {
    ofPerson: [{ where: 'prescription_id in (select id from prescriptions where customer_id = $1)' }],
    lasting: record,
  },
  prescriptions: {
    ofPerson: [
      {
        where: 'customer_id = $1',
        blank: {
          original_file_name: `'${erased.other}'`,
          notes: 'null',
          admin_notes: 'null',
          request_hash: 'null',
        },
      },
    ],
    lasting: record,
  },
  attention_snoozes: {
    impersonal: 'ids, codes and times',
    pruned: {
      what: 'bookings that admins put off in Needs attention',
      keptFor: 'until their time',
      isOver: 'until < statement_timestamp()',
    },
  },
  visit_places: {
    impersonal: 'ids and dates; holds are given up with the account',
    pruned: {
      what: 'places of labs: holds that have expired, and visits of days that are long over',
      keptFor: keptFor.places,
      isOver: `expires_at <= statement_timestamp()
        or date < ((${before(keptFor.places)}) at time zone 'Asia/Kolkata')::date`,
    },
  },
  lab_days: { impersonal: 'of a lab', ended: 'with the places of the day' },
  lab_capacities: { impersonal: 'of a lab, which is an organisation', lasting: 'one row for each lab' },
  automatic_assignment: { impersonal: 'cities', lasting: 'one row for each city' },
  orders: {
    impersonal: 'order numbers',
    lasting: 'one number for each booking: it is never given twice',
  },
}

export const bookingExport: ExportedData = {
  rows: ({ userId, bookings }) => ({
    bookings: sql.fragment`
      select b.data - 'draft' || jsonb_build_object('address', d.address, 'specialInstructions', d.special_instructions,
                                          'paymentReference', p.reference, 'reviewText', r.text) as row
        from ${bookings} b left join booking_details d on d.booking_id = b.id
        left join payment_references p on p.booking_id = b.id
        left join reviews r on r.booking_id = b.id where b.customer_id = ${userId}`,
    prescriptions: sql.fragment`
      select to_jsonb(t) - 'request_hash' as row from prescriptions t where customer_id = ${userId}`,
    // who of a lab or of Jaanch wrote is not about the person
    'booking-messages': sql.fragment`
      select to_jsonb(t) - 'author_user_id' - 'request_hash' as row from booking_messages t where customer_id = ${userId}`,
  }),
  files: ({ userId }) => ({
    prescriptions: {
      list: sql.fragment`
        select f.prescription_id as id, f.content_type from prescription_files f
          join prescriptions p on p.id = f.prescription_id where p.customer_id = ${userId}`,
      bytes: (id) => sql.fragment`select bytes from prescription_files where prescription_id = ${id}`,
    },
  }),
}
