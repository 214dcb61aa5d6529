import type { routes } from '@jaanch/contracts/http/routes'
import type { RowsOf } from './row.ts'
import { accountsRows } from './rows/accounts.ts'
import { bookingsRows } from './rows/bookings.ts'
import { catalogueRows } from './rows/catalogue.ts'
import { labsRows } from './rows/labs.ts'
import { operatorsRows } from './rows/operators.ts'

/** Who may make each call, with a valid request of each kind. */
export const rows: RowsOf<typeof routes> = {
  ...accountsRows,
  ...catalogueRows,
  ...bookingsRows,
  ...labsRows,
  ...operatorsRows,
}
