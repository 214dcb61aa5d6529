/**
 * Where personal data is and how long rows are kept. Each subject says it of its tables in `personal-data.ts`; tests compare the
 * tables of all subjects with the schema (operations/src/privacy/tables.ts).
 */
import type { FragmentSqlToken, IdentifierSqlToken } from 'slonik'

/** Texts in place of a name. */
export const erased = { user: 'Deleted account', other: 'Deleted' } as const

/** An erasure of rows of a table. */
export type Erasure = {
  /** $1: the person, or all bookings of the person */
  where: string
  /** The new values of columns; without them, the rows are deleted */
  blank?: Readonly<Record<string, string>>
  /** Columns that say nothing about a person */
  keep?: readonly string[]
}

/** Rows that the workers delete every hour. */
export type Pruned = {
  /** The rows, for operators */
  what: string
  keptFor: string
  /**
   * SQL: which rows are kept no longer. statement_timestamp() is stable, so the indexes bound what is read; with clock_timestamp()
   * each pass read all rows
   */
  isOver: string
}

type TableData = {
  /** Erased with the bookings of a person */
  ofBookings?: readonly Erasure[]
  /** Erased with the person */
  ofPerson?: readonly Erasure[]
  /** The table with whose rows these are deleted */
  deletedWith?: string
  /** Why there is nothing about a person to erase */
  impersonal?: string
} & (
  | { pruned: Pruned }
  /** When rows are deleted otherwise, and by whom */
  | { ended: string }
  /** Why the rows stay */
  | { lasting: string }
)

/** By the name of the table; tables outside the schema `public` have its name before theirs. Erasures run in this order */
export type TablesData = Readonly<Record<string, TableData>>

export const before = (interval: string) => `statement_timestamp() - interval '${interval}'`

/** The rows whose time is over so long ago. @param column SQL: the time @param condition SQL: a further condition */
export function after(what: string, period: string, column: string, condition?: string): { pruned: Pruned } {
  const isOver = `${column} < ${before(period)}${condition ? ` and ${condition}` : ''}`
  return { pruned: { what, keptFor: period, isOver } }
}

/** Why rows stay that are evidence of what was done for a person */
export const record = 'part of the record: until the person deletes the account'

/** @property bookings the read table @property now for consents: results of an adult relative are shown after that one has agreed */
export type ExportOf = { userId: string; bookings: IdentifierSqlToken; now: Date }

/** The part of a subject in the export of a person. Hashes and tokens are left out: they say nothing about the person. */
export type ExportedData = {
  /** By the name of its JSON file: queries of one column `row` */
  rows?: (of: ExportOf) => Readonly<Record<string, FragmentSqlToken>>
  /** By the name of its folder: `list` has the columns id and content_type, `bytes` the column bytes */
  files?: (
    of: ExportOf,
  ) => Readonly<Record<string, { list: FragmentSqlToken; bytes: (id: string) => FragmentSqlToken }>>
}
