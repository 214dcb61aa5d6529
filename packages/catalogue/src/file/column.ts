/** Sheets of a catalogue file and their columns. */
import type { Kind } from './cells.ts'

/**
 * @property key what a row calls it
 * @property title what the file calls it
 * @property isRequired each row has a value
 * @property help a sentence for the documentation and the template
 */
export type Column<Key extends string = string, Value = unknown, IsRequired extends boolean = boolean> = {
  key: Key
  title: string
  kind: Kind<Value>
  isRequired: IsRequired
  help: string
}

export type Sheet<Columns extends readonly Column[] = readonly Column[]> = {
  title: string
  help: string
  columns: Columns
}

/** A row of a sheet: an empty cell is null. */
export type RowOf<Columns extends readonly Column[]> = {
  [One in Columns[number] as One['key']]: One extends Column<string, infer Value, infer IsRequired>
    ? IsRequired extends true
      ? Value
      : Value | null
    : never
}

const columns =
  <IsRequired extends boolean>(isRequired: IsRequired) =>
  <Key extends string, Value>(
    key: Key,
    title: string,
    kind: Kind<Value>,
    help: string,
  ): Column<Key, Value, IsRequired> => ({ key, title, kind, isRequired, help })

export const required = columns(true)
export const optional = columns(false)
