/** A view as the database has it: these instants of it are dates. */
export type Stored<View, Instant extends keyof View> = Omit<View, Instant> & {
  [Name in Instant]: Date | Extract<View[Name], null>
}

type Sent<Value> = Value extends Date
  ? string
  : Value extends readonly (infer Item)[]
    ? Sent<Item>[]
    : Value extends object
      ? { [Name in keyof Value]: Sent<Value[Name]> }
      : Value

/** @returns what a client gets of a value: its dates are texts in ISO 8601 */
export function asSent<Value>(value: Value): Sent<Value> {
  return JSON.parse(JSON.stringify(value))
}
