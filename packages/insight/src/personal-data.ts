import { keptFor } from '@jaanch/contracts/kept-for'
import { after, erased, type TablesData } from '@jaanch/platform/personal-data'

export const insightTables: TablesData = {
  // the stars stay: they count in the ratings of labs and packages, and say nothing about a person
  reviews: {
    ofBookings: [{ where: 'booking_id = any($1)', blank: { text: 'null' }, keep: ['package_ids'] }],
    lasting: 'one row for each booking at most: its stars count in the ratings',
  },
  review_changes: {
    ofBookings: [{ where: 'booking_id = any($1)', blank: { reason: `'${erased.other}'` } }],
    ...after(
      'why reviews were hidden or shown, but for the last time',
      keptFor.audit,
      'at',
      `exists (select from review_changes newer
        where newer.booking_id = review_changes.booking_id and newer.id > review_changes.id)`,
    ),
  },
  ratings: { impersonal: 'numbers of labs and packages', lasting: 'one row for each lab and package' },
  settings: { impersonal: 'of the installation', lasting: 'does not grow with use' },
}
