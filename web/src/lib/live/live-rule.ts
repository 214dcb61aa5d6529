import { compareNewestFirst } from './apply-change'
import type { Change, LiveRow } from './change'

/** Says how live changes affect the data of a SWR key. */
export type Tracking =
  /** A list of rows: changes are applied to it. */
  | {
      as: 'list'
      kind: Change['kind']
      limit: number
      contains(row: LiveRow, isListed: boolean): boolean
      compare(a: LiveRow, b: LiveRow): number
    }
  /** Computed from such rows (counts, sums): fetched again after a change; with `id` only after one of that row. */
  | { as: 'derived'; kind: Change['kind']; id?: string }

/** Derives from a key, the path and query of a GET, how live changes affect it. */
export type LiveRule = (key: string) => Tracking

type RowOf<Kind extends Change['kind']> = NonNullable<Extract<Change, { kind: Kind }>['row']>

type ListOptions<Row> = {
  /** Rows of a page of the API without a `limit` */
  defaultLimit?: number
  /** The order of the list with these query parameters; newest first by default */
  orderOf?: (search: URLSearchParams) => ((a: Row, b: Row) => number) | undefined
}

/**
 * The rule of a list.
 * @param contains whether the list with these query parameters shows a row; all rows by default
 */
export function listOf<Kind extends Change['kind']>(
  kind: Kind,
  contains: (row: RowOf<Kind>, search: URLSearchParams, isListed: boolean) => boolean = () => true,
  { defaultLimit = 50, orderOf = () => undefined }: ListOptions<RowOf<Kind>> = {},
): LiveRule {
  return (key) => {
    const search = new URLSearchParams(key.split('?')[1])
    const limit = Number(search.get('limit') ?? defaultLimit)
    // a list gets changes of its kind only
    return {
      ...{ as: 'list', kind, limit },
      contains: (row: RowOf<Kind>, isListed: boolean) => contains(row, search, isListed),
      compare: orderOf(search) ?? compareNewestFirst,
    }
  }
}

/** The rule of what is computed from all such rows. */
export function derivedFrom(kind: Change['kind']): LiveRule {
  return () => ({ as: 'derived', kind })
}

/** The rule of what is computed from one row, whose id ends the path. */
export function derivedFromOne(kind: Change['kind']): LiveRule {
  return (key) => ({ as: 'derived', kind, id: decodeURIComponent(key.slice(key.lastIndexOf('/') + 1)) })
}

/** Whether a change affects derived data. */
export function isAffected({ kind, id }: Extract<Tracking, { as: 'derived' }>, change: Change): boolean {
  return kind === change.kind && (id === undefined || id === change.id)
}
